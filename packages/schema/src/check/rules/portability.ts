import { type CodeRule, defineCodeRule } from '../define-rule.ts';

/** The data of rules about targets: which part of a tool a target changes. */
type ProjectionData = {
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

/** Rules about what other formats and directories make of a tool. */
export const PORTABILITY_RULES: readonly CodeRule[] = [
  defineCodeRule<{ targets: readonly string[]; reason: string }>({
    id: 'target-refuses',
    severity: 'error',
    message: ({ name, targets, reason }) => `Tool "${name}" does not reach ${targets.join(', ')}: ${reason}.`,
    help: 'Write this part in a way that the target has, take the target out of the config, or ignore this rule for the tool.',
  }),
  defineCodeRule<ProjectionData>({
    id: 'target-drops',
    severity: 'info',
    message: (data) =>
      `${projectedPart(data)} is dropped, described or not enforced by ${data.targets.join(', ')}.`,
    help: 'Say it in the description too, or in a way that every target has. `btcp export --to <target> --explain` shows what gets through.',
  }),
  defineCodeRule<ProjectionData>({
    id: 'target-rewrites',
    severity: 'info',
    message: (data) => `${projectedPart(data)} is written differently for ${data.targets.join(', ')}.`,
    help: 'Leave it, or write it the way that the target does. `btcp export --to <target>` shows how.',
  }),
  defineCodeRule({
    id: 'title-missing',
    severity: 'warning',
    message: ({ name }) => `Tool "${name}" has no title, which directories of MCP servers demand.`,
    help: "Write one for people, for example `mcp: { title: 'Get cell value' }`.",
  }),
  defineCodeRule({
    id: 'hint-missing',
    severity: 'warning',
    message: ({ name }) =>
      `Tool "${name}" is listed with neither \`readOnlyHint\` nor \`destructiveHint\`, one of which directories of MCP servers demand.`,
    help: 'Write `mcp: { annotations: { destructiveHint: true } }` if a call can delete or overwrite something, else `false`. `readOnlyHint: true` is listed only where the build has verified that the code only reads.',
  }),
];

/** Names a part of a tool at the beginning of a sentence. */
function projectedPart({ part, keyword }: ProjectionData): string {
  return keyword === '' ? (FIELDS[part] ?? 'This part') : `\`${keyword}\``;
}
