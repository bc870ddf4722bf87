import { ts } from '../../source/ts.ts';
import { unwrap } from '../../source/unwrap.ts';
import { hasFlag, membersOf } from './type-facts.ts';
import type { CodeFinding } from './code-finding.ts';
import { isPromise } from './type-misfits.ts';
import { factsOf } from './unit-facts.ts';

/** Finds promises of a function that nobody takes, where they could be awaited. */
export function findPromiseFaults(checker: ts.TypeChecker, unit: ts.Node): readonly CodeFinding[] {
  return factsOf(unit)
    .dropped.filter((call) =>
      ts.isNewExpression(call)
        ? isPromise(checker.getTypeAtLocation(call))
        : !isHandled(call) && (isAsyncForEach(call) || givesPromise(checker, call)),
    )
    .map((call) => ({
      id: 'promise-not-awaited',
      node: call,
      path: '/execute',
      data: { call: shortCall(call) },
    }));
}

function isHandled(call: ts.CallExpression): boolean {
  const callee = unwrap(call.expression);
  if (!ts.isPropertyAccessExpression(callee)) return isKeptAlive(call);
  const method = callee.name.text;
  if (method === 'catch' || (method === 'then' && call.arguments.length > 1)) return true;
  const inner = unwrap(callee.expression);
  return method === 'finally' && ts.isCallExpression(inner) ? isHandled(inner) : isKeptAlive(call);
}

// `fetch(url, { keepalive: true })` is sent and forgotten.
function isKeptAlive({ arguments: given }: ts.CallExpression): boolean {
  return given.some(
    (each) =>
      ts.isObjectLiteralExpression(each) &&
      each.properties.some(({ name }) => name && ts.isIdentifier(name) && name.text === 'keepalive'),
  );
}

// `list.forEach(async …)` takes no promise, and awaits none.
function isAsyncForEach({ expression, arguments: [callback] }: ts.CallExpression): boolean {
  const callee = unwrap(expression);
  const given = callback && unwrap(callback);
  return (
    ts.isPropertyAccessExpression(callee) &&
    callee.name.text === 'forEach' &&
    given !== undefined &&
    (ts.isArrowFunction(given) || ts.isFunctionExpression(given)) &&
    (given.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) ?? false)
  );
}

function givesPromise(checker: ts.TypeChecker, call: ts.CallExpression): boolean {
  const members = membersOf(checker.getTypeAtLocation(call)).filter(
    (member) => !hasFlag(member, ts.TypeFlags.Undefined),
  );
  return members.length > 0 && members.every((member) => isPromise(itemOf(checker, member) ?? member));
}

// `list.map(async …)` gives a list of promises.
function itemOf(checker: ts.TypeChecker, type: ts.Type): ts.Type | undefined {
  if (!checker.isArrayType(type)) return undefined;
  return checker.getTypeArguments(type as ts.TypeReference)[0]; // what an array is
}

/** `save(…)` */
function shortCall(call: ts.CallExpression | ts.NewExpression): string {
  const { expression, arguments: given = [] } = call;
  const callee = expression.getText().replace(/\s+/g, ' ');
  const start = ts.isNewExpression(call) ? 'new ' : '';
  return `${start}${callee.length > 40 ? `${callee.slice(0, 39)}…` : callee}(${given.length > 0 ? '…' : ''})`;
}
