import type { Command } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { flag, oneOf } from '../option.ts';
import { CONFIG } from './config-option.ts';

/** `btcp build`. */
export const build: Command = defineCommand({
  name: 'build',
  summary: 'Finds the tools, checks them, and writes manifest, typed client, validators and registration.',
  options: {
    check: flag('Write nothing; exit 1 with a diff if the files on disk are stale.'),
    config: CONFIG,
    format: oneOf(['pretty', 'json'], 'How to print diagnostics.'),
  },
  load: async () => (await import('../build/run-build.ts')).runBuild,
});
