import type { BuildResult, BuildStage, FileRead } from '@btcp/codegen';
import {
  type DevEnvironment,
  type EnvironmentModuleNode,
  normalizePath,
  type Plugin,
  type ViteDevServer,
} from 'vite';
import { readFileSync } from 'node:fs';
import { posix, resolve } from 'node:path';
import type { Diagnostic } from '@btcp/core';

/** What a build reads. */
const CODE = /\.[cm]?[jt]sx?$/;

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
  /** Changed modules of tools, which pages get together with what a build makes of them. */
  readonly #held = new Map<DevEnvironment, Set<EnvironmentModuleNode>>();
  #readOf: (path: string) => FileRead = () => 'none';

  constructor(server: ViteDevServer) {
    this.#server = server;
    // A page that is opened after the build.
    server.ws.on('connection', () => this.#showError());
  }

  /** Whether an environment is one of its server. */
  serves(environment: DevEnvironment): boolean {
    return Object.values(this.#server.environments).includes(environment);
  }

  /** Nothing is built any more. */
  stop(): void {
    this.#outDir = '';
    this.#readOf = () => 'none';
    this.#reloadAll([]);
  }

  /** A build goes on to its next stage. */
  enter(stage: BuildStage): void {
    if (stage === 'write') this.#writing = new Promise((resolve) => (this.#endWriting = resolve));
  }

  /**
   * Holds changed modules back until a build without errors, so that pages get one update.
   *
   * @returns Whether it does: whether they are modules of a page's tools.
   */
  hold(environment: DevEnvironment, modules: readonly EnvironmentModuleNode[]): boolean {
    if (environment.config.consumer !== 'client' || !modules.some((each) => this.#isBuilding(each)))
      return false;
    const held = this.#held.get(environment) ?? new Set();
    this.#held.set(environment, held);
    modules.forEach((each) => held.add(each));
    return true;
  }

  /** Reloads what a build wrote, or shows its errors. */
  show(result: BuildResult, readOf: (path: string) => FileRead): void {
    this.#readOf = readOf;
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
    this.#reloadAll(changed);
  }

  #reloadAll(changed: readonly string[]): void {
    for (const environment of Object.values(this.#server.environments)) this.#reload(environment, changed);
  }

  /** Whether a module is one of the tools', whose change begins a build that has not ended. */
  #isBuilding(module: EnvironmentModuleNode): boolean {
    const { file } = module;
    return file !== null && CODE.test(file) && this.#readOf(file) === 'old' && this.#isOfTools(module);
  }

  #isOfTools(module: EnvironmentModuleNode, seen: Set<EnvironmentModuleNode> = new Set()): boolean {
    if (module.file === `${this.#outDir}/registration.ts`) return true;
    if (seen.has(module)) return false;
    seen.add(module);
    return [...module.importers].some((each) => this.#isOfTools(each, seen));
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
    const built = changed.flatMap((file) => [...(moduleGraph.getModulesByFile(file) ?? [])]);
    const held = this.#held.get(environment) ?? new Set();
    // What changed while the build went on waits for the next one.
    const ready = [...held].filter(({ file }) => file === null || this.#readOf(file) !== 'old');
    const modules = [...new Set([...built, ...ready])];
    for (const each of ready) held.delete(each);
    const now = Date.now();
    for (const each of modules) moduleGraph.invalidateModule(each, new Set(), now, true);
    const isImported = ({ importers }: EnvironmentModuleNode): boolean =>
      importers.size > 0 && [...importers].every((each) => modules.includes(each));
    for (const each of modules) if (!isImported(each)) void environment.reloadModule(each);
  }

  #showError(): void {
    if (this.#error) this.#server.ws.send({ type: 'error', err: this.#error });
  }
}

/** How a module begins that a build wrote, and what it exports. */
const REGISTRATION = /^\/\/ Generated by `btcp build`[^]*^export const registration\b/m;

/**
 * Takes a new version of the module where it is, and passes it to those who use the old one, see `Registration.onUpdate`.
 * The set outlives the module: its versions share it.
 */
const HOT = `
if (import.meta.hot) {
  const listeners = (import.meta.hot.data.btcpListeners ??= new Set());
  registration.onUpdate = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  import.meta.hot.accept((next) => {
    if (next) for (const listener of [...listeners]) listener(next.registration);
  });
}
`;

/** The modules that a registration loads at the first call of a tool. */
const ON_CALL = /\bimport\(["'](\.[^"']+)["']\)/g;

/** The URL by which Vite's own imports name a file. */
const urlOf = (id: string, root: string): string =>
  id.startsWith(`${root}/`) ? id.slice(root.length) : posix.join('/@fs/', id);

/** Registers a newer build in the place of the older one, in a page that goes on. */
export function keepRegistered(): Plugin {
  return {
    name: 'btcp:keep-registered',
    apply: 'serve',
    // Before TypeScript's comments are removed.
    enforce: 'pre',
    async transform(code, id) {
      const { environment } = this;
      if (environment.config.consumer !== 'client' || !REGISTRATION.test(code)) return undefined;
      if (environment.mode === 'dev')
        // Vite would find what tools import at their first call, and reload the page in the midst of it.
        for (const [, specifier = ''] of code.matchAll(ON_CALL)) {
          const found = await this.resolve(specifier, id);
          if (found) void environment.warmupRequest(urlOf(found.id, environment.config.root));
        }
      // At the end, so that the lines before stay where they are.
      return { code: code + HOT, map: null };
    },
  };
}

/** An error as bundlers take it, and Vite's overlay. */
interface PlacedError {
  readonly message: string;
  readonly stack: string;
  readonly plugin: string;
  readonly id: string;
  readonly loc: { readonly file: string; readonly line: number; readonly column: number };
  readonly frame: string;
}

/** The errors of a build as one: at the place of the first, with the text of all. */
export function errorOf({ diagnostics, root }: BuildResult): PlacedError | undefined {
  const [first, ...others] = diagnostics.filter(({ severity }) => severity === 'error');
  if (!first) return undefined;
  const { file, line, column } = first;
  const path = resolve(root, file);
  return {
    message: [textOf(first), ...others.map((each) => `${placeOf(each)}  ${textOf(each)}`)].join('\n\n'),
    stack: '',
    plugin: 'btcp',
    id: path,
    loc: { file: path, line, column },
    frame: frameOf(path, first),
  };
}

/** What a build says, as a terminal shows it. */
export const lineOf = (diagnostic: Diagnostic): string =>
  `${placeOf(diagnostic)}  ${diagnostic.severity}  ${textOf(diagnostic)}`;

const placeOf = ({ file, line, column }: Diagnostic): string => `${file}:${line}:${column}`;

const textOf = ({ id, message, help }: Diagnostic): string => `${id}: ${message}\n  help: ${help}`;

function frameOf(path: string, { line, column, length = 1 }: Diagnostic): string {
  let text: string | undefined;
  try {
    text = readFileSync(path, 'utf8').split(/\r?\n/)[line - 1];
  } catch {
    // The config may be missing.
  }
  if (text === undefined) return '';
  const start = `${line} | `;
  const indent = ' '.repeat(start.length) + text.slice(0, column - 1).replace(/[^\t]/g, ' ');
  return `${start}${text}\n${indent}${'^'.repeat(Math.max(1, Math.min(length, text.length - column + 1)))}`;
}
