import { parsePointer } from '@btcp/schema/internal';
import { ERROR_CODES } from '@btcp/core';
import type { Types as Code } from '../../source/types/types.ts';
import { ast, is, type Type, TypeFlags, type TypeReference } from '../../source/types/typescript.ts';
import type { CodeDiagnostic, NodeDiagnostic } from './code-diagnostic.ts';
import { confirmsOf, executesOf, isFunctionValue, literalOf } from './code-nodes.ts';
import { diagnoseInput } from './input/diagnose-input.ts';
import { diagnoseReturn } from './return/diagnose-return.ts';
import {
  type FunctionNode,
  hasModifier,
  isFunctionExpression,
  unwrap,
  isText,
  nameOfProperty,
  nameText,
} from './syntax.ts';
import { originOf } from '../../source/whose-code.ts';
import { factsOf } from './unit-facts.ts';
import { hasFlag, isLanguageType, membersOf } from '../output/type-facts.ts';

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

/** Reports a handler that may take long but never uses its signal. */
function diagnoseSignal(code: Code, handler: FunctionNode): readonly NodeDiagnostic[] {
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

function diagnosePromise(code: Code, unit: ast.Node): readonly NodeDiagnostic[] {
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

const UPPER_SNAKE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/;
const PATH = '/execute';

/** Reports thrown errors that do not help an agent. */
function diagnoseError(code: Code, unit: ast.Node): readonly NodeDiagnostic[] {
  const { constructions, thrown } = factsOf(unit);
  return [
    ...constructions
      .filter((each) => isBtcpError(code, each))
      .flatMap((each) => diagnoseConstruction(code, each)),
    ...thrown.flatMap((value) => diagnoseThrown(code, value)),
  ];
}

function isBtcpError(code: Code, { expression }: ast.NewExpression): boolean {
  if (!is.isIdentifier(expression) || expression.text !== 'BTCPError') return false;
  const { declarations = [] } = code.names.symbolAt(expression) ?? {};
  return declarations.some(({ kind }) => kind === ast.SyntaxKind.ImportSpecifier);
}

function diagnoseConstruction(code: Code, error: ast.NewExpression): readonly NodeDiagnostic[] {
  const [first, options] = error.arguments ?? [];
  const given = first && literalOf(code, first)?.value;
  if (!first || typeof given !== 'string') return [];
  const found: NodeDiagnostic[] = [];
  if (!UPPER_SNAKE.test(given))
    found.push({
      id: 'error-code-malformed',
      node: first,
      path: PATH,
      data: { code: given, meant: upperSnake(given) },
    });
  // The toolkit's own codes have a suggestion.
  if (!Object.hasOwn(ERROR_CODES, given) && lacksSuggestion(options))
    found.push({ id: 'error-without-suggestion', node: error, path: PATH, data: { code: given } });
  return found;
}

/** `cellNotFound` and `cell-not-found` → `CELL_NOT_FOUND`; empty where nothing is left. */
function upperSnake(code: string): string {
  const words = code.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/[^A-Za-z0-9]+/g, '_');
  const name = words.replace(/^[_0-9]+|_+$/g, '').toUpperCase();
  return UPPER_SNAKE.test(name) ? name : '';
}

function lacksSuggestion(options: ast.Expression | undefined): boolean {
  if (!options || isText(options) || is.isTemplateExpression(options)) return true;
  if (!is.isObjectLiteralExpression(options)) return false;
  const names = options.properties.map((property) => nameText(nameOfProperty(property)));
  return names.every((name) => name !== undefined && name !== 'suggestion');
}

function diagnoseThrown(code: Code, expression: ast.Node): readonly NodeDiagnostic[] {
  const plain = plainErrorName(unwrap(expression));
  if (plain !== undefined)
    return [{ id: 'error-without-code', node: expression, path: PATH, data: { thrown: plain } }];
  const thrown = thrownWords(code, unwrap(expression));
  return thrown === undefined
    ? []
    : [{ id: 'thrown-not-error', node: expression, path: PATH, data: { thrown } }];
}

const PLAIN_ERRORS = new Set(['Error', 'TypeError', 'RangeError']);

function plainErrorName(value: ast.Node): string | undefined {
  const name = is.isNewExpression(value) && is.isIdentifier(value.expression) ? value.expression.text : '';
  return PLAIN_ERRORS.has(name) ? name : undefined;
}

/** What a literal is; undefined for all else, which may be an error. */
function thrownWords(code: Code, value: ast.Node): string | undefined {
  if (is.isTemplateExpression(value)) return 'a string';
  if (is.isObjectLiteralExpression(value)) return 'an object';
  const literal = is.isIdentifier(value) ? undefined : literalOf(code, value);
  return literal && (literal.value === null ? 'null' : `a ${typeof literal.value}`);
}
