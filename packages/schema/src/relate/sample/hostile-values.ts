/** A chain of objects. */
function nested(depth: number): unknown {
  let value: unknown = null;
  for (let level = 0; level < depth; level++) value = { a: value };
  return value;
}

const STRINGS = [
  '',
  ' ',
  '\0',
  '\n',
  '__proto__',
  'constructor',
  '<img src=x onerror=alert(1)>',
  `'"\`--;`,
  '../../etc/passwd',
  'data:text/html,<script>',
  '${7*7}{{7*7}}',
  '%00%n%s',
  '-1',
  '1e999',
  'null',
  '2024-02-30',
  'İ',
  '\u202E\u200B',
  'e\u0301',
  '👩‍👩‍👧',
  '\uD800',
  'a'.repeat(5000),
];

const NUMBERS = [0, -1, 1, 0.1 + 0.2, -0.5, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308, -1e308, 5e-324];

/**
 * JSON values that careless code stumbles over: strings that are code elsewhere, numbers at the ends of their range, names
 * of inherited properties, deep nesting.
 */
export const HOSTILE_VALUES: readonly unknown[] = [
  ...STRINGS,
  ...NUMBERS,
  true,
  false,
  null,
  [],
  {},
  [[]],
  [null],
  // As JSON gives it: an own property.
  JSON.parse('{"__proto__":{"admin":true}}'),
  JSON.parse('{"constructor":{"prototype":{"admin":true}}}'),
  { '': '', toString: 1, length: -1 },
  nested(100),
];
