/** The data of rules about targets: which part of a tool a target changes. */
export type ProjectionData = {
  /** A JSON pointer into the tool. */
  readonly part: string;
  readonly keyword: string;
  readonly targets: readonly string[];
};

/** How sentences begin with a field of a tool. */
const FIELDS: Readonly<Record<string, string>> = {
  '/name': 'The name',
  '/description': 'The description',
  '/inputSchema': 'The input schema',
  '/outputSchema': 'The output schema',
};

/** Names a part of a tool at the beginning of a sentence. */
export function projectedPart({ part, keyword }: ProjectionData): string {
  return keyword === '' ? (FIELDS[part] ?? 'This part') : `\`${keyword}\``;
}
