import { BTCPError } from './btcp-error.ts';

/** The same as for values that are copied. */
const MAX_DEPTH = 500;
/** Longer than any that `JSON.stringify` writes; normalising it, or counting its digits, would take quadratic time. */
const MAX_NUMBER_LENGTH = 100;
/** Programs in other languages print a fraction with up to 17 digits, which is read as the number that was meant. */
const MAX_FRACTION_DIGITS = 17;

const NUMBER = /-?\d[\d.eE+-]*/y;
const PARTS = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** Without a match, every number of a text is held exactly. */
const MAYBE_ROUNDED = /[\d.]{16}|\d[eE]/;

/**
 * Parses the JSON of a call, and refuses a number that JavaScript would round: a tool must not run on another id than
 * the one that was sent. Refuses what is nested so deeply that no tool takes it, before anything recurses into it.
 *
 * @param what - What the JSON is, for the message.
 * @throws SyntaxError where it is not JSON; BTCPError `INVALID_INPUT`, with the place.
 */
export function parseCallJson(text: string, what: string): unknown {
  const value: unknown = JSON.parse(text);
  const mayNest = text.split(/[[{]/, MAX_DEPTH + 2).length > MAX_DEPTH + 1;
  const fault = mayNest || MAYBE_ROUNDED.test(text) ? findFault(text, false) : undefined;
  if (fault === undefined) return value;
  throw new BTCPError('INVALID_INPUT', {
    message: `${what} ${fault.reason}`,
    suggestion: fault.isDeep
      ? 'Send values with fewer levels.'
      : 'Send the number as a string. Where the schema takes none, this tool cannot be called with it.',
    issues: [{ path: fault.path, keyword: 'json', message: fault.reason }],
  });
}

/**
 * Finds what programs read differently in a JSON text: a repeated name, or a number that JavaScript rounds.
 *
 * @param text - Valid JSON.
 * @returns The end of a sentence; `undefined` where there is nothing.
 */
export function checkJsonText(text: string): string | undefined {
  return findFault(text, true)?.reason;
}

/** Whether JavaScript reads a number's literal as the number that was meant. */
export function holdsNumber(literal: string): boolean {
  if (isExact(literal) || /^-0(?:\.0+)?$/.test(literal)) return true;
  const value = Number(literal);
  return (
    literal.length <= MAX_NUMBER_LENGTH &&
    !Number.isInteger(value) &&
    Number.isFinite(value) &&
    digitsOf(literal) <= MAX_FRACTION_DIGITS
  );
}

interface Fault {
  /** JSON pointer. */
  readonly path: string;
  readonly reason: string;
  /** Whether it is the depth that is wrong. */
  readonly isDeep?: boolean;
}

interface Open {
  readonly names: Set<string> | undefined;
  /** Of the member that is read. */
  key: string | number;
}

/** @param isStrict - Whether repeated names, and every digit of a number, matter. */
function findFault(text: string, isStrict: boolean): Fault | undefined {
  const open: Open[] = [];
  let string = '';
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '"') {
      const end = endOfString(text, at);
      string = text.slice(at, end);
      at = end - 1;
    } else if (character === '-' || (character >= '0' && character <= '9')) {
      NUMBER.lastIndex = at;
      const literal = NUMBER.exec(text)?.[0] ?? '';
      if (!(isStrict ? isExact(literal) : holdsNumber(literal))) return rounded(literal, pathOf(open));
      at += literal.length - 1;
    } else {
      const reason = follow(open, character, string, isStrict);
      if (reason !== undefined) return { path: pathOf(open), reason };
      if (open.length > MAX_DEPTH)
        return { path: '', reason: `is nested deeper than ${MAX_DEPTH} levels`, isDeep: true };
    }
  }
  return undefined;
}

/** @returns Why what is open now must not be. */
function follow(open: Open[], character: string, latest: string, isStrict: boolean): string | undefined {
  const innermost = open.at(-1);
  switch (character) {
    case '{':
    case '[':
      open.push(
        character === '['
          ? { names: undefined, key: 0 }
          : { names: isStrict ? new Set() : undefined, key: '' },
      );
      break;
    case '}':
    case ']':
      open.pop();
      break;
    case ',':
      if (typeof innermost?.key === 'number') innermost.key++;
      break;
    case ':':
      return innermost && enter(innermost, String(JSON.parse(latest)));
  }
  return undefined;
}

function enter(object: Open, name: string): string | undefined {
  object.key = name;
  if (object.names?.has(name)) return `has the name ${JSON.stringify(name)} twice in one object`;
  object.names?.add(name);
  return undefined;
}

function rounded(literal: string, path: string): Fault {
  const place = path === '' ? '' : ` at ${path.slice(0, 200)}`;
  return { path, reason: `has a number that JavaScript cannot hold${place}: ${literal.slice(0, 40)}` };
}

/** The JSON pointer (RFC 6901) of the value that is being read. */
function pathOf(open: readonly Open[]): string {
  return open.map(({ key }) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
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

/** The number of significant digits. */
function digitsOf(literal: string): number {
  return literal
    .replace(/[eE].*$/, '')
    .replace(/^[-0.]+|\./g, '')
    .replace(/0+$/, '').length;
}

/** A JSON value; `undefined` for a text that is none. */
export function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
