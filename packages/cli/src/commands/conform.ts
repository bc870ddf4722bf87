import { type Command, defineCommand } from '../command.ts';
import { CONFIG, integer, oneOf } from '../option.ts';

export const conform: Command = defineCommand({
  name: 'conform',
  summary:
    'Makes the same calls of the built tools through the client, MCP, WebMCP and Standard Schema, and compares the results. It reports where callers get another result or error, or one that manifest.json does not allow, and built files that were edited. None of your code is run: what the tools return is generated too.',
  options: {
    format: oneOf(['pretty', 'json'], 'How to print the report.'),
    seed: integer('Generate other inputs and outputs; the same number gives the same ones. Default: 1.'),
    config: CONFIG,
  },
  load: async () => (await import('../conform/run-conform.ts')).runConform,
});
