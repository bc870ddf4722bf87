import { fork } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const BENCH = fileURLToPath(new URL('..', import.meta.url));

/** The folder for output of benches; inside the repository, so that packages resolve. Ignored by git. */
export const BENCH_FOLDER: string = fileURLToPath(new URL('../.tmp/', import.meta.url));

const bundles = new Map<string, Promise<string>>();

/**
 * Runs a bench's child in a plain Node process: the overhead of tsx would be measured too. The workspace's packages are
 * loaded from their builds.
 *
 * @param name - The child's file in test/bench/children, without `.ts`; it calls `answer`.
 * @param question - JSON.
 * @throws Error when the child fails; its output is printed above.
 */
export async function runChild<Answer>(name: string, question: unknown): Promise<Answer> {
  const bundled = bundles.get(name) ?? bundleChild(name);
  bundles.set(name, bundled);
  const file = await bundled;
  return new Promise((resolve, reject) => {
    // Without `execArgv` the child would inherit tsx's loader.
    const child = fork(file, [JSON.stringify(question)], { execArgv: [], cwd: BENCH_FOLDER });
    let answer: { readonly answer: Answer } | undefined;
    child.on('message', (message) => (answer = message as { readonly answer: Answer }));
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      if (code === 0 && answer) resolve(answer.answer);
      else reject(new Error(`The bench's child ${name} ended with ${signal ?? code} and no answer.`));
    });
  });
}

async function bundleChild(name: string): Promise<string> {
  const outfile = join(BENCH_FOLDER, `${name}.child.mjs`);
  await mkdir(BENCH_FOLDER, { recursive: true });
  await build({
    entryPoints: [join(BENCH, 'children', `${name}.ts`)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  });
  return outfile;
}
