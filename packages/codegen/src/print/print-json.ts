import { propertyKey, stringLiteral } from './source-text.ts';

/** Prints a JSON value as a TypeScript expression on one line; prettier breaks it. */
export function printJson(value: unknown): string {
  if (typeof value === 'string') return stringLiteral(value, true);
  if (Array.isArray(value)) return `[${value.map(printJson).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return printObject(Object.entries(value).map(([key, member]) => [key, printJson(member)]));
}

/** Prints an object literal whose members are printed expressions. */
export function printObject(members: readonly (readonly [key: string, expression: string])[]): string {
  return `{ ${members.map(([key, expression]) => printMember(key, expression)).join(', ')} }`;
}

/** Prints `key: expression`, or the shorthand if both are equal. */
export function printMember(key: string, expression: string): string {
  // `__proto__: …` would set the prototype; computed, it is a property like any other.
  if (key === '__proto__') return `['__proto__']: ${expression}`;
  return key === expression ? key : `${propertyKey(key, true)}: ${expression}`;
}
