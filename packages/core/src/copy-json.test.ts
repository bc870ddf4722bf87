import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copyJson } from './copy-json.ts';

const issueOf = (value: unknown, lenient = false): readonly [string, string] => {
  const copy = copyJson(value, lenient);
  if (copy.ok) throw new Error(`It was copied: ${JSON.stringify(copy.value)}`);
  const [issue] = copy.issues;
  return [issue?.path ?? '', issue?.message ?? ''];
};
const copyOf = (value: unknown, lenient = false): unknown => {
  const copy = copyJson(value, lenient);
  if (!copy.ok) throw new Error(JSON.stringify(copy.issues));
  return copy.value;
};

class Money {
  amount = 3;
  get currency(): string {
    return 'EUR';
  }
}

describe('copyJson', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic['list'] = [{ cyclic }];
  const laughs = Array.from({ length: 30 }).reduce<unknown>((inner) => [inner, inner], 'ha');

  it.each<[string, unknown, string, string]>([
    ['a function', { a: { run: () => 1 } }, '/a/run', '/a/run is not JSON: () => 1'],
    ['a symbol', { a: Symbol('s') }, '/a', '/a is not JSON: Symbol(s)'],
    ['a bigint', [1n], '/0', '/0 is not JSON: 1n'],
    ['NaN', { a: [1, Number.NaN] }, '/a/1', '/a/1 is not JSON: NaN'],
    ['Infinity', -Infinity, '', 'the value is not JSON: -Infinity'],
    ['a number that is too large', JSON.parse('{ "card": 1e999 }'), '/card', '/card is not JSON: Infinity'],
    ['a Date', { when: new Date(0) }, '/when', '/when is not JSON: [object Date]'],
    ['a Map', new Map(), '', 'the value is not JSON: [object Map]'],
    ['a RegExp', [/x/], '/0', '/0 is not JSON: [object RegExp]'],
    ['an Error', new Error('x'), '', 'the value is not JSON: [object Error]'],
    ['a promise', { a: Promise.resolve(1) }, '/a', '/a is not JSON: [object Promise]'],
    ['a boxed string', { a: new String('x') }, '/a', '/a is not JSON: [object String]'],
    [
      'typed arrays',
      { a: new Uint8Array(1) },
      '/a',
      '/a is not JSON: [object Uint8Array]; JSON has bytes as text, which `toBase64` of @btcp/core/content makes',
    ],
    ['an instance of a class', { a: new Money() }, '/a', '/a is not JSON: [object Object]'],
    ['keys that need escaping', { 'a/b': { '~': 1n } }, '/a~1b/~0', '/a~1b/~0 is not JSON: 1n'],
    [
      'a getter that throws',
      { a: Object.defineProperty({}, 'b', { enumerable: true, get: () => JSON.parse('no') as number }) },
      '/a/b',
      '/a/b cannot be read',
    ],
    [
      'a getter that throws what answers nothing',
      {
        get a(): never {
          throw new Proxy(new Error('x'), { getPrototypeOf: () => JSON.parse('no') as never });
        },
      },
      '/a',
      '/a cannot be read',
    ],
    [
      'a proxy that throws',
      { a: new Proxy({}, { ownKeys: () => JSON.parse('no') as never }) },
      '/a',
      '/a cannot be read',
    ],
  ])('refuses %s, and says where', (_, value, path, message) => {
    expect(issueOf(value)).toEqual([path, message]);
  });

  it('refuses a cycle', () => {
    const [path, message] = issueOf(cyclic);
    expect(path.startsWith('/list/0/cyclic/list/0/cyclic/')).toBe(true);
    expect(message).toMatch(/ is too deep, or contains itself$/);
    expect(message.length).toBeLessThan(140);
  });

  it('takes 500 levels and refuses 600', () => {
    const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);
    expect(copyOf(nested(500))).toEqual(nested(500));
    expect(issueOf(nested(600))[1]).toMatch(/is too deep/);
  });

  it.each<[string, unknown]>([
    ['a few objects that are endless as JSON', laughs],
    ['an empty array that claims to be long', Object.assign([], { length: 4_000_000_000 })],
  ])('refuses %s, soon', (_, value) => {
    expect(issueOf(value)).toEqual(['', 'the value is larger than 1048576 characters']);
  });

  it.each<[string, (inner: () => void) => object]>([
    ['a getter', (inner) => Object.defineProperty({}, 'x', { enumerable: true, get: inner })],
    ['toJSON', (inner) => ({ toJSON: inner })],
  ])('counts on when %s makes another copy', (_, make) => {
    const many = {
      list: Array.from({ length: 11 }, () => [make(() => void copyOf([1])), ...Array<number>(1e5)]),
    };
    expect(issueOf(many, true)[1]).toBe('the value is larger than 1048576 characters');
    const bad = { a: [make(() => void copyOf({ deep: { down: 1 } })), Number.NaN] };
    expect(issueOf(bad, true)).toEqual(['/a/1', '/a/1 is not JSON: NaN']);
  });

  it('reads every property once', () => {
    let reads = 0;
    const value = {
      get a() {
        return ++reads;
      },
    };
    expect(copyOf(value)).toEqual({ a: 1 });
    expect(reads).toBe(1);
  });

  it('reads through a proxy once, whatever that answers later', () => {
    let reads = 0;
    const proxy = new Proxy({ a: 0 }, { get: () => ++reads });
    expect(copyOf({ proxy })).toEqual({ proxy: { a: 1 } });
  });

  it('drops undefined from objects, symbols as keys, and what is not enumerable or inherited', () => {
    const value = Object.assign(Object.create({ inherited: 1 }) as object, {
      a: undefined,
      b: 1,
      [Symbol('s')]: 2,
    });
    Object.setPrototypeOf(value, null);
    Object.defineProperty(value, 'hidden', { value: 1 });
    expect(Object.keys(copyOf(value) as object)).toEqual(['b']);
    expect(Reflect.ownKeys(copyOf(value) as object)).toEqual(['b']);
  });

  it('leaves out what an object inherits, though a page gives it to every object', () => {
    const page = Object.create({ inherited: 1 }) as object;
    expect(copyOf(Object.assign(page, { a: 1 }), true)).toEqual({ a: 1 });
  });

  it('reports the place of a problem after earlier copies', () => {
    expect(issueOf({ a: { b: [1, { c: 2 }] }, d: [{}, [Number.NaN]] })[0]).toBe('/d/1/0');
  });

  it('makes undefined and holes in arrays null, as JSON.stringify does', () => {
    // oxlint-disable-next-line no-sparse-arrays -- the hole is what is tested
    expect(copyOf([undefined, , 1])).toEqual([null, null, 1]);
    expect(copyOf(undefined)).toBeNull();
  });

  it('keeps __proto__ and other names of the prototype as plain data', () => {
    const value: unknown = JSON.parse(
      '{"__proto__":{"admin":true},"constructor":1,"toString":{"__proto__":[]}}',
    );
    const copy = copyOf(value) as Record<string, unknown>;
    expect(JSON.stringify(copy)).toBe(
      '{"__proto__":{"admin":true},"constructor":1,"toString":{"__proto__":[]}}',
    );
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(copy['admin']).toBeUndefined();
  });

  it('takes plain objects of another realm', () => {
    expect(copyOf(runInNewContext('({ a: [{ b: 1 }] })'))).toEqual({ a: [{ b: 1 }] });
  });

  it('shares nothing with its source', () => {
    const source = { a: [{ b: 1 }] };
    const copy = copyOf(source) as typeof source;
    Object.assign(source.a[0] ?? {}, { b: 2 });
    expect(copy).toEqual({ a: [{ b: 1 }] });
  });

  it('equals JSON.parse of JSON.stringify, for any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.stringify(copyOf(value))).toBe(JSON.stringify(value));
        expect(JSON.stringify(copyOf(value, true))).toBe(JSON.stringify(value));
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});

