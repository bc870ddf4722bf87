/** The environment of a command: where it writes, and what it may ask. */
export interface CliIo {
  readonly cwd: string;
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** Whether stderr is a terminal: progress is shown there and nowhere else. */
  readonly isTerminal: boolean;
  /** Empties the line of the terminal, which is not to be done by `stderr`. */
  readonly clearLine?: () => void;
  /** Ends a command that runs until then. */
  readonly signal?: AbortSignal;
}

/** Exit codes: 0 success, 1 a mistake of the author or caller, 2 wrong usage. */
export type ExitCode = 0 | 1 | 2;
