import { ts } from 'ts-morph';
import { unwrap } from './unwrap.ts';

/**
 * The node behind a place of a definition, as deep as the syntax shows it: through TypeBox calls
 * (`Type.Object({ a: … })`), object and array literals, and constants of the same file.
 *
 * @param pointer - A JSON pointer into the definition, for example `/inputSchema/properties/cell/pattern`.
 */
export function locate(definition: ts.Expression, pointer: string): ts.Node {
  let place: ts.Node = definition;
  let value: ts.Expression | undefined = definition;
  for (const segment of pointer.split('/').slice(1)) {
    if (!value) break;
    const next = step(value, segment.replaceAll('~1', '/').replaceAll('~0', '~'));
    if (!next) continue;
    place = next.place;
    value = next.value;
  }
  return place;
}

interface Step {
  readonly place: ts.Node;
  readonly value: ts.Expression | undefined;
}

function step(expression: ts.Expression, key: string): Step | undefined {
  const value = valueOf(expression);
  if (ts.isObjectLiteralExpression(value)) return member(value, key);
  if (ts.isArrayLiteralExpression(value)) {
    const element = value.elements[Number(key)];
    return element && { place: element, value: element };
  }
  if (!ts.isCallExpression(value)) return undefined;
  // A schema builder: look through its arguments, `properties` itself being the first one of `Type.Object`.
  for (const argument of value.arguments) {
    const found = step(argument, key);
    if (found) return found;
  }
  return undefined;
}

function member(literal: ts.ObjectLiteralExpression, key: string): Step | undefined {
  for (const property of literal.properties) {
    if (!property.name || !('text' in property.name) || property.name.text !== key) continue;
    const value = ts.isPropertyAssignment(property)
      ? property.initializer
      : ts.isShorthandPropertyAssignment(property)
        ? property.name
        : undefined;
    return { place: property.name, value };
  }
  return undefined;
}

/** The value that an expression stands for: through constants of the same file. */
function valueOf(expression: ts.Expression): ts.Expression {
  const seen = new Set<ts.Node>();
  for (let value = unwrap(expression); ;) {
    const declared = ts.isIdentifier(value) ? constantNamed(value) : undefined;
    if (!declared || seen.has(declared)) return value;
    seen.add(declared);
    value = unwrap(declared);
  }
}

function constantNamed(name: ts.Identifier): ts.Expression | undefined {
  for (const statement of name.getSourceFile().statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const declaration of statement.declarationList.declarations) {
      if (
        declaration.name !== name &&
        ts.isIdentifier(declaration.name) &&
        declaration.name.text === name.text
      ) {
        return declaration.initializer === name ? undefined : declaration.initializer;
      }
    }
  }
  return undefined;
}
