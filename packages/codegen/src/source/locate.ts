import { parsePointer } from '@btcp/schema/internal';
import { ts } from 'ts-morph';
import { declaredAmong } from './bindings.ts';
import { followName } from './follow-name.ts';
import type { SourceProject } from './source-project.ts';
import { outerParent, unwrap } from './nodes.ts';

/**
 * The node at a JSON pointer into a definition, or the nearest one above it that the syntax shows: through TypeBox calls
 * (`Type.Object({ a: … })`), object and array literals, and constants. What a constant lacks is located at its name.
 *
 * @param pointer - A JSON pointer into the definition, for example `/inputSchema/properties/cell/pattern`.
 * @param project - Follows constants into the modules that they are imported from; without it, only within the file.
 */
export function locate(definition: ts.Expression, pointer: string, project?: SourceProject): ts.Node {
  let place: ts.Node = definition;
  let value: ts.Expression | undefined = definition;
  let isMissing = false;
  for (const segment of parsePointer(pointer) ?? []) {
    if (!value) break;
    const next = step(value, segment, project);
    isMissing = !next;
    if (!next) continue;
    place = next.place;
    value = next.value;
  }
  return (isMissing && value && place !== definition && nameOfConstant(value, project)) || place;
}

interface Step {
  readonly place: ts.Node;
  readonly value: ts.Expression | undefined;
}

function step(expression: ts.Expression, key: string, project: SourceProject | undefined): Step | undefined {
  const value = valueOf(expression, project);
  if (ts.isObjectLiteralExpression(value)) return member(value, key, project);
  if (ts.isArrayLiteralExpression(value)) {
    const element = value.elements[Number(key)];
    return element && { place: element, value: element };
  }
  if (!ts.isCallExpression(value)) return undefined;
  // A schema builder: look through its arguments, `properties` itself being the first one of `Type.Object`.
  for (const argument of value.arguments) {
    const found = step(argument, key, project);
    if (found) return found;
  }
  // `z.object({ … }).describe('…')`
  const { expression: called } = value;
  return ts.isPropertyAccessExpression(called) ? step(called.expression, key, project) : undefined;
}

// Later properties overwrite earlier ones.
function member(
  literal: ts.ObjectLiteralExpression,
  key: string,
  project: SourceProject | undefined,
): Step | undefined {
  for (const property of [...literal.properties].reverse()) {
    if (ts.isSpreadAssignment(property)) {
      const spread = valueOf(property.expression, project);
      const found = ts.isObjectLiteralExpression(spread) ? member(spread, key, project) : undefined;
      if (found) return found;
      continue;
    }
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

/** The constant that a schema refers to, directly or wrapped: `Type.Optional(Person)`. */
function nameOfConstant(expression: ts.Expression, project: SourceProject | undefined): ts.Node | undefined {
  const value = unwrap(expression);
  const [inner, extra] = ts.isCallExpression(value) ? value.arguments : [];
  if (inner) return extra ? undefined : nameOfConstant(inner, project);
  const declared = valueOf(value, project);
  const holder = declared === value ? undefined : outerParent(declared);
  return holder && ts.isVariableDeclaration(holder) ? holder.name : undefined;
}

/** The value of an expression, following constants. */
function valueOf(expression: ts.Expression, project: SourceProject | undefined): ts.Expression {
  const seen = new Set<ts.Node>();
  for (let value = unwrap(expression); ;) {
    const declared = project ? followConstant(value, project) : constantNamed(value);
    if (!declared || seen.has(declared)) return value;
    seen.add(declared);
    value = unwrap(declared);
  }
}

function followConstant(value: ts.Expression, project: SourceProject): ts.Expression | undefined {
  const found = followName(value, project);
  return found && ts.isExpression(found) ? found : undefined;
}

function constantNamed(name: ts.Expression): ts.Expression | undefined {
  const declared = ts.isIdentifier(name)
    ? declaredAmong(name.getSourceFile().statements, name.text)
    : undefined;
  return declared && ts.isVariableDeclaration(declared) && ts.isIdentifier(declared.name)
    ? declared.initializer
    : undefined;
}
