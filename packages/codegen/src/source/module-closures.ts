import { readFileSync } from 'node:fs';
import { resolve, dirname } from 'node:path';
import { hashOfText } from '../cache/inputs.ts';
import { isOwn } from './match-files.ts';
import { isMissing } from './missing-imports.ts';
import type { SourceProject } from './source-project.ts';
import { ts } from './ts.ts';

/** The imports of one of the author's files. */
interface ModuleText {
  /** Of its text, and of what its imports lead to: an installation or a file that comes may lead them elsewhere. */
  readonly hash: string;
  /** Absolute paths of the author's files that it imports, as types or as values. */
  readonly imports: readonly string[];
  /** Whether an import, maybe only of types, leads to no file. */
  readonly isIncomplete: boolean;
  /** Whether it has global declarations, which hold without an import. */
  readonly isAmbient: boolean;
}

const ABSENT: ModuleText = { hash: '', imports: [], isIncomplete: false, isAmbient: false };
const AMBIENT = /\bdeclare\s+(?:global|module)\b/;
const MODULE = /^\s*(?:import|export)\b/m;

/** The transitive closure of a file's imports, including the file. */
export class ModuleClosures {
  readonly #project: SourceProject;
  readonly #modules = new Map<string, ModuleText>();
  readonly #closures = new Map<string, ReadonlySet<string>>();
  readonly #hashes = new Map<string, string>();

  constructor(project: SourceProject) {
    this.#project = project;
  }

  /** Absolute paths of a file and of the author's files that it imports transitively. */
  of(path: string): ReadonlySet<string> {
    let closure = this.#closures.get(path);
    if (!closure) {
      const reached = new Set([path]);
      // Iterating over a set includes elements added during the loop.
      for (const each of reached) for (const imported of this.#module(each).imports) reached.add(imported);
      this.#closures.set(path, (closure = reached));
    }
    return closure;
  }

  /** Whether an import of a file, or of those that it imports transitively, leads to no file. */
  isIncomplete(path: string): boolean {
    return [...this.of(path)].some((each) => this.#module(each).isIncomplete);
  }

  /** A content hash of a file and its transitive imports. */
  hashOf(path: string): string {
    let hash = this.#hashes.get(path);
    if (hash === undefined) {
      const lines = [...this.of(path)].sort().map(this.#lineOf);
      this.#hashes.set(path, (hash = hashOfText(lines.join('\n'))));
    }
    return hash;
  }

  /**
   * A content hash of what holds in all files, without an import: those of them that have global declarations, and what
   * none of them imports.
   *
   * @param files - Absolute paths of the files with tools.
   * @param program - Absolute paths of all of the author's files that TypeScript reads.
   */
  globalHashOf(files: readonly string[], program: readonly string[]): string {
    const reached = new Set(files.flatMap((path) => [...this.of(path)]));
    const loose = program.filter((path) => !reached.has(path));
    const ambient = [...reached].filter((path) => this.#module(path).isAmbient);
    return hashOfText([...loose, ...ambient].sort().map(this.#lineOf).join('\n'));
  }

  /** Forgets files whose text has changed. */
  refresh(changed: readonly string[]): void {
    for (const path of changed) this.#modules.delete(path);
    for (const [path, closure] of this.#closures) {
      if (!changed.some((each) => closure.has(each))) continue;
      this.#closures.delete(path);
      this.#hashes.delete(path);
    }
  }

  readonly #lineOf = (path: string): string => `${path} ${this.#module(path).hash}`;

  #module(path: string): ModuleText {
    let module = this.#modules.get(path);
    if (!module) this.#modules.set(path, (module = this.#read(path)));
    return module;
  }

  #read(path: string): ModuleText {
    let text;
    try {
      text = readFileSync(path, 'utf8');
    } catch {
      return ABSENT;
    }
    const { importedFiles, referencedFiles } = ts.preProcessFile(text, true, true);
    const specifiers = importedFiles.map(({ fileName }) => fileName);
    const imported = specifiers.map((specifier) => this.#project.resolve(specifier, path)?.path);
    const referenced = referencedFiles.map(({ fileName }) => resolve(dirname(path), fileName));
    const imports = [...imported, ...referenced].filter(
      (each): each is string => each !== undefined && isOwn(this.#project.root, each),
    );
    return {
      hash: hashOfText([text, ...imported.map((each) => each ?? '')].join('\0')),
      imports,
      isIncomplete: specifiers.some((specifier) => isMissing(this.#project, specifier, path)),
      isAmbient: AMBIENT.test(text) || !MODULE.test(text),
    };
  }
}
