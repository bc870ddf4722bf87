import { describe, expect, it } from 'vitest';
import { BTCPError } from './btcp-error.ts';

describe('BTCPError', () => {
  it('takes a code, a message and a suggestion', () => {
    const error = new BTCPError('CELL_NOT_FOUND', { message: 'No cell Z99.', suggestion: 'Use A1 to F20.' });
    expect([error.name, error.code, error.message, error.suggestion]).toEqual([
      'BTCPError',
      'CELL_NOT_FOUND',
      'No cell Z99.',
      'Use A1 to F20.',
    ]);
  });

  it('has the suggestion of the table for the toolkit’s own codes, and none for names that objects inherit', () => {
    expect(new BTCPError('CALL_CANCELLED').suggestion).toBe('Call again if it is still wanted.');
    expect(new BTCPError('constructor').suggestion).toBeUndefined();
  });

  it('shows a caller neither stack nor cause', () => {
    const error = new BTCPError('SAVE_FAILED', {
      message: 'Disk full.',
      cause: new Error('/secret'),
      data: { free: 0 },
    });
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      code: 'SAVE_FAILED',
      message: 'Disk full.',
      data: { free: 0 },
    });
    expect(error.cause).toBeInstanceOf(Error);
  });

  it('recognises an error of another copy of the module, and nothing else', () => {
    const foreign = Object.assign(new Error('x'), { name: 'BTCPError', code: 'X' });
    expect(
      [foreign, new BTCPError('X'), new Error('x'), { name: 'BTCPError', code: 'X' }, null].map(BTCPError.is),
    ).toEqual([true, true, false, false, false]);
  });
});

