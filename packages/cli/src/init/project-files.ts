import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { fileError, InputError } from '../errors.ts';
import { editFile, refuseLinkOut, textAt } from '../system/write-files.ts';
import type { AgentName } from 'package-manager-detector';

export interface FileChange {
  /** Relative to the project, with slashes. */
  readonly path: string;
  /** Undefined for a new file. */
  readonly before: string | undefined;
  readonly after: string;
}

/** A project's files as they would be with planned changes, none of which is on disk until `write`. */
export class ProjectFiles {
  /** Absolute path. */
  readonly root: string;
  readonly #planned = new Map<string, FileChange>();

  constructor(root: string) {
    this.root = root;
  }

  /** The text of a file; undefined where there is none. */
  read(path: string): string | undefined {
    const planned = this.#planned.get(path);
    if (planned) return planned.after;
    try {
      return readFileSync(join(this.root, path), 'utf8');
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
      throw fileError(`${path} cannot be read`, error);
    }
  }

  has(path: string): boolean {
    return this.#planned.has(path) || existsSync(join(this.root, path));
  }

  hasFolder(path: string): boolean {
    // Unlike what asks for the state of a file, never throws.
    return existsSync(join(this.root, path) + sep);
  }

  /** The first of some paths at which there is a file. */
  find(paths: readonly string[]): string | undefined {
    return paths.find((path) => this.has(path));
  }

  /** Plans a new file; one that is there already stays as it is. */
  create(path: string, text: string): void {
    if (!this.has(path)) this.#planned.set(path, { path, before: undefined, after: text });
  }

  /** Plans another text for a file that is there. */
  edit(path: string, text: string): void {
    const before = this.read(path);
    if (before === text) return;
    const planned = this.#planned.get(path);
    this.#planned.set(path, { path, before: planned ? planned.before : before, after: text });
  }

  changes(): readonly FileChange[] {
    return [...this.#planned.values()];
  }

  /** @throws InputError if a file has changed since it was read, or cannot be written. */
  async write(): Promise<void> {
    // First all of them, so that nothing is written by half.
    for (const { path } of this.changes()) await refuseLinkOut(path, this.root);
    for (const { path, before, after } of this.changes()) {
      const target = join(this.root, path);
      try {
        if ((await textAt(target)) !== before)
          throw new InputError(`${path} has changed meanwhile.`, 'Run the command again.');
        await mkdir(dirname(target), { recursive: true });
        await editFile(target, after);
      } catch (error) {
        throw fileError(`${path} cannot be written`, error);
      }
    }
  }
}

/** The kinds of projects that `btcp init` knows. */
export type AppKind = 'vite' | 'next' | 'angular' | 'site' | 'node' | 'mcp-server';

/** What `btcp init` needs to know about a project. */
export interface App {
  readonly kind: AppKind;
  /** For people: "Vite with React". */
  readonly title: string;
  readonly isPage: boolean;
  readonly isTypeScript: boolean;
  /** Whether package.json makes Node load `.js` as ES modules. */
  readonly isModule: boolean;
  readonly manager: AgentName;
  /** Where a workspace begins, if the project is a package of one; absolute. */
  readonly workspace: string | undefined;
  /** Its `package.json`. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Names of all dependencies → their ranges. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** The file whose compiler options hold for `src`; undefined without TypeScript. */
  readonly tsconfig: string | undefined;
  readonly compilerOptions: Readonly<Record<string, unknown>>;
  /** What tsc compiles; without the field everything, which is one empty path. */
  readonly include: readonly string[];
  /** Whether options of `tsconfig` are another file's, or would not stay: it extends one, or a framework writes it. */
  readonly isExtended: boolean;
}

export interface PackageSource {
  /** What package.json asks for. */
  readonly specOf: (name: string) => string;
  /** What the package.json of another folder asks for; absolute. */
  readonly specIn: (folder: string, name: string) => string;
  /** Packages that are found only if package.json names them, as others depend on them. */
  readonly all: readonly string[];
}

/** What `btcp init` is about to do; each step adds to it. */
export interface Plan {
  readonly app: App;
  readonly files: ProjectFiles;
  readonly packages: PackageSource;
  /** What the author has to do by hand: a sentence, and lines to paste. */
  readonly notes: Note[];
}

export interface Note {
  readonly text: string;
  readonly paste?: string;
}

/** What a kind of app adds to what all have. */
export interface KindPlan {
  readonly scripts: Readonly<Record<string, string>>;
  readonly packages?: readonly string[] | undefined;
  /** The commands that come next, for package managers: a script, or a program of a package. */
  readonly next: readonly NextCommand[];
}

export type NextCommand =
  | { readonly script: string; readonly says: string }
  | { readonly program: readonly string[]; readonly says: string };

/** The extension with which a module of the project imports one in TypeScript. */
export function extensionFor({ compilerOptions, isTypeScript, isPage }: App): '.ts' | '.js' | '' {
  const { allowImportingTsExtensions, rewriteRelativeImportExtensions } = compilerOptions;
  if (!isTypeScript || allowImportingTsExtensions === true || rewriteRelativeImportExtensions === true)
    return '.ts';
  // Bundlers know a module without one, and Node's resolution needs that of what is emitted.
  return isPage ? '' : '.js';
}
