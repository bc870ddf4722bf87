import type { BuildResult } from '@btcp/codegen';
import { type DevEnvironment, type EnvironmentModuleNode, normalizePath, type ViteDevServer } from 'vite';
import { errorOf } from './diagnostics.ts';

/** Shows builds in the pages of a development server. */
export class HotPage {
  readonly #server: ViteDevServer;
  /** The texts of the last build's files, which the pages have, by Vite's paths. */
  readonly #written = new Map<string, string>();
  #outDir = '';
  #error: ReturnType<typeof errorOf>;
  /** Until the files that a build writes are known. */
  #writing: Promise<void> | undefined;
  #endWriting: (() => void) | undefined;

  constructor(server: ViteDevServer) {
    this.#server = server;
    // A page that is opened after the build.
    server.ws.on('connection', () => this.#showError());
  }

  /** A build begins to write. */
  expectFiles(): void {
    this.#writing = new Promise((resolve) => (this.#endWriting = resolve));
  }

  /** Reloads what a build wrote, or shows its errors. */
  show(result: BuildResult): void {
    const hadError = this.#error !== undefined;
    this.#error = errorOf(result);
    // Takes the overlay away, also where no file has changed. Before the first error, because a page reloads if the first
    // update that it gets comes while it shows one.
    if (hadError !== (this.#error !== undefined)) this.#server.ws.send({ type: 'update', updates: [] });
    if (this.#error) this.#showError();
    else this.#update(result);
    this.#endWriting?.();
  }

  #update({ outDir = '', files, stale }: BuildResult): void {
    this.#outDir = normalizePath(outDir);
    for (const { path, text } of files) this.#written.set(`${this.#outDir}/${path}`, text);
    const changed = stale.map(({ path }) => `${this.#outDir}/${path}`);
    for (const environment of Object.values(this.#server.environments)) this.#reload(environment, changed);
  }

  /** Whether a build wrote a file, whose modules were then updated together. */
  async hasUpdated(file: string, read: () => string | Promise<string>): Promise<boolean> {
    if (!file.startsWith(`${this.#outDir}/`)) return false;
    await this.#writing;
    // It may be gone again.
    const text = await Promise.resolve(read()).catch(() => undefined);
    return text !== undefined && text === this.#written.get(file);
  }

  // All at once: a registration with the validators of another build is refused.
  #reload(environment: DevEnvironment, changed: readonly string[]): void {
    const { moduleGraph } = environment;
    const modules = changed.flatMap((file) => [...(moduleGraph.getModulesByFile(file) ?? [])]);
    const now = Date.now();
    for (const each of modules) moduleGraph.invalidateModule(each, new Set(), now, true);
    const isImported = (each: EnvironmentModuleNode): boolean =>
      modules.some((other) => other !== each && other.importedModules.has(each));
    for (const each of modules) if (!isImported(each)) void environment.reloadModule(each);
  }

  #showError(): void {
    if (this.#error) this.#server.ws.send({ type: 'error', err: this.#error });
  }
}