describe('BTCPError.from', () => {
  const like = (fields: object): Error =>
    Object.assign(new Error('No.'), { name: 'BTCPError', code: 'OWN' }, fields);
  const throwing = {
    get: (): never => {
      throw new Error('no');
    },
  };
  const issue = { path: '/a', keyword: 'type', message: 'a must be a string', params: { type: 'string' } };
  const cyclic: Record<string, unknown> = { name: 'x' };
  cyclic['self'] = cyclic;
  const json = (thrown: unknown): unknown => JSON.parse(JSON.stringify(BTCPError.from(thrown)));

  it.each<[string, unknown, object]>([
    ['every field', like({ suggestion: 'Try.', data: { a: [1] } }), { suggestion: 'Try.', data: { a: [1] } }],
    ['a suggestion that is no string', like({ suggestion: Symbol('s') }), {}],
    ['a message that is a number', like({ message: 5 }), { message: '5' }],
    ['a message that is an object', like({ message: { toString: () => 'Said.' } }), { message: 'Said.' }],
    ['data with a BigInt', like({ data: { a: { id: 5n } } }), { data: { omitted: '/a/id is not JSON: 5n' } }],
    ['data that is no object', like({ data: 'all' }), { data: { omitted: 'the value is not an object' } }],
    ['data that is an array', like({ data: [1] }), { data: { omitted: 'the value is not an object' } }],
    [
      'data that becomes nothing',
      like({ data: { toJSON: () => null } }),
      { data: { omitted: 'the value is not an object' } },
    ],
    [
      'data that throws',
      like({ data: new Proxy({}, { ownKeys: throwing.get }) }),
      { data: { omitted: 'the value cannot be read' } },
    ],
    ['issues that are no array', like({ issues: 'none' }), {}],
    ['issues that are none', like({ issues: [null, 5, { path: 1 }, 'x'] }), { issues: [] }],
    [
      'issues that the message does not name',
      like({ message: 'Wrong rows.', issues: [issue] }),
      { message: 'Wrong rows: a must be a string', issues: [issue] },
    ],
    [
      'issues that it names',
      like({ message: 'Wrong: a must be a string!', issues: [issue] }),
      { message: 'Wrong: a must be a string!', issues: [issue] },
    ],
    [
      'params that are not JSON',
      like({ issues: [{ ...issue, params: { n: 1n } }] }),
      {
        message: 'No: a must be a string',
        issues: [{ path: '/a', keyword: 'type', message: 'a must be a string' }],
      },
    ],
  ])('keeps the code, with %s', (_, thrown, fields) => {
    expect(json(thrown)).toEqual({ code: 'OWN', message: 'No.', ...fields });
    expect(BTCPError.from(thrown)).toBeInstanceOf(BTCPError);
  });

  it('reports cyclic data', () => {
    const { omitted } = BTCPError.from(like({ data: cyclic })).data as { omitted: string };
    expect(omitted).toMatch(/ is too deep, or contains itself$/);
  });

  it.each<[string, unknown, string]>([
    ['no error', { name: 'BTCPError', code: 'X', message: 'm', toJSON: 5 }, 'm'],
    ['an error whose code is no string', like({ code: 5 }), 'No.'],
    ['a string', 'oops', 'oops'],
    ['an object', { status: 404 }, '{"status":404}'],
    ['an array', ['oops'], '["oops"]'],
    ['null', null, 'null'],
    ['nothing', undefined, 'undefined'],
    ['a symbol', Symbol('s'), 'Symbol(s)'],
    [
      'a message that can not be a string',
      like({ message: Object.create(null) as object }),
      'Unreadable error',
    ],
    ['a proxy that throws', new Proxy(new BTCPError('X'), throwing), 'Unreadable error'],
    ['a getter that throws', Object.defineProperty(like({}), 'data', throwing), 'Unreadable error'],
    ['a revoked proxy', revoked(), 'Unreadable error'],
  ])('makes %s an EXECUTION_ERROR, with it as the cause', (_, thrown, message) => {
    const error = BTCPError.from(thrown);
    expect([error.code, error.message]).toEqual(['EXECUTION_ERROR', message]);
    expect(Object.is(error.cause, thrown)).toBe(true);
    JSON.stringify(error);
  });

  it('reads once, whatever a getter or a proxy returns later', () => {
    let reads = 0;
    const get = (target: Error, key: string | symbol): unknown =>
      key === 'code' && reads++ > 0 ? 5n : Reflect.get(target, key);
    expect(json(new Proxy(like({}), { get }))).toEqual({ code: 'OWN', message: 'No.' });
  });

  it('bounds message, suggestion and code', () => {
    const long = 'x'.repeat(20_000);
    const { code, message, suggestion } = BTCPError.from(
      new BTCPError(long, { message: long, suggestion: long }),
    );
    expect([code, message, suggestion].map((text) => text?.length)).toEqual([65, 10_001, 10_001]);
    expect(BTCPError.from(long).message).toHaveLength(10_001);
  });

  it('bounds issues: 100 of them, 500 characters of each string, params of 500 characters', () => {
    const long = 'x'.repeat(1e6);
    const huge = { path: `/${long}`, keyword: 'type', message: long, params: { name: long } };
    const error = BTCPError.from(like({ issues: Array.from({ length: 100_000 }, () => huge) }));
    expect(error.issues).toHaveLength(101);
    expect(error.issues?.[0]).toEqual({
      path: `/${'x'.repeat(499)}…`,
      keyword: 'type',
      message: `${'x'.repeat(500)}…`,
    });
    expect(error.issues?.[100]).toEqual({
      path: '',
      keyword: 'truncated',
      message: '99900 more problems are not listed',
      params: { more: 99_900 },
    });
    expect(JSON.stringify(error).length).toBeLessThan(120_000);
    expect(error.message).toMatch(/^No: x{500}…; x{500}…; x{500}…; 99997 more problems are not listed$/);
  });

  it('names no pattern beside the format of the same value', () => {
    const dates = [
      { path: '/day', keyword: 'pattern', message: '`day` must match the pattern ^(?:…; got "soon"' },
      { path: '/day', keyword: 'format', message: '`day` must be a valid date; got "soon"' },
      { path: '/code', keyword: 'pattern', message: '`code` must match the pattern ^(?:…; got "soon"' },
    ];
    const error = BTCPError.from(like({ issues: dates }));
    expect(error.message).toBe(
      'No: `day` must be a valid date; got "soon"; `code` must match the pattern ^(?:…; got "soon"',
    );
    expect(error.issues).toEqual(dates);
    expect(BTCPError.from(error).message).toBe(error.message);
  });

  it('leaves out params that are large as JSON, and reads no more of them than that', () => {
    let reads = 0;
    const allowedValues = new Proxy(Array<number>(1e6).fill(1), {
      get: (target, key) => (reads++, Reflect.get(target, key) as unknown),
    });
    expect(BTCPError.from(like({ issues: [{ ...issue, params: { allowedValues } }] })).issues).toEqual([
      { path: '/a', keyword: 'type', message: 'a must be a string' },
    ]);
    expect(reads).toBeLessThan(2000);
  });

  it('is idempotent', () => {
    const once = BTCPError.from(like({ issues: [issue], data: cyclic, suggestion: 'Try.' }));
    const twice = BTCPError.from(once);
    expect(twice).not.toBe(once);
    expect(JSON.stringify(twice)).toBe(JSON.stringify(once));
    expect(twice.stack).toBe(once.stack);
  });
});

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable(new Error('x'), {});
  revoke();
  return proxy;
}
