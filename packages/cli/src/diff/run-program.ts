import { execFile } from 'node:child_process';

/** How a program ended. */
export interface ProgramRun {
  readonly ok: boolean;
  readonly out: string;
  readonly err: string;
}

/** A manifest is far smaller. */
const MAX_OUTPUT = 256 * 1024 * 1024;

/** Runs a program without a shell; `undefined` where it is not installed. */
export async function runProgram(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<ProgramRun | undefined> {
  return new Promise((resolve) => {
    execFile(program, args, { cwd, env, maxBuffer: MAX_OUTPUT, encoding: 'utf8' }, (error, out, err) => {
      resolve(error?.code === 'ENOENT' ? undefined : { ok: error === null, out, err });
    });
  });
}
