import { writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeTempFolder } from '../system/temp-folder.ts';
import { EvaluationProcess } from './evaluation-process.ts';
import type { EvaluationJob } from './evaluation-protocol.ts';

/** The evaluation processes of a project, one after the other. */
export class EvaluationProcesses {
  #spare: EvaluationProcess | undefined;
  readonly #root: string;
  /** Preloaded, because nearly all schemas use it. */
  #packages: readonly string[] = ['@sinclair/typebox'];

  /** @param root - Absolute path of the project's folder. */
  constructor(root: string) {
    this.#root = root;
  }

  /** Returns the prepared process, or starts one. */
  async take({ externals }: EvaluationJob): Promise<EvaluationProcess> {
    this.#packages = externals.flatMap(({ url }) => url ?? []);
    const spare = this.#spare;
    this.#spare = undefined;
    return spare ?? new EvaluationProcess(await runtime(), this.#root, this.#packages);
  }

  /** Starts the process of the next job, preloading the packages that the last one needed. */
  async prepare(): Promise<void> {
    this.#spare ??= new EvaluationProcess(await runtime(), this.#root, this.#packages);
  }

  /** Kills the waiting process, if there is one. */
  close(): void {
    this.#spare?.stop();
    this.#spare = undefined;
  }
}

const BUILT = new URL('./evaluation-runtime.js', import.meta.url);
let bundled: Promise<string> | undefined;

/** Absolute path of the process's script: the built file beside this one, or a bundle made once from source. */
function runtime(): Promise<string> {
  return extname(import.meta.url) === '.js' ? Promise.resolve(fileURLToPath(BUILT)) : (bundled ??= bundle());
}

async function bundle(): Promise<string> {
  const [{ build }, folder] = await Promise.all([import('esbuild'), makeTempFolder()]);
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(BUILT).replace(/js$/, 'ts')],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['@btcp/source'],
  });
  const path = join(folder.path, 'evaluation-runtime.mjs');
  await writeFile(path, outputFiles[0]?.text ?? '');
  return path;
}
