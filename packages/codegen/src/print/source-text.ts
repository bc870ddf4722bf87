/** Prints a string literal in the preferred quotes, unless the others need fewer escapes, as prettier does. */
export function stringLiteral(text: string, singleQuote = false): string {
  const quoted = escapeUnprintable(JSON.stringify(text));
  const doubles = text.split('"').length;
  const singles = text.split("'").length;
  const isSingle = singleQuote ? singles <= doubles : doubles > singles;
  if (!isSingle) return quoted;
  return `'${quoted.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** Prints the name of a property, quoted only if it is not an identifier. */
export function propertyKey(name: string, singleQuote = false): string {
  return isIdentifier(name) ? name : stringLiteral(name, singleQuote);
}

/** Whether a name is an ASCII identifier. Reserved words count, since properties may be named by them. */
export function isIdentifier(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name);
}

/** Escapes characters that are invisible or change the direction of text in an editor. */
export function escapeUnprintable(text: string): string {
  return text.replace(UNPRINTABLE, escapeCharacter);
}

// Control and format characters (such as direction marks), line and paragraph separators, lone surrogates.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

function escapeCharacter(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}

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
