const VALUE =
  // oxlint-disable-next-line no-control-regex -- what a text must not have in it
  /[ \t\r\n]*(?:("(?:[^"\\\u0000-\u001F]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])|([{}[\],:]))/y;

/** What is expected next. */
type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | 'colon' | 'comma' | 'end';

/** The offset of the first error in invalid JSON; its length where something is not closed. */
export function findJsonError(text: string): number {
  const open: string[] = [];
  let expected: Expected = 'value';
  VALUE.lastIndex = 0;
  for (;;) {
    const from = VALUE.lastIndex;
    const match = VALUE.exec(text);
    if (!match) return from + (/^[ \t\r\n]*/.exec(text.slice(from))?.[0].length ?? 0);
    const next = after(expected, match, open);
    if (next === undefined) return VALUE.lastIndex - (match[1] ?? match[2] ?? match[3] ?? '').length;
    expected = next;
  }
}

function after(
  expected: Expected,
  [, text, word, mark]: RegExpExecArray,
  open: string[],
): Expected | undefined {
  if (mark === undefined) {
    if (text !== undefined && expected.startsWith('name')) return 'colon';
    return expected.startsWith('value') && (text ?? word) !== undefined ? closed(open) : undefined;
  }
  if ((mark === '{' || mark === '[') && expected.startsWith('value')) {
    open.push(mark);
    return mark === '{' ? 'name or }' : 'value or ]';
  }
  if (mark === ':') return expected === 'colon' ? 'value' : undefined;
  if (mark === ',' && expected === 'comma') return open.at(-1) === '{' ? 'name' : 'value';
  const isClosing =
    expected === 'comma' ? mark === (open.at(-1) === '{' ? '}' : ']') : expected.endsWith(mark);
  if (!isClosing || mark === ',') return undefined;
  open.pop();
  return closed(open);
}

const closed = (open: readonly string[]): Expected => (open.length > 0 ? 'comma' : 'end');
