import { spawn } from 'node:child_process';
import { InputError } from '../../errors.ts';

/** The outcome of a run of npm. */
export interface NpmRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs npm without a shell.
 *
 * @param isShown - Whether the terminal shows what it prints, which may be a question, instead of the result.
 * @throws InputError where there is no npm.
 */
export function runNpm(folder: string, args: readonly string[], isShown = false): Promise<NpmRun> {
  // On Windows npm is a script that only a shell can start, so npm's program is run by Node where npm started this.
  const { npm_execpath: own = '' } = process.env;
  const [program, first] = own.endsWith('npm-cli.js') ? [process.execPath, [own]] : ['npm', []];
  const output = isShown ? 'inherit' : 'pipe';
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...first, ...args], { cwd: folder, stdio: ['inherit', output, output] });
    let stdout = '';
    let stderr = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.once('error', ({ message }) =>
      reject(
        new InputError(`npm cannot be started: ${message}.`, 'Install npm, or start this with `npx btcp`.'),
      ),
    );
    child.once('close', (code) => resolve({ code: code ?? 1, stdout, stderr }));
  });
}
