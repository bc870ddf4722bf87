/** What a rule about targets is told: which part of a tool, and where it does not arrive as it is. */
export type ProjectionData = {
  /** A JSON pointer into the tool. */
  readonly part: string;
  readonly keyword: string;
  readonly targets: readonly string[];
};

/** Fields of a tool as sentences begin with them. */
const FIELDS: Readonly<Record<string, string>> = {
  '/name': 'The name',
  '/description': 'The description',
  '/inputSchema': 'The input schema',
  '/outputSchema': 'The output schema',
};

/** The words for a part of a tool, at the beginning of a sentence. */
export function projectedPart({ part, keyword }: ProjectionData): string {
  return keyword === '' ? (FIELDS[part] ?? 'What stands here') : `\`${keyword}\``;
}
