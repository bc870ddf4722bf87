import type { CliIo, ExitCode } from './io.ts';

/** One command of `btcp`. */
export interface Command {
  /** The line after `btcp`. */
  readonly usage: string;
  readonly summary: string;
  /** Option → what it does. */
  readonly options: Readonly<Record<string, string>>;
  run(args: readonly string[], io: CliIo): Promise<ExitCode>;
}
