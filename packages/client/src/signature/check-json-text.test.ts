import { expect, it } from 'vitest';
import { checkJsonText } from './check-json-text.ts';

const NUMBER = 'has a number that JavaScript cannot hold: ';

it.each<[text: string, problem: string | undefined]>([
  ['[0, 1, -1, 0.1, 10.50, 1e3, 1E+3, 1e21, 5e-324, 1.7976931348623157e308, 9007199254740991]', undefined],
  ['[0.30000000000000004, 123456789012345680000, 100000000000000000000000]', undefined],
  ['9007199254740992', undefined],
  ['9007199254740993', `${NUMBER}9007199254740993`],
  ['{"maximum":-9007199254740993}', `${NUMBER}-9007199254740993`],
  ['[0.1000000000000000055]', `${NUMBER}0.1000000000000000055`],
  ['1e400', `${NUMBER}1e400`],
  ['1e-400', `${NUMBER}1e-400`],
  ['-0', `${NUMBER}-0`],
  ['-0.0', `${NUMBER}-0.0`],
  [`1.${'0'.repeat(100)}`, `${NUMBER}1.${'0'.repeat(38)}`],
  ['{"a":1,"b":{"a":1},"c":[{"a":1},{"a":1}]}', undefined],
  ['{"a":1,"b":2,"a":1}', 'has the name "a" twice in one object'],
  ['[{"x":{"a":1, "\\u0061" : 1}}]', 'has the name "a" twice in one object'],
  ['{"__proto__":1,"__proto__":1}', 'has the name "__proto__" twice in one object'],
  ['{"a":"\\"b\\":1,","b":"9007199254740993\\\\"}', undefined],
  [`${'['.repeat(500)}${']'.repeat(500)}`, undefined],
  [`${'['.repeat(501)}${']'.repeat(501)}`, 'is nested deeper than 500 levels'],
])('%s', (text, problem) => {
  expect(checkJsonText(text)).toBe(problem);
});
