import type { Types as Code } from '../../source/types/types.ts';
import { ast, is } from '../../source/types/typescript.ts';
import { type FunctionNode, nameOfProperty, nameText, unwrap } from './syntax.ts';
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
    : firstFetch(code, handler);
  const data = { slow: slowLoop ? 'loop' : 'fetch' };
  return node ? [{ id: 'signal-ignored', node, path: '/execute', data }] : [];
}

/** Code with a signal of its own is cancelled by that. */
const SIGNAL = /\b(?:signal|AbortSignal|AbortController)\b/;

/** Whether a handler names a signal, or gives its context to other code. */
function mayUseSignal(handler: FunctionNode): boolean {
  const { names } = factsOf(handler);
  if (SIGNAL.test(handler.getText()) || names.has('arguments')) return true;
  if (handler.parameters.some(({ dotDotDotToken }) => dotDotDotToken)) return true;
  const name = handler.parameters.filter((each) => each.name.getText() !== 'this')[1]?.name;
  if (!name) return false;
  if (!is.isIdentifier(name)) return name.elements.some(({ dotDotDotToken }) => dotDotDotToken);
  return (names.get(name.text) ?? []).some(({ parent }) => !is.isPropertyAccessExpression(parent));
}

function firstFetch(code: Code, unit: ast.Node): ast.Node | undefined {
  const { calls, constructions } = factsOf(unit);
  return (
    calls.find((call) => isBareFetch(code, call)) ??
    constructions.find(({ expression }) => isPlatformName(code, expression, 'XMLHttpRequest'))
  );
}

function isBareFetch(code: Code, { expression, arguments: given }: ast.CallExpression): boolean {
  const callee = unwrap(expression);
  const name = is.isPropertyAccessExpression(callee) ? callee.name : callee;
  if (!is.isIdentifier(name) || given.length === 0) return false;
  const options = given[1] && unwrap(given[1]);
  const isOpen = options && !(is.isObjectLiteralExpression(options) && options.properties.every(isKnown));
  return !isOpen && isPlatformName(code, name, 'fetch');
}

function isPlatformName(code: Code, name: ast.Expression, text: string): boolean {
  if (!is.isIdentifier(name) || name.text !== text) return false;
  const declarations = code.names.symbolAt(name)?.declarations ?? [];
  return declarations.some(({ path }) => originOf(path) === 'platform');
}

function isKnown(property: ast.ObjectLiteralElementLike): boolean {
  const name = nameOfProperty(property);
  return name !== undefined && !is.isComputedPropertyName(name) && !KEEPING.has(nameText(name) ?? '');
}

// A request that outlives the page must not be cancelled.
const KEEPING: ReadonlySet<string> = new Set(['signal', 'keepalive']);
