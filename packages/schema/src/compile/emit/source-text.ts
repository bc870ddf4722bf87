/** Text of JavaScript whose strings were taken out, so that nothing of a schema is taken for code or for a mark. */
export interface MaskedText {
  readonly text: string;
  /** By the number that stands in the text. */
  readonly strings: string[];
}

const STRING = /"(?:[^"\\]|\\.)*"/g;
const MASK = /\ue000(\d+)\ue000/g;

/**
 * Takes the strings out of a text that has no other quotes, as ajv's has.
 *
 * @param strings - Where to add them: those of the text that this one is a part of.
 */
export function maskStrings(text: string, strings: string[] = []): MaskedText {
  const masked = text.replace(STRING, (string) => `\ue000${strings.push(string) - 1}\ue000`);
  return { text: masked, strings };
}

/** Puts the strings back. */
export function unmaskStrings({ text, strings }: MaskedText): string {
  return text.replace(MASK, (_, number: string) => strings[Number(number)] ?? '');
}

const WORDS =
  'break|case|const|default|else|false|for|function|if|in|let|new|null|of|return|switch|true|typeof|undefined';
const GLOBALS = 'Array|Number|Object|Set|isArray|isFinite|isNaN';
/** What ajv and our keywords call their variables. */
const VARIABLES = 'data|instancePath|branches|count|each|i|key|repeated|seen|tag';
/** Our functions and constants; `$` marks those of the runtime. */
const OWN = 'check|collect|properties|items|fill|const';
const UNKNOWN = new RegExp(
  `\\b(?=[A-Za-z_])(?<![.$])(?!(?:${WORDS}|${GLOBALS}|(?:${VARIABLES}|${OWN})\\d*(?:Anew)?)\\b)\\w+`,
);

// Schemas reach the text through strings alone, so what is left of it is ours: plain ASCII, and the masks.
const FOREIGN = /[^\n -~\ue000]/;

/** Something in a text without strings that is not of our making: an identifier, or a character. */
export function unknownPart(text: string): string | undefined {
  return (UNKNOWN.exec(text) ?? FOREIGN.exec(text))?.[0];
}
