import { joinWords } from '../../runtime/sentences.ts';

// Characters that a terminal or reader could misread: controls, and those that do not show, but for the form of an emoji.
const UNSEEN =
  /(?!(?<=\p{Emoji})[\uFE0E\uFE0F])[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029\uFFF9-\uFFFB]/gu;

const MAX_LENGTH = 80;

/** A text that is safe to show: short, with invisible characters escaped. */
export function shown(text: string, most: number = MAX_LENGTH): string {
  return escapeUnseen(text.length > most ? `${text.slice(0, most - 1)}…` : text);
}

/** A text with invisible characters escaped. */
export function escapeUnseen(text: string): string {
  return text.replace(UNSEEN, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`);
}

/** A text in double quotes, safe to show. */
export function quoted(text: string): string {
  return `"${shown(text)}"`;
}

/** `"a", "b" and "c"`; a long array is cut. */
export function listed(texts: readonly string[], most = 5): string {
  const some = texts.slice(0, most).map(quoted);
  const left = texts.length - some.length;
  if (left > 0) return `${some.join(', ')} and ${left} more`;
  return joinWords('and', some);
}

/** A JSON value, safe to show. */
export function shownJson(value: unknown): string {
  return shown(JSON.stringify(value) ?? 'nothing');
}

/** A message as a sentence of its own: with a capital and an end. */
export function asSentence(message: string): string {
  return withEnd(message.charAt(0).toUpperCase() + message.slice(1));
}

/** A text with a full stop, where it has no end of its own, such as that of "did you mean `x`?". */
export function withEnd(text: string): string {
  return /[.?]$/.test(text) ? text : `${text}.`;
}

/** One call on the path to a place, as messages name it. */
export interface CallStep {
  readonly name: string;
  readonly file: string;
  readonly line: number;
}

/** `, through save (src/a.ts:3) → write (src/b.ts:9)`; empty in the handler itself. */
export function callPathText(path: readonly CallStep[]): string {
  if (path.length === 0) return '';
  return `, through ${path.map(({ name, file, line }) => `${name} (${file}:${line})`).join(' → ')}`;
}
