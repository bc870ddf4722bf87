/** Where a command writes, and what it may ask of its surroundings. */
export interface CliIo {
  readonly cwd: string;
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** Whether stderr is a terminal: progress is shown there and nowhere else. */
  readonly isTerminal: boolean;
  /** Ends a command that goes on until it is ended. */
  readonly signal?: AbortSignal;
}

/** What a command ends with: 0 done, 1 the author's or caller's mistake, 2 wrong usage. */
export type ExitCode = 0 | 1 | 2;
