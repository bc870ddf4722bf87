import { propertyKey, stringLiteral } from '../../emit/client/source-text.ts';

/** A JSON value as an expression of TypeScript, on one line; prettier breaks it. */
export function printJson(value: unknown): string {
  if (typeof value === 'string') return stringLiteral(value, true);
  if (Array.isArray(value)) return `[${value.map(printJson).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return printObject(Object.entries(value).map(([key, member]) => [key, printJson(member)]));
}

/** An object literal of members that are expressions already. */
export function printObject(members: readonly (readonly [key: string, expression: string])[]): string {
  return `{ ${members.map(([key, expression]) => printMember(key, expression)).join(', ')} }`;
}

/** `key: expression`, or only the name where both are the same. */
export function printMember(key: string, expression: string): string {
  // `__proto__: …` would set the prototype; computed, it is a property like any other.
  if (key === '__proto__') return `['__proto__']: ${expression}`;
  return key === expression ? key : `${propertyKey(key, true)}: ${expression}`;
}
