import { ts } from '../../source/ts.ts';

/** The name of a property, quoted or not; undefined where it is computed. */
export function nameText(name: ts.PropertyName): string | undefined {
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : undefined;
}

/** Whether it is open which properties an element of an object literal gives: it is spread, or has a computed name. */
export function isOpen({ name }: ts.ObjectLiteralElementLike): boolean {
  return name === undefined || ts.isComputedPropertyName(name);
}
