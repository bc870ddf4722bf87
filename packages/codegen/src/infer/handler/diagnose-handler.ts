import { parsePointer } from '@btcp/schema';
import type { Types as Code } from '../../source/types/types.ts';
import { type ast, is } from '../../source/types/typescript.ts';
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
  { inputSchema, outputSchema, optionalDefaults = [] }: HandlerSchemas,
): readonly CodeDiagnostic[] {
  try {
    const units = executesOf(code, definition).filter((unit) => !isStub(unit));
    const [handler] = units;
    const found = [
      ...optionalDefaults.map((path) => optionalDefault(`/inputSchema${path}`)),
      ...(units.length === 1 && handler && isFunctionValue(handler)
        ? [
            ...diagnoseInput(
              code,
              [handler, ...confirmsOf(code, definition).filter(isFunctionValue)],
              inputSchema,
            ),
            ...diagnoseReturn(code, handler, outputSchema),
            ...diagnoseSignal(code, handler),
          ]
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

// A handler that is not implemented: `execute() { throw new Error('Not yet.'); }`
function isStub(unit: ast.Node): boolean {
  const body = 'body' in unit ? (unit as FunctionNode).body : undefined; // of a function
  const [first] = body && is.isBlock(body) ? body.statements : [undefined];
  const isUnwritten = !first || (is.isThrowStatement(first) && is.isNewExpression(first.expression));
  return body !== undefined && is.isBlock(body) && isUnwritten;
}

function optionalDefault(path: string): NodeDiagnostic {
  const property = parsePointer(path)?.at(-1) ?? '';
  return { id: 'default-optional', node: path, path, data: { property } };
}
