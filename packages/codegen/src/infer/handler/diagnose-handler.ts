import { parsePointer } from '@btcp/schema';
import type { Types as Code } from '../../source/types/types.ts';
import type { ast } from '../../source/types/typescript.ts';
import type { CodeDiagnostic, NodeDiagnostic } from './code-diagnostic.ts';
import { confirmsOf, executesOf, isFunctionValue } from './code-nodes.ts';
import { diagnoseError } from './diagnose-error.ts';
import { diagnosePromise } from './diagnose-promise.ts';
import { diagnoseSignal } from './diagnose-signal.ts';
import { diagnoseInput } from './input/diagnose-input.ts';
import { diagnoseReturn } from './return/diagnose-return.ts';
import type { FunctionNode } from './syntax.ts';

/** The schemas that a handler is compared with. */
export interface HandlerSchemas {
  readonly inputSchema: unknown;
  readonly outputSchema: unknown;
  /** JSON pointers into the input schema. */
  readonly optionalDefaults?: readonly string[];
}

/**
 * Checks the code of a tool's handler. The functions that it calls are not followed.
 *
 * @param definition - The argument of `defineTool`.
 * @returns Diagnostics; none where the checker fails.
 */
export function diagnoseHandler(
  code: Code,
  definition: ast.Node,
  schemas: HandlerSchemas,
): readonly CodeDiagnostic[] {
  try {
    const units = executesOf(code, definition);
    const [handler] = units;
    const found = [
      ...(units.length === 1 && handler && isFunctionValue(handler)
        ? ofHandler(code, handler, confirmsOf(code, definition).filter(isFunctionValue), schemas)
        : []),
      ...units.flatMap((unit) => [...diagnoseError(code, unit), ...diagnosePromise(code, unit)]),
    ];
    return found.map(({ node, ...diagnostic }) => ({
      ...diagnostic,
      at: typeof node === 'string' ? node : code.positionOf(node),
    }));
  } catch {
    // The checker fails on some code, and deeply nested code overflows the stack; report nothing then.
    return [];
  }
}

function ofHandler(
  code: Code,
  handler: FunctionNode,
  confirms: readonly FunctionNode[],
  { inputSchema, outputSchema, optionalDefaults = [] }: HandlerSchemas,
): readonly NodeDiagnostic[] {
  return [
    ...optionalDefaults.map((path) => optionalDefault(`/inputSchema${path}`)),
    ...diagnoseInput(code, handler, confirms, inputSchema),
    ...diagnoseReturn(code, handler, outputSchema),
    ...diagnoseSignal(code, handler),
  ];
}

function optionalDefault(path: string): NodeDiagnostic {
  const property = parsePointer(path)?.at(-1) ?? '';
  return { id: 'default-optional', node: path, path, data: { property } };
}
