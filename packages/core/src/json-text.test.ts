import { describe, expect, it } from 'vitest';
import { BTCPError } from './btcp-error.ts';
import { checkJsonText, parseCallJson } from './json-text.ts';

const NUMBER = 'has a number that JavaScript cannot hold: ';
const at = (path: string): string => `has a number that JavaScript cannot hold at ${path}: `;

it.each<[text: string, problem: string | undefined]>([
  ['[0, 1, -1, 0.1, 10.50, 1e3, 1E+3, 1e21, 5e-324, 1.7976931348623157e308, 9007199254740991]', undefined],
  ['[0.30000000000000004, 123456789012345680000, 100000000000000000000000]', undefined],
  ['9007199254740992', undefined],
  ['9007199254740993', `${NUMBER}9007199254740993`],
  ['{"maximum":-9007199254740993}', `${at('/maximum')}-9007199254740993`],
  ['[0.1000000000000000055]', `${at('/0')}0.1000000000000000055`],
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

describe('parseCallJson', () => {
  const failure = (text: string): unknown => {
    try {
      return parseCallJson(text, 'The input');
    } catch (error) {
      return BTCPError.is(error) ? [error.code, error.message, error.issues] : error;
    }
  };
  const refused = (path: string, literal: string): unknown => [
    'INVALID_INPUT',
    `The input ${path === '' ? NUMBER : at(path)}${literal}`,
    [{ path, keyword: 'json', message: `${path === '' ? NUMBER : at(path)}${literal}` }],
  ];

  it.each([
    ['{"id":9007199254740993}', '/id', '9007199254740993'],
    ['{"ids":[1,{"a/b":[2, -9007199254740995]}]}', '/ids/1/a~1b/1', '-9007199254740995'],
    ['{"a":"9007199254740993","b":{"c":[],"d":9007199254740993.0}}', '/b/d', '9007199254740993.0'],
    ['{"a":{"b":1},"c":12345678901234567890}', '/c', '12345678901234567890'],
    ['9007199254740992.5', '', '9007199254740992.5'],
    ['{"a":1e400}', '/a', '1e400'],
    ['{"a":-1E-400}', '/a', '-1E-400'],
    ['{"a":0.1234567890123456789}', '/a', '0.1234567890123456789'],
    // Counting these digits would take a minute.
    [`{"a":0.1${'0'.repeat(100_000)}1}`, '/a', `0.1${'0'.repeat(37)}`],
  ])('refuses %s', (text, path, literal) => {
    expect(failure(text)).toEqual(refused(path, literal));
  });

  it('refuses what is nested too deeply, before anything recurses into it', () => {
    const deep = `${'['.repeat(501)}${']'.repeat(501)}`;
    const reason = 'is nested deeper than 500 levels';
    expect(failure(deep)).toEqual([
      'INVALID_INPUT',
      `The input ${reason}`,
      [{ path: '', keyword: 'json', message: reason }],
    ]);
    expect(failure(`[${'[],'.repeat(600)}${'{"a":"[["},'.repeat(600)}1]`)).toHaveLength(1201);
  });

  it('takes numbers that are read as they were meant', () => {
    const text = '[9007199254740992,1e22,-0,-0.0,0.10000000000000001,37.774929500000002,1.50,1E+3,5e-324]';
    expect(failure(text)).toEqual([9007199254740992, 1e22, -0, -0, 0.1, 37.7749295, 1.5, 1000, 5e-324]);
  });

  it('takes a repeated name, and numbers in strings, as `JSON.parse` does', () => {
    expect(failure('{"a":1,"a":"12345678901234567890"}')).toEqual({ a: '12345678901234567890' });
    expect(failure('{"b":"1234567890123456"}')).toEqual({ b: '1234567890123456' });
    expect(failure('{')).toBeInstanceOf(SyntaxError);
  });
});
