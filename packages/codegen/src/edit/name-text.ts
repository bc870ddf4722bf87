import { ts } from '../source/ts.ts';

/** Returns the name of a property, quoted or not; undefined if it is computed. */
export function nameText(name: ts.PropertyName): string | undefined {
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : undefined;
}

/** Whether an element of an object literal may define any property: a spread, or a computed name. */
export function isOpen({ name }: ts.ObjectLiteralElementLike): boolean {
  return name === undefined || ts.isComputedPropertyName(name);
}
