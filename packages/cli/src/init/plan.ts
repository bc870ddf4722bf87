import type { AgentName } from 'package-manager-detector';
import type { ProjectFiles } from './project-files.ts';

/** The kinds of projects that `btcp init` knows. */
export type AppKind = 'vite' | 'next' | 'node' | 'mcp-server';

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
  /** Whether `tsconfig` extends another, which has options that are unknown here. */
  readonly isExtended: boolean;
}

/** Where packages are installed from. */
export interface PackageSource {
  /** What package.json asks for. */
  readonly specOf: (name: string) => string;
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

interface Note {
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
