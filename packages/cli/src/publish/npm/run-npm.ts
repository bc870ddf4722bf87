import { spawn } from 'node:child_process';

/** The outcome of a run of npm. */
export interface NpmRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs npm without a shell. */
export function runNpm(folder: string, args: readonly string[]): Promise<NpmRun> {
  // On Windows npm is a script that only a shell can start, so npm's program is run by Node where npm started this.
  const { npm_execpath: own = '' } = process.env;
  const [program, first] = own.endsWith('npm-cli.js') ? [process.execPath, [own]] : ['npm', []];
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...first, ...args], { cwd: folder, stdio: ['inherit', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, stdout, stderr }));
  });
}
