import { isIdentifier, propertyKey, stringLiteral } from './source-text.ts';

/** Prints a JSON value as a TypeScript expression on one line; prettier breaks it. */
export function printJson(value: unknown, singleQuote = true): string {
  if (typeof value === 'string') return stringLiteral(value, singleQuote);
  if (Array.isArray(value)) return `[${value.map((item) => printJson(item, singleQuote)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, member]) => [key, printJson(member, singleQuote)] as const,
  );
  return members.length === 0 ? '{}' : printObject(members, singleQuote);
}

/** Prints an object literal whose members are printed expressions. */
export function printObject(
  members: readonly (readonly [key: string, expression: string])[],
  singleQuote = true,
): string {
  return `{ ${members.map(([key, expression]) => printMember(key, expression, singleQuote)).join(', ')} }`;
}

/** Prints `key: expression`, or the shorthand if both are equal. */
export function printMember(key: string, expression: string, singleQuote = true): string {
  // `__proto__: …` would set the prototype; computed, it is a property like any other.
  if (key === '__proto__') return `[${stringLiteral(key, singleQuote)}]: ${expression}`;
  const isShort = key === expression && isIdentifier(key) && !JSON_WORDS.has(key);
  return isShort ? key : `${propertyKey(key, singleQuote)}: ${expression}`;
}

const JSON_WORDS: ReadonlySet<string> = new Set(['true', 'false', 'null']);
