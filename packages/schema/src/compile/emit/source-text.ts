/** Text of JavaScript whose strings were taken out, so that it can be searched and replaced safely. */
export interface MaskedText {
  readonly text: string;
  readonly strings: readonly string[];
}

const STRING = /"(?:[^"\\]|\\.)*"/g;
const MASK = /\u0001(\d+)\u0001/g;

/** Takes the strings out of a text that has no other quotes, as ajv's has; equal strings get equal masks. */
export function maskStrings(text: string): MaskedText {
  const numbers = new Map<string, number>();
  const masked = text.replace(STRING, (string) => {
    let number = numbers.get(string);
    if (number === undefined) numbers.set(string, (number = numbers.size));
    return `\u0001${number}\u0001`;
  });
  return { text: masked, strings: [...numbers.keys()] };
}

/** Puts the strings back. */
export function unmaskStrings({ text, strings }: MaskedText): string {
  return text.replace(MASK, (_, number: string) => strings[Number(number)] ?? '');
}

const IDENTIFIER = /(?<![.\w$\u0001])[A-Za-z_$][\w$]*(?!\s*:(?!:))/g;
const DECLARATION = /\b(?:const|let|var|function)\s+([\w$]+)/g;
const PARAMETERS = /\bfunction\s+[\w$]+\(([^)]*)\)/g;
const WORDS =
  'break case const continue delete else false for function if in instanceof let new null of return switch this true typeof undefined var void while';
const GLOBALS = 'Array Number Object Set isFinite isNaN';
const KNOWN = new Set(`${WORDS} ${GLOBALS}`.split(' '));

/** The identifiers that a text without strings uses and does not declare, globals of the language aside. */
export function freeIdentifiers(text: string): string[] {
  const declared = new Set<string>();
  for (const [, name = ''] of text.matchAll(DECLARATION)) declared.add(name);
  for (const [, names = ''] of text.matchAll(PARAMETERS))
    for (const name of names.split(/\s*,\s*/)) declared.add(name);
  const free = new Set<string>();
  for (const [name] of text.matchAll(IDENTIFIER)) if (!declared.has(name) && !KNOWN.has(name)) free.add(name);
  return [...free];
}
