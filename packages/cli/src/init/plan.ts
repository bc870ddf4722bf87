import type { App } from './app.ts';
import type { PackageSource } from './packages.ts';
import type { ProjectFiles } from './project-files.ts';

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
