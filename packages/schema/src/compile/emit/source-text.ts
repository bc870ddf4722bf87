/** Text of JavaScript whose strings were taken out, so that it can be searched and replaced safely. */
export interface MaskedText {
  readonly text: string;
  readonly strings: readonly string[];
}

const STRING = /"(?:[^"\\]|\\.)*"/g;
const MASK = /\ue000(\d+)\ue000/g;

/** Takes the strings out of a text that has no other quotes, as ajv's has. */
export function maskStrings(text: string): MaskedText {
  const strings: string[] = [];
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

/** An identifier in a text without strings that none of ours goes by; nothing when all are known. */
export function unknownIdentifier(text: string): string | undefined {
  return UNKNOWN.exec(text)?.[0];
}