describe('copyJson, lenient', () => {
  it.each<[string, unknown, unknown]>([
    ['a Date as JSON does', { when: new Date(0) }, { when: '1970-01-01T00:00:00.000Z' }],
    ['what toJSON returns', { toJSON: () => ({ a: [1] }) }, { a: [1] }],
    ['an inherited toJSON', new URL('https://example.com/a'), 'https://example.com/a'],
    ['a toJSON that returns nothing, as nothing', { a: { toJSON: () => undefined }, b: 1 }, { b: 1 }],
    ['an instance of a class by its own fields', new Money(), { amount: 3 }],
    ['a field that is called toJSON', { toJSON: 1 }, { toJSON: 1 }],
  ])('takes %s', (_, value, json) => {
    expect(copyOf(value, true)).toEqual(json);
    expect(JSON.parse(JSON.stringify(value))).toEqual(json);
  });

  it.each<[string, unknown, string]>([
    ['an invalid Date', [new Date(Number.NaN), 1n], '/1 is not JSON: 1n'],
    ['a Map', { a: new Map() }, '/a is not JSON: [object Map]'],
    ['a function', { a: () => 1 }, '/a is not JSON: () => 1'],
    ['NaN, which JSON.stringify would make null', { a: Number.NaN }, '/a is not JSON: NaN'],
    [
      'a toJSON that throws',
      {
        a: {
          toJSON: () => {
            throw new Error('no');
          },
        },
      },
      '/a cannot be read',
    ],
    ['a toJSON that returns a bigint', { a: { toJSON: () => 1n } }, '/a is not JSON: 1n'],
  ])('refuses %s', (_, value, message) => {
    expect(issueOf(value, true)[1]).toBe(message);
  });
});
