import { type CodeRule, defineCodeRule } from '../../define-rule.ts';
import { countingTool } from '../../text/listed-tool-source.ts';

export const titleMissing: CodeRule = defineCodeRule({
  id: 'title-missing',
  family: 'portability',
  severity: 'warning',
  title: 'Tool without a title, for a directory that demands one',
  rationale:
    'Directories of MCP servers refuse a server with a tool that has no title, and clients show the title to the person who is asked. Only projects that publish a server are told: those with `name`, `npm`, `remotes` or `bundle` under `publish`.',
  message: ({ name }) => `Tool "${name}" has no title, which directories of MCP servers demand.`,
  help: "Write one for people, for example `mcp: { title: 'Get cell value' }`.",
  examples: {
    bad: [
      {
        source: countingTool('{ annotations: { destructiveHint: true } }'),
        message: 'Tool "countCells" has no title, which directories of MCP servers demand.',
      },
    ],
    good: [countingTool("{ title: 'Count cells', annotations: { destructiveHint: true } }", 'countRows')],
  },
});
