import type { Types as Code } from '../../source/types/types.ts';
import { type ast, is } from '../../source/types/typescript.ts';
import { isText, nameOfProperty, nameText, unwrap, isFunctionLike } from './syntax.ts';
import { ERROR_CODES } from '@btcp/core';
import type { NodeDiagnostic } from './code-diagnostic.ts';
import { literalOf } from './literal-of.ts';
import { factsOf } from './unit-facts.ts';

const UPPER_SNAKE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/;
const PATH = '/execute';

/** Reports thrown errors that do not help an agent. */
export function diagnoseError(code: Code, unit: ast.Node): readonly NodeDiagnostic[] {
  const { constructions, thrown, calls } = factsOf(unit);
  const rejected = calls.flatMap((call) => (isReject(call) ? call.arguments.slice(0, 1) : []));
  return [
    ...constructions
      .filter((each) => isBtcpError(code, each))
      .flatMap((each) => diagnoseConstruction(code, each)),
    ...[...thrown, ...rejected].flatMap((value) => diagnoseThrown(code, value)),
  ];
}

function isBtcpError(code: Code, { expression }: ast.NewExpression): boolean {
  const name = unwrap(expression);
  if (is.isPropertyAccessExpression(name)) return name.name.text === 'BTCPError';
  const symbol = is.isIdentifier(name) ? code.names.symbolAt(name) : undefined;
  return symbol?.declarations.some((each) => importsBtcpError(code.nodeOf(each))) ?? false;
}

function importsBtcpError(declaration: ast.Node | undefined): boolean {
  if (!declaration || !is.isImportSpecifier(declaration)) return false;
  return (declaration.propertyName ?? declaration.name).text === 'BTCPError';
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
  if (!Object.hasOwn(ERROR_CODES, given) && lacksSuggestion(code, options))
    found.push({ id: 'error-without-suggestion', node: error, path: PATH, data: { code: given } });
  return found;
}

/** `cellNotFound` and `cell-not-found` → `CELL_NOT_FOUND`; empty where nothing is left. */
function upperSnake(code: string): string {
  const words = code.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/[^A-Za-z0-9]+/g, '_');
  const name = words.replace(/^[_0-9]+|_+$/g, '').toUpperCase();
  return UPPER_SNAKE.test(name) ? name : '';
}

function lacksSuggestion(code: Code, given: ast.Expression | undefined): boolean {
  const options = given && unwrap(given);
  if (!options || isText(options) || is.isTemplateExpression(options)) return true;
  if (!is.isObjectLiteralExpression(options)) return false;
  const names = options.properties.map(nameOfProperty);
  if (names.some((name) => !name || is.isComputedPropertyName(name))) return false;
  const suggestion = options.properties[names.findIndex((name) => nameText(name) === 'suggestion')];
  if (!suggestion) return true;
  if (!is.isPropertyAssignment(suggestion)) return false;
  const value = literalOf(code, suggestion.initializer)?.value;
  return value === '' || suggestion.initializer.getText() === 'undefined';
}

function isReject({ expression }: ast.CallExpression): boolean {
  return (
    is.isPropertyAccessExpression(expression) &&
    expression.name.text === 'reject' &&
    is.isIdentifier(expression.expression) &&
    expression.expression.text === 'Promise'
  );
}

function diagnoseThrown(code: Code, expression: ast.Node): readonly NodeDiagnostic[] {
  const plain = plainErrorName(unwrap(expression));
  if (plain !== undefined && !isAllThereIs(expression))
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

// A handler that is not implemented: `execute() { throw new Error('Not yet.'); }`
function isAllThereIs({ parent }: ast.Node): boolean {
  return (
    is.isThrowStatement(parent) &&
    is.isBlock(parent.parent) &&
    parent.parent.statements.length === 1 &&
    isFunctionLike(parent.parent.parent)
  );
}

/** What a literal is; undefined for all else, which may be an error. */
function thrownWords(code: Code, value: ast.Node): string | undefined {
  if (is.isTemplateExpression(value)) return 'a string';
  if (is.isObjectLiteralExpression(value)) return 'an object';
  const literal = is.isIdentifier(value) ? undefined : literalOf(code, value);
  if (!literal) return undefined;
  return literal.value === null
    ? 'null'
    : `${typeof literal.value === 'object' ? 'an' : 'a'} ${typeof literal.value}`;
}
