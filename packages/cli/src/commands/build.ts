import { type Command, defineCommand } from '../command.ts';
import { UsageError } from '../errors.ts';
import { CONFIG, flag, oneOf } from '../option.ts';

export const build: Command = defineCommand({
  name: 'build',
  summary: 'Finds the tools, checks them, and writes manifest, typed client, validators and registration.',
  options: {
    check: flag('Write nothing; exit 1 with a diff if the files on disk are stale.'),
    watch: flag('Build again whenever a file changes, until the command is ended.'),
    stats: flag('Print the size of each tool for each target, in bytes and tokens.'),
    accept: flag(
      'Write the tokens that tools take now into btcp.budget.json; a build fails where they grow.',
    ),
    config: CONFIG,
    format: oneOf(['pretty', 'json'], 'How to print diagnostics.'),
  },
  excludes: { watch: ['check', 'stats', 'accept'], accept: ['check'] },
  check({ watch, format }) {
    if (watch && format !== 'pretty')
      throw new UsageError(`--watch prints what people read; --format ${format} needs a build that ends.`);
  },
  load: async () => (await import('../build/run-build.ts')).runBuild,
});
