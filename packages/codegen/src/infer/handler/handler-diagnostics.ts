import { parsePointer } from '@btcp/schema';
import type { Types as Code } from '../../source/types/types.ts';
import { type ast, is } from '../../source/types/typescript.ts';
import type { CodeDiagnostic, NodeDiagnostic } from './code-diagnostic.ts';
import { executesOf, isFunctionValue } from './code-nodes.ts';
import { diagnoseError } from './diagnose-error.ts';
import { diagnoseInput } from './input/diagnose-input.ts';
import { calleesIn, functionNamed, type ReachedUnit, reachedUnits } from './project-functions.ts';
import { diagnosePromise } from './diagnose-promise.ts';
import { diagnoseReturn } from './return/diagnose-return.ts';
import { diagnoseSignal } from './diagnose-signal.ts';
import type { FunctionNode } from './syntax.ts';

/** The schemas that a handler is compared with. */
export interface HandlerSchemas {
  readonly inputSchema: unknown;
  readonly outputSchema: unknown;
  /** JSON pointers into the input schema. */
  readonly optionalDefaults?: readonly string[];
}

/** Runs the checks of handlers of a project's tools. */
export class HandlerDiagnostics {
  readonly #code: Code;
  readonly #calleesOf: ReturnType<typeof calleesIn>;
  readonly #caught: DiagnosticsOf;
  readonly #uncaught: DiagnosticsOf;
  readonly #promises: DiagnosticsOf;

  constructor(code: Code) {
    this.#code = code;
    this.#calleesOf = calleesIn(code);
    // Several tools may call a function.
    this.#caught = remembering((unit) => diagnoseError(code, unit, true));
    this.#uncaught = remembering((unit) => diagnoseError(code, unit, false));
    this.#promises = remembering((unit) => diagnosePromise(code, unit));
  }

  /**
   * @param definition - The argument of `defineTool`.
   * @returns Diagnostics; none where the checker fails.
   */
  of(definition: ast.Node, schemas: HandlerSchemas): readonly CodeDiagnostic[] {
    try {
      return this.#find(definition, schemas).map(({ node, ...diagnostic }) => ({
        ...diagnostic,
        at: typeof node === 'string' ? node : this.#code.positionOf(node),
      }));
    } catch {
      // The checker fails on some code, and deeply nested code overflows the stack; report nothing then.
      return [];
    }
  }

  #find(definition: ast.Node, schemas: HandlerSchemas): readonly NodeDiagnostic[] {
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
  ): readonly NodeDiagnostic[] {
    const code = this.#code;
    return [
      ...optionalDefaults.map((path) => optionalDefault(`/inputSchema${path}`)),
      ...diagnoseInput({ code, handler, inputSchema }),
      ...diagnoseReturn(code, handler, outputSchema),
      ...diagnoseSignal(code, handler, units),
    ];
  }

  #ofUnit({ unit, depth, isCaught }: ReachedUnit): readonly NodeDiagnostic[] {
    const errors = (isCaught ? this.#caught : this.#uncaught)(unit);
    return depth > 1 ? errors : [...errors, ...this.#promises(unit)];
  }
}

type DiagnosticsOf = (unit: ast.Node) => readonly NodeDiagnostic[];

function remembering(find: DiagnosticsOf): DiagnosticsOf {
  const found = new Map<ast.Node, readonly NodeDiagnostic[]>();
  return (unit) => {
    const diagnostics = found.get(unit) ?? find(unit);
    found.set(unit, diagnostics);
    return diagnostics;
  };
}

function optionalDefault(path: string): NodeDiagnostic {
  const property = parsePointer(path)?.at(-1) ?? '';
  return { id: 'default-optional', node: path, path, data: { property } };
}
