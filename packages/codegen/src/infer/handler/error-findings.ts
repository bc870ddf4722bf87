import { ERROR_CODES } from '@btcp/core';
import { ts } from '../../source/ts.ts';
import { unwrap } from '../../source/unwrap.ts';
import { nameOf } from './code-nodes.ts';
import { membersOf } from './type-facts.ts';
import type { CodeFinding } from './code-finding.ts';
import { literalOf } from './literal-of.ts';
import type { ReachedUnit } from './project-functions.ts';
import { factsOf } from './unit-facts.ts';

const UPPER_SNAKE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/;
const PATH = '/execute';

/** Finds errors that an agent cannot make use of, in a function that a tool runs. */
export function findErrorFaults(
  checker: ts.TypeChecker,
  { unit, isCaught }: ReachedUnit,
): readonly CodeFinding[] {
  const { constructions, thrown, calls } = factsOf(unit);
  const errors = constructions
    .filter((each) => isBtcpError(checker, each))
    .flatMap((each) => errorFindings(checker, each));
  if (isCaught) return errors;
  const rejected = calls.flatMap(({ call }) => (isReject(call) ? call.arguments.slice(0, 1) : []));
  return [...errors, ...[...thrown, ...rejected].flatMap((value) => thrownFinding(checker, value))];
}

function isBtcpError(checker: ts.TypeChecker, { expression }: ts.NewExpression): boolean {
  const name = unwrap(expression);
  if (ts.isPropertyAccessExpression(name)) return name.name.text === 'BTCPError';
  const symbol = ts.isIdentifier(name) ? checker.getSymbolAtLocation(name) : undefined;
  return symbol?.declarations?.some(importsBtcpError) ?? false;
}

function importsBtcpError(declaration: ts.Declaration): boolean {
  if (!ts.isImportSpecifier(declaration)) return false;
  return (declaration.propertyName ?? declaration.name).text === 'BTCPError';
}

function errorFindings(checker: ts.TypeChecker, error: ts.NewExpression): readonly CodeFinding[] {
  const [first, options] = error.arguments ?? [];
  const code = first && literalOf(checker, first)?.value;
  if (!first || typeof code !== 'string') return [];
  const found: CodeFinding[] = [];
  if (!UPPER_SNAKE.test(code))
    found.push({
      id: 'error-code-malformed',
      node: first,
      path: PATH,
      data: { code, meant: upperSnake(code) },
    });
  // The toolkit's own codes bring a suggestion.
  if (!Object.hasOwn(ERROR_CODES, code) && lacksSuggestion(checker, options))
    found.push({ id: 'error-without-suggestion', node: error, path: PATH, data: { code } });
  return found;
}

/** `cellNotFound` and `cell-not-found` → `CELL_NOT_FOUND`; empty where nothing is left. */
function upperSnake(code: string): string {
  const words = code.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/[^A-Za-z0-9]+/g, '_');
  const name = words.replace(/^[_0-9]+|_+$/g, '').toUpperCase();
  return UPPER_SNAKE.test(name) ? name : '';
}

function lacksSuggestion(checker: ts.TypeChecker, given: ts.Expression | undefined): boolean {
  const options = given && unwrap(given);
  if (!options || ts.isStringLiteralLike(options) || ts.isTemplateExpression(options)) return true;
  if (!ts.isObjectLiteralExpression(options)) return false;
  if (options.properties.some((each) => !each.name || ts.isComputedPropertyName(each.name))) return false;
  const suggestion = options.properties.find(({ name }) => nameOf(name) === 'suggestion');
  if (!suggestion) return true;
  if (!ts.isPropertyAssignment(suggestion)) return false;
  const value = literalOf(checker, suggestion.initializer)?.value;
  return value === '' || suggestion.initializer.getText() === 'undefined';
}

function isReject({ expression }: ts.CallExpression): boolean {
  return (
    ts.isPropertyAccessExpression(expression) &&
    expression.name.text === 'reject' &&
    ts.isIdentifier(expression.expression) &&
    expression.expression.text === 'Promise'
  );
}

function thrownFinding(checker: ts.TypeChecker, expression: ts.Expression): readonly CodeFinding[] {
  const plain = plainErrorName(unwrap(expression));
  if (plain !== undefined && !isAllThereIs(expression))
    return [{ id: 'error-without-code', node: expression, path: PATH, data: { thrown: plain } }];
  const thrown = thrownWords(checker, unwrap(expression));
  return thrown === undefined
    ? []
    : [{ id: 'thrown-not-error', node: expression, path: PATH, data: { thrown } }];
}

const PLAIN_ERRORS = new Set(['Error', 'TypeError', 'RangeError']);

function plainErrorName(value: ts.Expression): string | undefined {
  const name = ts.isNewExpression(value) && ts.isIdentifier(value.expression) ? value.expression.text : '';
  return PLAIN_ERRORS.has(name) ? name : undefined;
}

// What is still to be written: `execute() { throw new Error('Not yet.'); }`
function isAllThereIs({ parent }: ts.Expression): boolean {
  return (
    ts.isThrowStatement(parent) &&
    ts.isBlock(parent.parent) &&
    parent.parent.statements.length === 1 &&
    ts.isFunctionLike(parent.parent.parent)
  );
}

const PRIMITIVES: readonly (readonly [ts.TypeFlags, string])[] = [
  [ts.TypeFlags.StringLike, 'a string'],
  [ts.TypeFlags.NumberLike, 'a number'],
  [ts.TypeFlags.BooleanLike, 'a boolean'],
  [ts.TypeFlags.Null, 'null'],
  [ts.TypeFlags.Undefined, 'undefined'],
];

function thrownWords(checker: ts.TypeChecker, value: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(value) || ts.isTemplateExpression(value)) return 'a string';
  // What else is thrown is nearly always made for it.
  if (
    ts.isNewExpression(value) &&
    ts.isIdentifier(value.expression) &&
    value.expression.text.endsWith('Error')
  )
    return undefined;
  const words = membersOf(checker.getTypeAtLocation(value)).map((member) => typeWords(checker, member));
  return words.every((word) => word !== undefined) ? words[0] : undefined;
}

function typeWords(checker: ts.TypeChecker, type: ts.Type): string | undefined {
  const primitive = PRIMITIVES.find(([flags]) => (type.flags & flags) !== 0);
  if (primitive) return primitive[1];
  const isObject = (type.flags & ts.TypeFlags.Object) !== 0;
  // Errors of other frames and libraries are told by what they have.
  const isError = ['message', 'stack', 'name'].some((name) => checker.getPropertyOfType(type, name));
  return isObject && !isError ? 'an object' : undefined;
}
