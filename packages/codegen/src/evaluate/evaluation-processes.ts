import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { IS_BUILT } from '../system/process.ts';
import { makeTempFolder } from '../system/temp-folder.ts';
import { type EvaluationEnd, EvaluationProcess, type EvaluationRun } from './evaluation-process.ts';

/** The evaluation processes of a project, one after the other. */
export class EvaluationProcesses {
  readonly #root: string;
  #spare: EvaluationProcess | undefined;

  /** @param root - Absolute path of the project's folder. */
  constructor(root: string) {
    this.#root = root;
  }

  /** Evaluates modules in the prepared process, or in a new one. */
  async run(options: EvaluationRun): Promise<EvaluationEnd> {
    await this.prepare();
    const process = this.#spare;
    this.#spare = undefined;
    return (process as EvaluationProcess).run(options);
  }

  /** Starts the process of the next job. */
  async prepare(): Promise<void> {
    this.#spare ??= new EvaluationProcess(await runtime(), this.#root);
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
  return IS_BUILT ? Promise.resolve(fileURLToPath(BUILT)) : (bundled ??= bundle());
}

async function bundle(): Promise<string> {
  const [{ build }, folder] = await Promise.all([import('esbuild'), makeTempFolder()]);
  const outfile = join(folder.path, 'evaluation-runtime.mjs');
  await build({
    entryPoints: [fileURLToPath(BUILT).replace(/js$/, 'ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['@btcp/source'],
  });
  return outfile;
}
