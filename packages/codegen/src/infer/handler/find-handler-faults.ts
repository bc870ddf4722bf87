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
  readonly #code: Code;
  readonly #calleesOf: ReturnType<typeof calleesIn>;
  readonly #caught: FaultsOf;
  readonly #uncaught: FaultsOf;
  readonly #promises: FaultsOf;

  constructor(code: Code) {
    this.#code = code;
    this.#calleesOf = calleesIn(code);
    // Several tools may run a function.
    this.#caught = remembering((unit) => findErrorFaults(code, unit, true));
    this.#uncaught = remembering((unit) => findErrorFaults(code, unit, false));
    this.#promises = remembering((unit) => findPromiseFaults(code, unit));
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

  #ofUnit({ unit, depth, isCaught }: ReachedUnit): readonly FoundInCode[] {
    const errors = (isCaught ? this.#caught : this.#uncaught)(unit);
    return depth > 1 ? errors : [...errors, ...this.#promises(unit)];
  }
}

type FaultsOf = (unit: ast.Node) => readonly FoundInCode[];

function remembering(find: FaultsOf): FaultsOf {
  const found = new Map<ast.Node, readonly FoundInCode[]>();
  return (unit) => {
    const faults = found.get(unit) ?? find(unit);
    found.set(unit, faults);
    return faults;
  };
}

function optionalDefault(path: string): FoundInCode {
  const property = parsePointer(path)?.at(-1) ?? '';
  return { id: 'default-optional', node: path, path, data: { property } };
}
