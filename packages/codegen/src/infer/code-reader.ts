import { isAbsolute } from 'node:path';
import type { TypesOptions } from '../source/types/types.ts';
import { Types } from '../source/types/types.ts';
import {
  type ast,
  type Signature,
  SignatureKind,
  is,
  type TypeDiagnostic,
} from '../source/types/typescript.ts';
import type { CapabilityReport } from './capabilities/capability-report.ts';
import { CapabilityInference } from './capabilities/infer-capabilities.ts';
import type { CodeDiagnostic } from './handler/code-diagnostic.ts';
import { executesOf, isFunctionValue } from './handler/code-nodes.ts';
import { diagnoseHandler, type HandlerSchemas } from './handler/diagnose-handler.ts';
import { inferOutput, type InferredOutput } from './output/infer-output.ts';
import type { TextRange, ToolLocation } from './tool-location.ts';
import type { Position } from '../source/position.ts';

export interface OutputTypes extends InferredOutput {
  /** What TypeScript cannot resolve in the tool, if types have no JSON form. */
  readonly unresolved: readonly Unresolved[];
}

/** Absolute paths of what TypeScript has read. */
export interface ProgramFiles {
  /** In the project and in packages, without TypeScript's own. */
  readonly files: readonly string[];
  /** Those that do not parse. */
  readonly broken: readonly string[];
}

/** Reads the code of tools with the type checker. Every result is plain data, so that it can be sent between threads. */
export class CodeReader {
  readonly #types: Types;
  #capabilities: CapabilityInference;

  constructor(options: TypesOptions) {
    this.#types = new Types(options);
    this.#capabilities = new CapabilityInference(this.#types);
  }

  /** Rereads files of which only the text has changed, by their absolute paths. */
  refresh(changed: readonly string[]): void {
    this.#types.refresh(changed);
    this.#capabilities = new CapabilityInference(this.#types);
  }

  /** Reads what the functions of files name, before it is known which of them are handlers. Never throws. */
  readAhead(files: readonly string[]): void {
    try {
      this.#capabilities.readAhead(files);
    } catch {
      // Whoever asks about the function gets the error.
    }
  }

  /** Derives the output schema of a tool; undefined if the definition has no `execute`. */
  output({ file, definition, execute }: ToolLocation): OutputTypes | undefined {
    const types = this.#types;
    const node = this.#nodeAt(file, definition);
    const signatures = signaturesOfExecute(types, node);
    if (!signatures) return undefined;
    const inferred = inferOutput({ types, signatures, location: this.#nodeAt(file, execute) });
    const unresolved = inferred.diagnostics.length > 0 ? findUnresolved(types, node) : [];
    return { ...inferred, unresolved };
  }

  capabilities({ file, definition }: ToolLocation): CapabilityReport {
    return this.#capabilities.of({ file, ...definition });
  }

  handler({ file, definition }: ToolLocation, schemas: HandlerSchemas): readonly CodeDiagnostic[] {
    return diagnoseHandler(this.#types, this.#nodeAt(file, definition), schemas);
  }

  program(): ProgramFiles {
    const { program } = this.#types;
    return {
      files: program.getSourceFileNames().filter((path) => isAbsolute(path)),
      broken: program.getSyntacticDiagnostics().flatMap(({ fileName }) => fileName ?? []),
    };
  }

  close(): void {
    this.#types.close();
  }

  #nodeAt(file: string, { start, end }: TextRange): ast.Node {
    const node = this.#types.nodeAt(file, start, end);
    if (!node) throw new Error(`TypeScript reads ${file} in another way than the build`);
    return node;
  }
}

/**
 * The signatures of a definition's `execute`. A function that is written there has one; only another value needs its type,
 * for which TypeScript checks the whole definition.
 */
export function signaturesOfExecute(types: Types, definition: ast.Node): readonly Signature[] | undefined {
  const { checker } = types;
  const written = executesOf(types, definition)
    .filter(isFunctionValue)
    .find(({ parent }) => parent === definition || parent.parent === definition);
  const signature = written && checker.getSignatureFromDeclaration(written);
  if (signature) return [signature];
  const type = checker.getTypeAtLocation(definition);
  const execute = type && checker.getPropertyOfType(type, 'execute');
  const executed = execute && checker.getTypeOfSymbolAtLocation(execute, definition);
  return executed && checker.getSignaturesOfType(executed, SignatureKind.Call);
}

export interface Unresolved extends Position {
  readonly code: number;
  readonly text: string;
}

/** TypeScript's errors that make a type `any` or `unknown`. */
const UNRESOLVED: ReadonlySet<number> = new Set([
  // Modules and what they export.
  2305, 2307, 2614, 2724, 2732, 2792, 2834, 2835, 7016,
  // Names and properties.
  2304, 2339, 2503, 2551, 2552, 2580, 2581, 2582, 2583, 2584, 2591, 2592, 2593,
  // Loops and spreads that the project's `target` or `lib` does not allow.
  2461, 2488, 2495, 2504, 2548, 2549, 2569, 2763, 2802,
  // A value of type unknown.
  2571, 18046,
  // Operators on values of other types.
  2365,
]);
const MOST = 3;

/** Why the types of a tool cannot be read: what TypeScript cannot resolve in it, or in the imports of its file. */
function findUnresolved(types: Types, definition: ast.Node): readonly Unresolved[] {
  const file = definition.getSourceFile();
  const places = [definition, ...file.statements.filter((each) => is.isImportDeclaration(each))];
  const isHere = (start: number): boolean =>
    places.some((node) => node.getStart(file) <= start && start < node.end);
  return types.program
    .getSemanticDiagnostics(file.fileName)
    .filter(({ code, pos }) => UNRESOLVED.has(code) && isHere(pos))
    .slice(0, MOST)
    .map((diagnostic) => ({
      code: diagnostic.code,
      text: flatText(diagnostic),
      ...types.rangeAt(file, diagnostic.pos, diagnostic.end),
    }));
}

function flatText({ text, messageChain = [] }: TypeDiagnostic): string {
  return [text, ...messageChain.map(flatText)].join(' ');
}
