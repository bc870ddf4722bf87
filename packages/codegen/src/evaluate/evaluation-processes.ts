import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { IS_BUILT } from '../system/is-built.ts';
import { makeTempFolder } from '../system/temp-folder.ts';
import { bundleTypeBox, findTypeBox, isAlone, isBundled, TYPEBOX } from './bundled-typebox.ts';
import { type EvaluationEnd, EvaluationProcess, type EvaluationRun } from './evaluation-process.ts';
import type { BundledTypeBox } from './evaluation-protocol.ts';

/** The evaluation processes of a project, one after the other. */
export class EvaluationProcesses {
  #spare: EvaluationProcess | undefined;
  readonly #root: string;
  readonly #typebox: BundledTypeBox | undefined;
  #bundling: Promise<void> | undefined;
  /** Preloaded. */
  #packages: readonly string[];

  /** @param root - Absolute path of the project's folder. */
  constructor(root: string) {
    this.#root = root;
    this.#typebox = findTypeBox(root);
    // Nearly all schemas use it.
    this.#packages = this.#typebox ? [this.#bundled?.bundle ?? TYPEBOX] : [];
  }

  /** TypeBox, if an earlier build has bundled it. */
  get #bundled(): BundledTypeBox | undefined {
    return this.#typebox && isBundled(this.#typebox) ? this.#typebox : undefined;
  }

  /** Evaluates modules in the prepared process, or in a new one. */
  async run({ job, ...options }: EvaluationRun): Promise<EvaluationEnd> {
    const bundled = this.#bundled;
    const typebox = isAlone(job.externals) ? bundled : undefined;
    this.#packages = job.externals
      .map(({ specifier }) => (specifier === TYPEBOX && typebox ? typebox.bundle : specifier))
      .filter((specifier) => !specifier.startsWith('.'));
    const process = this.#spare ?? (await this.#start());
    this.#spare = undefined;
    if (this.#typebox && !bundled) this.#bundling ??= bundleTypeBox(this.#typebox);
    return process.run({ ...options, job: { ...job, typebox } });
  }

  /** Starts the process of the next job, preloading the packages that the last one needed. */
  async prepare(): Promise<void> {
    this.#spare ??= await this.#start();
  }

  async #start(): Promise<EvaluationProcess> {
    return new EvaluationProcess(await runtime(), this.#root, this.#packages);
  }

  /** Kills the waiting process, if there is one, and waits until TypeBox is bundled. */
  async close(): Promise<void> {
    this.#spare?.stop();
    this.#spare = undefined;
    await this.#bundling;
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
