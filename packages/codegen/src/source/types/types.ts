import type { ChildProcess } from 'node:child_process';
import { dirname, join } from 'node:path';
import type { Position } from '../position.ts';
import { relativePath } from '../relative-path.ts';
import { configText } from './config-text.ts';
import {
  API,
  type ast,
  type Checker,
  NodeBuilderFlags,
  type NodeHandle,
  type Program,
  type Project,
  type Snapshot,
  type Type,
} from './typescript.ts';

/** What a checker is told about a project. */
export interface TypesOptions {
  /** Absolute path of the folder that holds the project. */
  readonly root: string;
  /** Absolute path of the project's tsconfig.json; without one, strict defaults are used. */
  readonly tsconfig: string | undefined;
  /** Absolute paths of the files to begin with; what they import is read too. */
  readonly files: readonly string[];
}

/** The types of a project: syntax trees and the checker of TypeScript 7, which runs in a process of its own. */
export class Types {
  /** Absolute paths of the declaration files that the project's tsconfig includes. */
  readonly declarations: readonly string[];
  readonly #api: API;
  readonly #root: string;
  readonly #config: string;
  #snapshot: Snapshot;
  #project: Project;

  /** Starts the checker and reads the project. Blocks its thread while files are read. */
  constructor({ root, tsconfig, files }: TypesOptions) {
    const folder = tsconfig === undefined ? root : dirname(tsconfig);
    this.#root = root;
    const config = (this.#config = join(folder, CONFIG_NAME));
    let text = '';
    this.#api = new API({
      cwd: root,
      // The project's own tsconfig says what else belongs to it, and may be laxer than what is derived from types may be.
      fs: {
        readFile: (path) => (path === config ? text : undefined),
        fileExists: (path) => (path === config ? true : undefined),
      },
    });
    const base = tsconfig === undefined ? undefined : this.#api.parseConfigFile(tsconfig);
    this.declarations = (base?.fileNames ?? []).filter((path) => DECLARATION.test(path));
    text = configText(tsconfig, base?.options ?? {}, [...files, ...this.declarations]);
    this.#snapshot = this.#api.updateSnapshot({ openProjects: [config] });
    this.#project = this.#opened();
  }

  /**
   * Reads files again. Nodes and types from before must not be used any more.
   *
   * @param changed - Absolute paths of files of the program whose text has changed.
   */
  refresh(changed: readonly string[]): void {
    const before = this.#snapshot;
    const fileChanges = { changed: [...changed] };
    this.#snapshot = this.#api.updateSnapshot({ openProjects: [this.#config], fileChanges });
    this.#project = this.#opened();
    before.dispose();
  }

  #opened(): Project {
    const project = this.#snapshot.getProject(this.#config);
    if (!project) throw new Error(`TypeScript did not open ${this.#config}.`);
    return project;
  }

  get checker(): Checker {
    return this.#project.checker;
  }

  get program(): Program {
    return this.#project.program;
  }

  /** The syntax tree of a file of the program, by its absolute path. */
  file(path: string): ast.SourceFile | undefined {
    return this.program.getSourceFile(path);
  }

  /** The outermost node that spans a range of a file. Positions are UTF-16 code units, and the start is that of the first token. */
  nodeAt(path: string, start: number, end: number): ast.Node | undefined {
    const file = this.file(path);
    return file && spanning(file, file, start, end);
  }

  /** The node of a declaration. Reads the whole file, so check `isOwn` of its path first. */
  nodeOf(declaration: NodeHandle): ast.Node | undefined {
    return declaration.resolve(this.#project);
  }

  /** Where a node is, its length cut at the end of its first line. */
  positionOf(node: ast.Node): Position {
    const file = node.getSourceFile();
    return this.rangeAt(file, node.getStart(file), node.end);
  }

  /** Where a stretch of a file is, its length cut at the end of its first line. */
  rangeAt(file: ast.SourceFile, start: number, end: number): Position {
    const { line, character } = file.getLineAndCharacterOfPosition(start);
    const lineEnd = file.text.indexOf('\n', start);
    const last = Math.min(end, lineEnd === -1 ? file.text.length : lineEnd);
    return {
      file: relativePath(this.#root, file.fileName),
      line: line + 1,
      column: character + 1,
      length: Math.max(1, last - start),
    };
  }

  /** The type of an expression; `any` where the checker has none. */
  typeAt(node: ast.Node): Type {
    return this.checker.getTypeAtLocation(node) ?? this.checker.getAnyType();
  }

  /** A type as TypeScript writes it, in full. */
  textOf(type: Type): string {
    return this.checker.typeToString(type, undefined, NodeBuilderFlags.NoTruncation);
  }

  /** Ends the process of the checker. */
  close(): void {
    // `close` sends SIGTERM, which the process may comment on standard error.
    const child = (this.#api as unknown as ApiProcess).client?.channel?.child;
    if (child) child.kill('SIGKILL');
    else this.#api.close();
  }
}

/** The process of the checker, which the API keeps to itself. */
interface ApiProcess {
  readonly client?: { readonly channel?: { readonly child?: ChildProcess } };
}

const CONFIG_NAME = 'tsconfig.btcp-build.json';
const DECLARATION = /\.d\.([^./]+\.)?[cm]?ts$/;

function spanning(node: ast.Node, file: ast.SourceFile, start: number, end: number): ast.Node | undefined {
  if (node.getStart(file) === start && node.end === end && node !== file) return node;
  return node.forEachChild((child) =>
    child.pos <= start && end <= child.end ? spanning(child, file, start, end) : undefined,
  );
}
