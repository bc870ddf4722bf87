import type { Types as Code } from '../../source/types/types.ts';
import { ast, is, type Type, TypeFlags, type TypeReference } from '../../source/types/typescript.ts';
import { hasModifier, isFunctionExpression, unwrap } from './syntax.ts';
import { hasFlag, isLanguageType, membersOf } from '../output/type-facts.ts';
import type { NodeDiagnostic } from './code-diagnostic.ts';
import { factsOf } from './unit-facts.ts';

/** Reports floating promises in a function where they could be awaited. */
export function diagnosePromise(code: Code, unit: ast.Node): readonly NodeDiagnostic[] {
  const { dropped, calls } = factsOf(unit);
  const unawaited = dropped.filter((call) =>
    is.isNewExpression(call) ? isPromise(code.typeAt(call)) : !isDeliberate(call) && givesPromise(code, call),
  );
  // Awaiting it changes nothing.
  const each = calls.filter(
    (call) => isAsyncForEach(call) && !isDeliberate(call) && !is.isVoidExpression(call.parent),
  );
  return [...unawaited, ...each].map((call) => ({
    id: 'promise-not-awaited',
    node: call,
    path: '/execute',
    data: { call: shortCall(call) },
  }));
}

// Whoever handles errors means to go on, and so does whoever keeps a request alive after the page.
function isDeliberate(call: ast.CallExpression): boolean {
  const handlesBoth = call.arguments.length > 1 && call.expression.getText().endsWith('.then');
  return handlesBoth || /\.catch\b|\bkeepalive\b/.test(call.getText());
}

// `list.forEach(async …)` ignores the promises of its callback.
function isAsyncForEach({ expression, arguments: [callback] }: ast.CallExpression): boolean {
  const callee = unwrap(expression);
  const given = callback && unwrap(callback);
  return (
    is.isPropertyAccessExpression(callee) &&
    callee.name.text === 'forEach' &&
    given !== undefined &&
    isFunctionExpression(given) &&
    hasModifier(given, ast.SyntaxKind.AsyncKeyword)
  );
}

const isPromise = (type: Type): boolean => isLanguageType(type, /^Promise$/);

function givesPromise(code: Code, call: ast.CallExpression): boolean {
  const members = membersOf(code.typeAt(call)).filter((member) => !hasFlag(member, TypeFlags.Undefined));
  return members.length > 0 && members.every((member) => isPromise(itemOf(code, member) ?? member));
}

// `list.map(async …)` returns an array of promises.
function itemOf(code: Code, type: Type): Type | undefined {
  if (!code.checker.isArrayType(type)) return undefined;
  return code.checker.getTypeArguments(type as TypeReference)[0]; // what an array is
}

/** `save(…)` */
function shortCall(call: ast.CallExpression | ast.NewExpression): string {
  const { expression, arguments: given = [] } = call;
  const callee = expression.getText().replace(/\s+/g, ' ');
  const start = is.isNewExpression(call) ? 'new ' : '';
  return `${start}${callee.length > 40 ? `${callee.slice(0, 39)}…` : callee}(${given.length > 0 ? '…' : ''})`;
}
