import { type ExitCode, runCli } from '@btcp/cli';

/** The output of a command. */
export interface Run {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
}

/** Runs `btcp` in a folder, in this process. */
export async function btcp(cwd: string, ...args: readonly string[]): Promise<Run> {
  let out = '';
  let err = '';
  const code = await runCli(args, {
    cwd,
    stdout: (text) => void (out += text),
    stderr: (text) => void (err += text),
    isTerminal: false,
  });
  return { code, out, err };
}
