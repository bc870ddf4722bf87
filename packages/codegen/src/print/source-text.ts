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
