import { type Option, text } from '../option.ts';

/** `--config`, which several commands share. */
export const CONFIG: Option<string | undefined> = text(
  '<file>',
  'The config file. Default: btcp.config.ts in the current folder.',
);
