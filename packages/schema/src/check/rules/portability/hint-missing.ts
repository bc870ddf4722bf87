import { type CodeRule, defineCodeRule } from '../../define-rule.ts';
import { countingTool } from '../../text/listed-tool-source.ts';

export const hintMissing: CodeRule = defineCodeRule({
  id: 'hint-missing',
  family: 'portability',
  severity: 'warning',
  title: 'Tool without a hint, for a directory that demands one',
  rationale:
    'Directories of MCP servers want `readOnlyHint` or `destructiveHint` on every tool. A build derives `readOnlyHint: true` of code that only reads; of all else, only the author can tell. Only projects that publish a server are told: those with `name`, `npm`, `remotes` or `bundle` under `publish`.',
  message: ({ name }) =>
    `Tool "${name}" says neither \`readOnlyHint\` nor \`destructiveHint\`, one of which directories of MCP servers demand.`,
  help: 'Write `mcp: { annotations: { destructiveHint: true } }` if a call can delete or overwrite something, else `false`.',
  examples: {
    bad: [
      {
        source: countingTool("{ title: 'Count cells' }"),
        message:
          'Tool "countCells" says neither `readOnlyHint` nor `destructiveHint`, one of which directories of MCP servers demand.',
      },
    ],
    good: [countingTool("{ title: 'Count rows', annotations: { destructiveHint: true } }", 'countRows')],
  },
});
