/** The same as for values that are copied. */
const MAX_DEPTH = 500;
/** Longer than any that `JSON.stringify` writes; normalising it would take quadratic time. */
const MAX_NUMBER_LENGTH = 100;

const NUMBER = /-?\d[\d.eE+-]*/y;
const PARTS = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * Finds what programs read differently in a JSON text: a repeated name, or a number that JavaScript rounds.
 *
 * @param text - Valid JSON.
 * @returns The end of a sentence; `undefined` where there is nothing.
 */
export function checkJsonText(text: string): string | undefined {
  /** The names of each open object; arrays have none. */
  const open: Set<string>[] = [];
  let latest = '';
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '"') {
      const end = endOfString(text, at);
      latest = text.slice(at, end);
      at = end - 1;
    } else if (character === ':') {
      const name = String(JSON.parse(latest));
      const names = open.at(-1);
      if (names?.has(name)) return `has the name ${JSON.stringify(name)} twice in one object`;
      names?.add(name);
    } else if (character === '{' || character === '[') {
      if (open.push(new Set()) > MAX_DEPTH) return `is nested deeper than ${MAX_DEPTH} levels`;
    } else if (character === '}' || character === ']') {
      open.pop();
    } else if (character === '-' || (character >= '0' && character <= '9')) {
      NUMBER.lastIndex = at;
      const literal = NUMBER.exec(text)?.[0] ?? '';
      if (!isExact(literal)) return `has a number that JavaScript cannot hold: ${literal.slice(0, 40)}`;
      at += literal.length - 1;
    }
  }
  return undefined;
}

/** The offset after the string that begins at an offset. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    at = text.indexOf('"', at);
    let before = at;
    while (text.charAt(before - 1) === '\\') before--;
    if ((at - before) % 2 === 0) return at + 1;
  }
}

/** Whether JavaScript writes a number's literal as the same number, so that no digit of it is lost. */
function isExact(literal: string): boolean {
  const written = String(Number(literal));
  if (written === literal) return true;
  return literal.length <= MAX_NUMBER_LENGTH && normalForm(written) === normalForm(literal);
}

/** Sign, digits without zeros at either end, and exponent. Keeps the sign of -0, which JSON texts of programs lack. */
function normalForm(literal: string): string | undefined {
  const [, sign, whole = '', fraction = '', exponent = '0'] = PARTS.exec(literal) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  const zeros = digits.length - significant.length;
  return significant === '' ? sign : `${sign}${significant}e${Number(exponent) - fraction.length + zeros}`;
}
