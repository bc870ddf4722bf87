import type { Types as Code } from '../../source/types/types.ts';
import { ast, is } from '../../source/types/typescript.ts';
import { isText, nameOfProperty, nameText, unwrap } from './syntax.ts';
import { literalOf } from './code-nodes.ts';
import { ERROR_CODES } from '@btcp/core';
import type { NodeDiagnostic } from './code-diagnostic.ts';
import { factsOf } from './unit-facts.ts';

const UPPER_SNAKE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/;
const PATH = '/execute';

/** Reports thrown errors that do not help an agent. */
export function diagnoseError(code: Code, unit: ast.Node): readonly NodeDiagnostic[] {
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
