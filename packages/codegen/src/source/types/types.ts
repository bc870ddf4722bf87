import { dirname } from 'node:path';
import { Names } from './names.ts';
import type { Position } from '../position.ts';
import { CheckerProcess, type OpenProject } from './checker-process.ts';
import { configText } from './config-text.ts';
import {
  type ast,
  type Checker,
  NodeBuilderFlags,
  type NodeHandle,
  type Program,
  type Type,
} from './typescript.ts';
import { isAmbientFile, relativePath } from '../match-files.ts';

export interface TypesOptions {
  /** Absolute path of the folder that holds the project. */
  readonly root: string;
  /** Absolute path of the project's tsconfig.json; without one, strict defaults are used. */
  readonly tsconfig: string | undefined;
  /** Absolute paths of the root files; their imports are read too. */
  readonly files: readonly string[];
  /** Absolute paths of what has to be read with each part of `files`; without it, they are read at once. */
  readonly always?: readonly string[] | undefined;
  /** Absolute path of the folder that the build writes to, which declares nothing for the tools that it is made from. */
  readonly outDir?: string;
}

/** The types of a project: syntax trees and the checker of TypeScript 7. */
export class Types {
  readonly #root: string;
  #open: OpenProject;

  names: Names;

  /** Reads the project. Blocks its thread while files are read. */
  constructor({ root, tsconfig, files, always = [], outDir }: TypesOptions) {
    const folder = tsconfig === undefined ? root : dirname(tsconfig);
    this.#open = CheckerProcess.use((checker) => {
      const base = tsconfig === undefined ? undefined : checker.parseConfig(tsconfig);
      const included = (base?.fileNames ?? []).filter((path) => dirname(path) !== outDir);
      const ambient = included.filter(isAmbientFile);
      // Of the project's own tsconfig; its options may be too lax for derived schemas.
      const text = configText(tsconfig, base?.options ?? {}, [...always, ...files, ...ambient]);
      return checker.open(folder, text);
    });
    this.#root = root;
    this.names = new Names(this);
  }

  /**
   * Rereads files. Earlier nodes and types must no longer be used.
   *
   * @param changed - Absolute paths of files of the program whose text has changed.
   */
  refresh(changed: readonly string[]): void {
    this.#open = this.#open.process.refresh(this.#open, changed);
    this.names = new Names(this);
  }

  get checker(): Checker {
    return this.#open.checker;
  }

  get program(): Program {
    return this.#open.project.program;
  }

  /** Whether `import { type Row } from './rows.ts'` loads the module: so TypeScript is told to write it, and Node does. */
  get keepsTypeImports(): boolean {
    const { verbatimModuleSyntax, erasableSyntaxOnly } = this.#open.project.compilerOptions;
    return verbatimModuleSyntax === true || erasableSyntaxOnly === true;
  }

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
    return declaration.resolve(this.#open.project);
  }

  /** The position of a node, its length cut at the end of its first line. */
  positionOf(node: ast.Node): Position {
    const file = node.getSourceFile();
    return this.rangeAt(file, node.getStart(file), node.end);
  }

  /** The position of a range of a file, its length cut at the end of its first line. */
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

  textOf(type: Type): string {
    return this.checker.typeToString(type, undefined, NodeBuilderFlags.NoTruncation);
  }

  /** Closes the project. Its nodes and types must no longer be used. */
  close(): void {
    this.#open.process.close(this.#open);
  }
}

function spanning(node: ast.Node, file: ast.SourceFile, start: number, end: number): ast.Node | undefined {
  if (node.getStart(file) === start && node.end === end && node !== file) return node;
  return node.forEachChild((child) =>
    child.pos <= start && end <= child.end ? spanning(child, file, start, end) : undefined,
  );
}
