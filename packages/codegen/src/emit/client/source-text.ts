/** A string literal: in the preferred quotes, unless the others need fewer escapes, as prettier has it. */
export function stringLiteral(text: string, singleQuote = false): string {
  const quoted = escapeUnprintable(JSON.stringify(text));
  const doubles = text.split('"').length;
  const singles = text.split("'").length;
  const isSingle = singleQuote ? singles <= doubles : doubles > singles;
  if (!isSingle) return quoted;
  return `'${quoted.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** The name of a property: quoted only where it is no plain identifier. */
export function propertyKey(name: string, singleQuote = false): string {
  return isIdentifier(name) ? name : stringLiteral(name, singleQuote);
}

/** Whether a name is an identifier of ASCII letters; it may be a reserved word, which property names may be too. */
export function isIdentifier(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name);
}

/** Writes characters that are invisible, or that turn text around in an editor, as their escapes. */
export function escapeUnprintable(text: string): string {
  return text.replace(UNPRINTABLE, escapeCharacter);
}

// Controls, marks of direction and other invisible characters, separators of lines, halves of surrogate pairs.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

function escapeCharacter(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}
