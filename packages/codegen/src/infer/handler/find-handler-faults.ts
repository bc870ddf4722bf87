import { parsePointer } from '@btcp/schema';
import type { Types as Code } from '../../source/types/types.ts';
import { type ast, is } from '../../source/types/typescript.ts';
import type { CodeFinding, FoundInCode } from './code-finding.ts';
import { executesOf, isFunctionValue } from './code-nodes.ts';
import { findErrorFaults } from './error-findings.ts';
import { findInputFaults } from './input-findings.ts';
import { calleesIn, functionNamed, type ReachedUnit, reachedUnits } from './project-functions.ts';
import { findPromiseFaults } from './promise-findings.ts';
import { findReturnFaults } from './return-findings.ts';
import { findSignalFaults } from './signal-findings.ts';
import type { FunctionNode } from './syntax.ts';

/** The schemas that a handler is compared with. */
export interface HandlerSchemas {
  readonly inputSchema: unknown;
  readonly outputSchema: unknown;
  /** JSON pointers into the input schema. */
  readonly optionalDefaults?: readonly string[];
}

/** Finds what is wrong with the handlers of a project's tools. */
export class HandlerFaults {
  /** Absolute paths of the files that were looked into. */
  readonly files: Set<string> = new Set();
  readonly #code: Code;
  readonly #calleesOf: ReturnType<typeof calleesIn>;
  /** Functions that several tools run are reported for the first. */
  readonly #done = new Set<ast.Node>();
  readonly #awaited = new Set<ast.Node>();

  constructor(code: Code) {
    this.#code = code;
    this.#calleesOf = calleesIn(code);
  }

  /**
   * @param definition - The argument of `defineTool`.
   * @returns What breaks a rule; code that is too strange for the checker is passed over.
   */
  of(definition: ast.Node, schemas: HandlerSchemas): readonly CodeFinding[] {
    try {
      return this.#find(definition, schemas).map(({ node, ...finding }) => ({
        ...finding,
        at: typeof node === 'string' ? node : this.#code.positionOf(node),
      }));
    } catch {
      // The checker fails on some code, and code can nest deeper than the stack: say nothing when unsure.
      return [];
    }
  }

  #find(definition: ast.Node, schemas: HandlerSchemas): readonly FoundInCode[] {
    const roots = executesOf(this.#code, definition).map((root) =>
      is.isExpression(root) ? (functionNamed(this.#code, root) ?? root) : root,
    );
    const units = reachedUnits(roots, this.#calleesOf);
    for (const { unit } of units) this.files.add(unit.getSourceFile().fileName);
    const [handler] = roots;
    const ofTool =
      roots.length === 1 && handler && isFunctionValue(handler)
        ? this.#ofHandler(schemas, handler, units)
        : [];
    return [...ofTool, ...units.flatMap((unit) => this.#ofUnit(unit))];
  }

  #ofHandler(
    { inputSchema, outputSchema, optionalDefaults = [] }: HandlerSchemas,
    handler: FunctionNode,
    units: readonly ReachedUnit[],
  ): readonly FoundInCode[] {
    const code = this.#code;
    return [
      ...optionalDefaults.map((path) => optionalDefault(`/inputSchema${path}`)),
      ...findInputFaults({ code, handler, inputSchema }),
      ...findReturnFaults(code, handler, outputSchema),
      ...findSignalFaults(code, handler, units),
    ];
  }

  #ofUnit(reached: ReachedUnit): readonly FoundInCode[] {
    const { unit, depth } = reached;
    const errors = this.#done.has(unit) ? [] : findErrorFaults(this.#code, reached);
    if (!reached.isCaught) this.#done.add(unit);
    if (depth > 1 || this.#awaited.has(unit)) return errors;
    this.#awaited.add(unit);
    return [...errors, ...findPromiseFaults(this.#code, unit)];
  }
}

function optionalDefault(path: string): FoundInCode {
  const property = parsePointer(path)?.at(-1) ?? '';
  return { id: 'default-optional', node: path, path, data: { property } };
}
