import { ts } from '../../source/ts.ts';
import { unwrap } from '../../source/unwrap.ts';
import { nameOf } from './code-nodes.ts';
import { originOf } from '../capabilities/read/whose-code.ts';
import type { CodeFinding } from './code-finding.ts';
import type { ReachedUnit } from './project-functions.ts';
import { factsOf } from './unit-facts.ts';

/**
 * Finds out whether a handler that takes long never looks at its signal.
 *
 * @param execute - Where the definition has the handler.
 */
export function findSignalFaults(
  checker: ts.TypeChecker,
  handler: ts.SignatureDeclaration,
  execute: ts.Node,
  units: readonly ReachedUnit[],
): readonly CodeFinding[] {
  if (mayUseSignal(handler)) return [];
  for (const { unit, depth } of units) {
    // Deeper down are the project's own affairs.
    if (depth > 1) continue;
    const { slowLoop, names } = factsOf(unit);
    if (SIGNALS.some((name) => names.has(name))) return [];
    const place = slowLoop ?? firstFetch(checker, unit);
    if (!place) continue;
    const node = unit === handler ? place : execute;
    const data = { slow: slowLoop ? 'loop' : 'fetch' };
    return [
      { id: 'signal-ignored', node: slowLoop === node ? loopHead(node) : node, path: '/execute', data },
    ];
  }
  return [];
}

// Code that has a signal of its own is cancelled by it.
const SIGNALS = ['signal', 'AbortSignal', 'AbortController'];

// A loop is long; its first word will do.
function loopHead(loop: ts.Node): ts.Node {
  return loop.getChildren()[0] ?? loop;
}

function mayUseSignal(handler: ts.SignatureDeclaration): boolean {
  const { names } = factsOf(handler);
  if (names.has('arguments')) return true;
  const context = handler.parameters.filter(({ name }) => name.getText() !== 'this')[1];
  if (handler.parameters.some(({ dotDotDotToken }) => dotDotDotToken)) return true;
  return context !== undefined && mayBindSignal(context.name, handler);
}

function mayBindSignal(name: ts.BindingName, handler: ts.SignatureDeclaration): boolean {
  if (ts.isArrayBindingPattern(name)) return true;
  if (ts.isObjectBindingPattern(name))
    return name.elements.some((element) => {
      if (element.dotDotDotToken) return true;
      if (nameOf(element.propertyName ?? element.name) !== 'signal') return false;
      return !ts.isIdentifier(element.name) || factsOf(handler).names.has(element.name.text);
    });
  return (factsOf(handler).names.get(name.text) ?? []).some((use) => {
    const { parent } = use;
    if (ts.isPropertyAccessExpression(parent)) return parent.name.text === 'signal';
    const isTakenApart = ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name);
    return !isTakenApart || mayBindSignal(parent.name, handler);
  });
}

function firstFetch(checker: ts.TypeChecker, unit: ts.Node): ts.Node | undefined {
  const { calls, constructions } = factsOf(unit);
  return (
    calls.find(({ call }) => isBareFetch(checker, call))?.call ??
    constructions.find(({ expression }) => isPlatformName(checker, expression, 'XMLHttpRequest'))
  );
}

function isBareFetch(checker: ts.TypeChecker, { expression, arguments: given }: ts.CallExpression): boolean {
  const callee = unwrap(expression);
  const name = ts.isPropertyAccessExpression(callee) ? callee.name : callee;
  if (!ts.isIdentifier(name) || given.length === 0) return false;
  const options = given[1] && unwrap(given[1]);
  const isOpen = options && !(ts.isObjectLiteralExpression(options) && options.properties.every(isKnown));
  return !isOpen && isPlatformName(checker, name, 'fetch');
}

function isPlatformName(checker: ts.TypeChecker, name: ts.Expression, text: string): boolean {
  if (!ts.isIdentifier(name) || name.text !== text) return false;
  const declarations = checker.getSymbolAtLocation(name)?.declarations ?? [];
  return declarations.some((each) => originOf(each.getSourceFile().fileName) === 'platform');
}

function isKnown({ name }: ts.ObjectLiteralElementLike): boolean {
  return name !== undefined && !ts.isComputedPropertyName(name) && !KEEPING.has(nameOf(name) ?? '');
}

// A request that is to outlive the page is not to be cancelled either.
const KEEPING: ReadonlySet<string> = new Set(['signal', 'keepalive']);
