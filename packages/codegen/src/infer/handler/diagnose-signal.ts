import type { Types as Code } from '../../source/types/types.ts';
import { ast, is } from '../../source/types/typescript.ts';
import type { FunctionNode } from './syntax.ts';
import { originOf } from '../../source/whose-code.ts';
import type { NodeDiagnostic } from './code-diagnostic.ts';
import { factsOf } from './unit-facts.ts';

/** Reports a handler that may take long but never uses its signal. */
export function diagnoseSignal(code: Code, handler: FunctionNode): readonly NodeDiagnostic[] {
  if (mayUseSignal(handler)) return [];
  const { slowLoop } = factsOf(handler);
  // Points only at the first token of a loop.
  const node = slowLoop
    ? ast.getTokenAtPosition(slowLoop.getSourceFile(), slowLoop.getStart())
    : factsOf(handler).calls.find((call) => isBareFetch(code, call));
  const data = { slow: slowLoop ? 'loop' : 'fetch' };
  return node ? [{ id: 'signal-ignored', node, path: '/execute', data }] : [];
}

/** Code with a signal of its own is cancelled by that; a request that outlives the page must not be. */
const SIGNAL = /\b(?:signal|AbortSignal|AbortController|keepalive|arguments)\b/;

/** Whether a handler names a signal, or gives its context to other code. */
function mayUseSignal(handler: FunctionNode): boolean {
  const { names } = factsOf(handler);
  const [input, ...others] = handler.parameters;
  if (SIGNAL.test(handler.getText()) || input?.dotDotDotToken) return true;
  return others.some(({ name, dotDotDotToken }) => {
    if (dotDotDotToken) return true;
    if (!is.isIdentifier(name)) return name.elements.some((each) => each.dotDotDotToken);
    return (names.get(name.text) ?? []).some(({ parent }) => !is.isPropertyAccessExpression(parent));
  });
}

function isBareFetch(code: Code, { expression: name, arguments: given }: ast.CallExpression): boolean {
  if (!is.isIdentifier(name) || name.text !== 'fetch' || given.length === 0) return false;
  const [, options] = given;
  const isOpen =
    options && !(is.isObjectLiteralExpression(options) && !options.properties.some(is.isSpreadAssignment));
  const declarations = code.names.symbolAt(name)?.declarations ?? [];
  return !isOpen && declarations.some(({ path }) => originOf(path) === 'platform');
}
