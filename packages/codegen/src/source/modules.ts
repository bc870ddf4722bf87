import { readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { closureOf } from '@btcp/schema/internal';
import type { Cache } from '../cache/cache.ts';
import { entriesOf, hashOfFile, hashOfText, writtenAt } from '../cache/inputs.ts';
import { KNOWN_MODULES, type KnownModules, type Module, type ModuleText } from './known-modules.ts';
import { compiledBeside, isOwn, manifestOf } from './match-files.ts';
import { isMissing } from './missing-imports.ts';
import type { SourceProject } from './source-project.ts';
import { portableHash } from '../system/sha256.ts';
import { ts } from './ts.ts';

const ABSENT: ModuleText = {
  written: '',
  hash: '',
  stamp: '',
  specifiers: [],
  referenced: [],
  isAmbient: false,
  mentionsIgnore: false,
};
const AMBIENT = /\bdeclare\s+(?:global|module)\b|^\s*\/\/\/\s*<reference\s+(?:types|lib)\b/m;
const MODULE = /^\s*(?:import|export)\b/m;

/** The author's modules, and the transitive closures of their imports. Files that were not written since are not read. */
export class Modules {
  readonly #project: SourceProject;
  /** By absolute path. */
  readonly #texts: Map<string, ModuleText>;
  readonly #modules = new Map<string, Module>();
  /** Of the folders of modules, by absolute path. */
  readonly #names = new Map<string, ReadonlySet<string>>();
  /** The hashes of the package.json files above folders, by absolute path. */
  readonly #manifests = new Map<string, string>();
  readonly #closures = new Map<string, ReadonlySet<string>>();
  readonly #hashes = new Map<string, string>();

  constructor(project: SourceProject, cache: Cache) {
    this.#project = project;
    this.#texts = new Map(cache.find<KnownModules>(KNOWN_MODULES)?.value);
  }

  /** Absolute paths of a file and of the author's files that it imports transitively. */
  of(path: string): ReadonlySet<string> {
    let closure = this.#closures.get(path);
    if (!closure) this.#closures.set(path, (closure = this.reachedFrom([path])));
    return closure;
  }

  /** Absolute paths of what files import transitively, including them. */
  reachedFrom(paths: Iterable<string>): ReadonlySet<string> {
    return closureOf(paths, (path) => this.#module(path).imports);
  }

  /** Whether an import of a file, or of those that it imports transitively, leads to no file. */
  isIncomplete(path: string): boolean {
    return [...this.of(path)].some((each) => this.#module(each).isIncomplete);
  }

  /** A content hash of a file and its transitive imports. */
  hashOf(path: string): string {
    let hash = this.#hashes.get(path);
    if (hash === undefined) this.#hashes.set(path, (hash = this.hashOfAll(this.of(path))));
    return hash;
  }

  hashOfAll(paths: Iterable<string>): string {
    const lines = [...paths].sort().map((path) => `${path} ${this.#module(path).hashOfImports}`);
    return hashOfText(lines.join('\n'));
  }

  hashOfText(path: string): string {
    return this.#module(path).hash;
  }

  /** The same, if the file was read. */
  knownHashOf(path: string): string | undefined {
    return this.#modules.get(path)?.hash;
  }

  /** Whether a file is as it was read, if it was: the clock of its file system need not be this machine's. */
  isAsRead(path: string): boolean {
    const written = this.#modules.get(path)?.written;
    return written === undefined || written === writtenAt(path);
  }

  /** A hash of a file's text that is the same in every checkout, if the file was read. */
  stampOf(path: string): string | undefined {
    const stamp = this.#modules.get(path)?.stamp;
    return stamp === ABSENT.stamp ? undefined : stamp;
  }

  isAmbient(path: string): boolean {
    return this.#module(path).isAmbient;
  }

  mentionsIgnore(path: string): boolean {
    return this.#module(path).mentionsIgnore;
  }

  /** Absolute paths of the files that a file imports. */
  importsOf(path: string): readonly string[] {
    const { imports, packages } = this.#module(path);
    return [...imports, ...packages];
  }

  /** Absolute paths of the files of packages that a file imports. */
  packagesOf(path: string): readonly string[] {
    return this.#module(path).packages;
  }

  refresh(changed: readonly string[]): void {
    this.#names.clear();
    for (const path of changed) {
      this.#modules.delete(path);
      this.#texts.delete(path);
    }
    for (const [path, closure] of this.#closures) {
      if (!changed.some((each) => closure.has(each))) continue;
      this.#closures.delete(path);
      this.#hashes.delete(path);
    }
  }

  /** Keeps what was read of files for the next process. */
  keep(cache: Cache): void {
    const known = cache.find<KnownModules>(KNOWN_MODULES)?.value;
    const isSame =
      known?.size === this.#modules.size &&
      [...this.#modules].every(
        ([path, { hashOfImports }]) => known.get(path)?.hashOfImports === hashOfImports,
      );
    if (isSame) return;
    cache.put(KNOWN_MODULES, new Map(this.#modules));
  }

  #module(path: string): Module {
    let module = this.#modules.get(path);
    if (!module) this.#modules.set(path, (module = this.#resolve(path)));
    return module;
  }

  #resolve(path: string): Module {
    const text = this.#textOf(path);
    const found = text.specifiers.map((specifier) => this.#project.resolve(specifier, path)?.path);
    const isOfAuthor = (each: string): boolean => isOwn(this.#project.root, each);
    const resolved = found.filter((each) => each !== undefined);
    return {
      ...text,
      imports: [...resolved, ...text.referenced].filter(isOfAuthor),
      packages: resolved.filter((each) => !isOfAuthor(each)),
      hashOfImports:
        text === ABSENT
          ? ''
          : hashOfText(
              [
                text.hash,
                this.#manifestOf(path),
                compiledBeside(path, (each) => this.#exists(each)),
                ...found,
              ]
                .map((each) => each ?? '')
                .join('\0'),
            ),
      isIncomplete: text.specifiers.some(
        (specifier, index) => found[index] === undefined && isMissing(this.#project, specifier, path),
      ),
    };
  }

  // It says what a module is, and where imports lead that begin with `#`.
  #manifestOf(path: string): string {
    const folder = dirname(path);
    let hash = this.#manifests.get(folder);
    if (hash === undefined) this.#manifests.set(folder, (hash = hashOfFile(manifestOf(path) ?? '')));
    return hash;
  }

  #exists(path: string): boolean {
    const folder = dirname(path);
    let names = this.#names.get(folder);
    if (!names) this.#names.set(folder, (names = new Set(entriesOf(folder).map(({ name }) => name))));
    return names.has(basename(path));
  }

  #textOf(path: string): ModuleText {
    // Before it is read, so that what is written meanwhile is newer.
    const written = writtenAt(path);
    let text = this.#texts.get(path);
    if (text?.written !== written) this.#texts.set(path, (text = readText(path, written)));
    return text;
  }
}

function readText(path: string, written: string): ModuleText {
  let text;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return ABSENT;
  }
  const { specifiers, referenced } = readReferences(text);
  const ofComments = /\.[mc]?jsx?$/.test(path)
    ? Array.from(text.matchAll(COMMENTED), ([, , specifier = '']) => specifier)
    : [];
  return {
    written,
    hash: hashOfText(text),
    stamp: portableHash(text),
    specifiers: [...new Set([...specifiers, ...ofComments])],
    referenced: referenced.map((each) => resolve(dirname(path), each)),
    isAmbient: AMBIENT.test(text) || !MODULE.test(text),
    mentionsIgnore: /btcp-ignore/i.test(text),
  };
}

/** What a text imports, and what it names by `/// <reference path>`. */
type References = Readonly<Record<'specifiers' | 'referenced', readonly string[]>>;

/**
 * The references of a text, and maybe what a comment or template in it has on a line of its own: a tool is then read again
 * after more changes than it need be.
 */
export function readReferences(text: string): References {
  const specifiers = specifiersByLines(text);
  return specifiers ? { specifiers, referenced: [] } : scanReferences(text);
}

/** The references of a text: types, values, and what it loads while it runs. */
export function scanReferences(text: string): References {
  const { importedFiles, referencedFiles } = ts.preProcessFile(text, true, true);
  // Which the scanner does not know.
  const spaces = Array.from(text.matchAll(NAMESPACES), ([, , specifier = '']) => specifier);
  return { specifiers: [...namesOf(importedFiles), ...spaces], referenced: namesOf(referencedFiles) };
}

const namesOf = (files: readonly ts.FileReference[]): readonly string[] =>
  files.map(({ fileName }) => fileName);

/**
 * The specifiers of a text whose imports all begin a line, as most do, in a tenth of the time of TypeScript's scanner.
 *
 * @returns Undefined where there is another word that may import something.
 */
function specifiersByLines(text: string): readonly string[] | undefined {
  const lines = [...text.matchAll(IMPORT)];
  const exported = lines.filter(([, keyword]) => keyword === 'export').length;
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  return count(OTHER_WAYS) === 0 &&
    count(/\bimport\b/g) === lines.length - exported &&
    count(EXPORTS) === exported
    ? lines.map(([, , , specifier = '']) => specifier)
    : undefined;
}

const IMPORT = /^(import|export)\b(?:[\w\s{},*$]*\bfrom)?\s*(['"])([^'"\\\n]+)\2/gm;
/** Imports of types in comments, by `@type` or `@import`, which TypeScript reads in JavaScript. */
const COMMENTED = /(?:\bfrom|\bimport\s*\()\s*(['"])([^'"\n]+)\1/g;
const NAMESPACES = /\bexport\s*\*\s*as\b[^'"]*\bfrom\s*(['"])([^'"\n]+)\1/g;
/** `export {`, `export *`, and what a comment may hide of them. */
const EXPORTS = /\bexport\s*(?:type\b\s*)?[{*/]/g;
const OTHER_WAYS = /\brequire\b|\bdefine\s*\(|\bmodule\b|\/\/\//g;
