/* oxlint-disable unicorn/no-thenable -- what tools return can be anything */
import { BTCPError, defineTool } from '@btcp/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anyTool, clientWith, failureOf, INPUT_SCHEMA, manifestOf, validatorsOf } from '../test/clients.ts';
import { BTCPClient } from './client.ts';
import { allDeadlines } from './deadline.ts';

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
const never = (): Promise<never> => new Promise(() => undefined);

const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown): void => void unhandled.push(reason);
beforeEach(() => {
  unhandled.length = 0;
  process.on('unhandledRejection', onUnhandled);
});
afterEach(async () => {
  await sleep(0);
  process.off('unhandledRejection', onUnhandled);
  // oxlint-disable vitest/no-standalone-expect -- holds after every test
  expect(unhandled).toEqual([]);
  expect(allDeadlines().length).toBe(0);
  // oxlint-enable vitest/no-standalone-expect
});

describe('callTool', () => {
  it('finds, gates, validates, runs and validates, in this order', async () => {
    const ran: unknown[] = [];
    const manifest = manifestOf([
      anyTool('greet', {
        inputSchema: INPUT_SCHEMA,
        outputSchema: { type: 'object', required: ['text'] },
        capabilities: ['dom:read', 'dom:observe'],
      }),
    ]);
    const client = new BTCPClient();
    const call = (name: string, input: unknown): Promise<unknown> => client.callTool(name, input);
    const implementations = {
      greet: (input: { name: string; greeting: string }): unknown => {
        ran.push(input);
        return input.name === 'nobody' ? {} : { text: `${input.greeting}, ${input.name}!` };
      },
    };
    await client.registerManifest({ manifest, implementations, validators: validatorsOf(manifest) });
    await client.grantCapabilities(['dom:write']);

    expect(await failureOf(call('greets', { name: 1 }))).toMatchObject({
      code: 'TOOL_NOT_FOUND',
      message: 'There is no tool "greets".',
    });
    expect(await failureOf(call('greet', { name: 1 }))).toMatchObject({
      code: 'CAPABILITY_DENIED',
      message: 'The tool "greet" needs capabilities that are not granted: dom:observe.',
      data: { missing: ['dom:observe'] },
    });
    await client.grantCapabilities(['dom:observe']);
    expect(await failureOf(call('greet', { name: 1, greetin: 'x' }))).toMatchObject({
      code: 'INVALID_INPUT',
      issues: [
        { path: '/name', keyword: 'type' },
        { path: '/greetin', keyword: 'additionalProperties' },
      ],
    });
    expect(ran).toEqual([]);
    expect(await failureOf(call('greet', { name: 'nobody' }))).toMatchObject({
      code: 'INVALID_OUTPUT',
      issues: [{ keyword: 'required' }],
    });
    expect(await call('greet', { name: 'Ada' })).toEqual({ text: 'Hello, Ada!' });
    expect(ran).toEqual([
      { name: 'nobody', greeting: 'Hello' },
      { name: 'Ada', greeting: 'Hello' },
    ]);
    await client.revokeCapabilities(['dom:observe']);
    expect(await failureOf(call('greet', { name: 'Ada' }))).toMatchObject({ code: 'CAPABILITY_DENIED' });
  });

  it.each(['__proto__', 'constructor', '', 'toString', Symbol('x'), 5, null])(
    'finds no tool "%s"',
    async (name) => {
      expect(await failureOf(new BTCPClient().callTool(name as string))).toMatchObject({
        code: 'TOOL_NOT_FOUND',
      });
    },
  );

  it('says what it takes to one who passes an object, as to clients of MCP', async () => {
    const wrong = { name: 'greet', arguments: {} } as unknown as string;
    expect(await failureOf(new BTCPClient().callTool(wrong))).toMatchObject({
      code: 'TOOL_NOT_FOUND',
      message: 'Pass the name of a tool; got object.',
    });
  });

  it('runs what defineTool returns, by value or promise', async () => {
    const inputSchema = {} as { type: 'object'; static: { a: number } };
    const sync = defineTool({ inputSchema, capabilities: [], execute: ({ a }) => ({ sync: a }) });
    const later = defineTool({ inputSchema, capabilities: [], execute: async ({ a }) => ({ later: a }) });
    expect(await (await clientWith(sync)).callTool('run', { a: 1 })).toEqual({ sync: 1 });
    expect(await (await clientWith(later)).callTool('run', { a: 1 })).toEqual({ later: 1 });
  });

  it('names every issue in its message', async () => {
    const client = await clientWith(() => 1, {
      tool: { inputSchema: { type: 'object', required: ['a', 'b', 'c', 'd'] } },
    });
    const error = await failureOf(client.callTool('run'));
    expect((error as BTCPError).message).toBe(
      'Invalid input of "run": `a` is required; `b` is required; `c` is required; `d` is required',
    );
    expect((error as BTCPError).issues).toHaveLength(4);
  });

  it('counts in its message the issues beyond 2,000 characters', async () => {
    const required = Array.from({ length: 150 }, (_, index) => `a_property_with_a_long_name_${index}`);
    const client = await clientWith(() => 1, { tool: { inputSchema: { type: 'object', required } } });
    const { message, issues } = (await failureOf(client.callTool('run'))) as BTCPError;
    expect(message.length).toBeLessThan(2100);
    expect(message).toMatch(/name_42` is required; 107 more problems are not listed$/);
    expect(issues?.length).toBe(101);
    expect(issues?.at(-1)).toEqual({
      path: '',
      keyword: 'truncated',
      message: '50 more problems are not listed',
      params: { more: 50 },
    });
  });
});

describe('the input', () => {
  it('is {} when there is none', async () => {
    const client = await clientWith((input) => input);
    expect(await client.callTool('run')).toEqual({});
    expect(await failureOf(client.callTool('run', null))).toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('is a copy: neither side sees changes of the other', async () => {
    const client = await clientWith(async (input: { list: number[] }) => {
      await sleep(5);
      input.list.push(3);
      return input;
    });
    const input = { list: [1] };
    const call = client.callTool('run', input);
    input.list.push(2);
    expect(await call).toEqual({ list: [1, 3] });
    expect(input).toEqual({ list: [1, 2] });
  });

  it.each<[string, () => unknown, string]>([
    [
      'a cycle',
      () => {
        const value: Record<string, unknown> = {};
        value['self'] = value;
        return value;
      },
      'contains itself',
    ],
    [
      'a getter that throws',
      () => ({
        get a(): never {
          throw new Error('no');
        },
      }),
      '/a cannot be read',
    ],
    [
      'a revoked proxy',
      () => {
        const { proxy, revoke } = Proxy.revocable({}, {});
        revoke();
        return proxy;
      },
      'cannot be read',
    ],
    ['a function', () => ({ a: () => 1 }), '/a is not JSON'],
    ['a Date', () => ({ a: new Date() }), '/a is not JSON: [object Date]'],
  ])('is refused when it is or has %s', async (_, make, message) => {
    const client = await clientWith(() => 1);
    const error = await failureOf(client.callTool('run', make()));
    expect(error).toMatchObject({ code: 'INVALID_INPUT', issues: [{ keyword: 'json' }] });
    expect((error as BTCPError).message).toContain(message);
  });

  it('cannot give the check one value and the tool another', async () => {
    const client = await clientWith((input) => input, { tool: { inputSchema: INPUT_SCHEMA } });
    let reads = 0;
    const shifty = {
      get name() {
        return reads++ === 0 ? 'Ada' : 5;
      },
    };
    expect(await client.callTool('run', shifty)).toEqual({ name: 'Ada', greeting: 'Hello' });
  });

  it('cannot reach a prototype', async () => {
    const client = await clientWith((input: Record<string, unknown>) => ({
      own: Object.keys(input),
      admin: input['admin'],
    }));
    expect(await client.callTool('run', JSON.parse('{"__proto__":{"admin":true}}'))).toEqual({
      own: ['__proto__'],
    });
  });
});

describe('the output', () => {
  it.each<[string, unknown, unknown]>([
    ['nothing', undefined, null],
    ['null', null, null],
    ['a Date', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['undefined properties', { a: undefined, b: [undefined] }, { b: [null] }],
    ['false', false, false],
    ['an empty string', '', ''],
    ['a `then` that is data', { then: 'later' }, { then: 'later' }],
  ])('for %s is JSON', async (_, returned, output) => {
    const client = await clientWith(() => returned);
    expect(await client.callTool('run')).toStrictEqual(output);
    const asynchronous = await clientWith(async () => returned);
    expect(await asynchronous.callTool('run')).toStrictEqual(output);
  });

  it.each<[string, unknown]>([
    ['NaN', { a: Number.NaN }],
    ['a Map', new Map()],
    ['a bigint', 1n],
    ['a function', { a: () => 1 }],
    ['a symbol', Symbol('x')],
  ])('is refused when it is or has %s', async (_, returned) => {
    const client = await clientWith(() => returned);
    expect(await failureOf(client.callTool('run'))).toMatchObject({
      code: 'INVALID_OUTPUT',
      issues: [{ keyword: 'json' }],
    });
  });

  it('is the validated copy, whatever the tool changes later', async () => {
    const state = { items: [1] };
    const client = await clientWith(() => state);
    const output = await client.callTool('run');
    state.items.push(2);
    expect(output).toEqual({ items: [1] });
  });

  it('is validated as JSON: the string of a Date, not the Date', async () => {
    const outputSchema = { type: 'object', properties: { at: { type: 'string', format: 'date-time' } } };
    const client = await clientWith(() => ({ at: new Date(0) }), { tool: { outputSchema } });
    expect(await client.callTool('run')).toEqual({ at: '1970-01-01T00:00:00.000Z' });
  });
});

describe('what a tool throws', () => {
  const foreign = Object.assign(new Error('No cell.'), { name: 'BTCPError', code: 'CELL_NOT_FOUND' });
  const own = new BTCPError('CELL_NOT_FOUND', 'No cell.');

  it.each([
    ['a BTCPError', own],
    ['a BTCPError of another copy of the module', foreign],
  ])('arrives as what it is if it is %s', async (_, thrown) => {
    for (const run of [
      (): never => {
        throw thrown;
      },
      () => Promise.reject(thrown),
    ]) {
      const error = (await failureOf((await clientWith(run)).callTool('run'))) as BTCPError;
      expect(error).toBeInstanceOf(BTCPError);
      expect(JSON.stringify(error)).toBe('{"code":"CELL_NOT_FOUND","message":"No cell."}');
      expect(error.stack).toBe(thrown.stack);
    }
  });

  it('can be sent, even in events', async () => {
    const data = { id: 1n };
    const client = await clientWith(() => Promise.reject(new BTCPError('OWN', { data })));
    const heard: unknown[] = [];
    client.on('callFailed', ({ error }) => heard.push(error));
    const error = await failureOf(client.callTool('run'));
    expect(heard).toEqual([error]);
    expect(JSON.stringify(error)).toBe(
      '{"code":"OWN","message":"OWN","data":{"omitted":"/id is not JSON: 1n"}}',
    );
  });

  const unreadable = new Proxy(new Error('x'), {
    get: () => {
      throw new Error('no');
    },
  });
  it.each<[string, unknown, string]>([
    ['an Error', new RangeError('Out of range.'), 'Out of range.'],
    ['an Error without message', new Error(), 'Error'],
    ['a string', 'oops', 'oops'],
    ['undefined', undefined, 'undefined'],
    ['null', null, 'null'],
    ['a number', 404, '404'],
    ['a symbol', Symbol('s'), 'Symbol(s)'],
    ['an object with a message', { message: 'no' }, 'no'],
    ['an object', {}, '{}'],
    ['an object without prototype', Object.create(null), '{}'],
    [
      'an Error whose message throws',
      Object.defineProperty(new Error(), 'message', {
        get: () => {
          throw new Error('no');
        },
      }),
      'Unreadable error',
    ],
    ['a proxy that throws', unreadable, 'Unreadable error'],
    ['a look-alike that is no Error', { name: 'BTCPError', code: 'X', message: 'm' }, 'm'],
  ])('becomes an EXECUTION_ERROR if it is %s', async (_, thrown, message) => {
    for (const run of [
      () => {
        throw thrown;
      },
      async () => {
        await sleep(0);
        throw thrown;
      },
    ]) {
      const error = (await failureOf((await clientWith(run)).callTool('run'))) as BTCPError;
      expect(error).toBeInstanceOf(BTCPError);
      expect([error.code, error.message, error.suggestion]).toEqual([
        'EXECUTION_ERROR',
        message,
        'Read the message before calling again.',
      ]);
      expect(Object.is(error.cause, thrown)).toBe(true);
    }
  });

  it('is reported once, even from a thenable', async () => {
    const client = await clientWith(() => ({
      then: (resolve: (value: unknown) => void, reject: (error: unknown) => void) => {
        resolve('first');
        reject(new Error('second'));
      },
    }));
    expect(await client.callTool('run')).toBe('first');
    const hostile = await clientWith(() => ({
      get then(): never {
        throw new Error('no then');
      },
    }));
    expect(await failureOf(hostile.callTool('run'))).toMatchObject({
      code: 'EXECUTION_ERROR',
      message: 'no then',
    });
  });

  it('is an EXECUTION_ERROR also when a validator or the host’s context throws', async () => {
    const client = await clientWith(() => 1, {
      context: () => {
        throw new Error('no context');
      },
    });
    expect(await failureOf(client.callTool('run'))).toMatchObject({
      code: 'EXECUTION_ERROR',
      message: 'no context',
    });
  });
});

describe('the deadline', () => {
  it('ends the call, aborts ctx.signal and ignores what comes later', async () => {
    const log: unknown[] = [];
    const client = await clientWith(async (_: object, { signal }: { signal: AbortSignal }) => {
      signal.addEventListener('abort', () => log.push((signal.reason as BTCPError).code));
      await sleep(60);
      log.push('late');
      throw new Error('late');
    });
    const error = await failureOf(client.callTool('run', {}, { timeout: 20 }));
    expect(error).toMatchObject({
      code: 'EXECUTION_TIMEOUT',
      message: 'The call of "run" took longer than 20 ms.',
    });
    expect(log).toEqual(['EXECUTION_TIMEOUT']);
    await sleep(70);
    expect(log).toEqual(['EXECUTION_TIMEOUT', 'late']);
  });

  it('gives an aborted signal to a tool that reads it late', async () => {
    let late: unknown;
    const client = await clientWith(async (_: object, context: { signal: AbortSignal }) => {
      await sleep(40);
      late = context.signal.aborted && context.signal === context.signal;
    });
    await failureOf(client.callTool('run', {}, { timeout: 10 }));
    await sleep(60);
    expect(late).toBe(true);
  });

  it('counts synchronous work of a tool', async () => {
    const client = await clientWith(async () => {
      const end = performance.now() + 150;
      while (performance.now() < end);
      await sleep(50);
      return 'late';
    });
    expect(await failureOf(client.callTool('run', {}, { timeout: 100 }))).toMatchObject({
      code: 'EXECUTION_TIMEOUT',
    });
  });

  it('ignores a late result', async () => {
    const client = await clientWith(() => sleep(40).then(() => ({ toJSON: () => unhandled.push('read') })));
    expect(await failureOf(client.callTool('run', {}, { timeout: 10 }))).toMatchObject({
      code: 'EXECUTION_TIMEOUT',
    });
    await sleep(60);
  });

  it('is cleared by a result in time, and then nothing is aborted', async () => {
    let signal: AbortSignal | undefined;
    const client = await clientWith(async (_: object, context: { signal: AbortSignal }) => {
      ({ signal } = context);
      await sleep(5);
      return 'done';
    });
    expect(await client.callTool('run', {}, { timeout: 2000 })).toBe('done');
    await sleep(2100);
    expect(signal?.aborted).toBe(false);
  });

  it('ends with a tool that returns at once', async () => {
    const client = await clientWith(() => {
      expect(allDeadlines().length).toBe(1);
      return 1;
    });
    expect(await client.callTool('run', {}, { timeout: 1 })).toBe(1);
    expect(allDeadlines().length).toBe(0);
  });

  it.each<
    [
      what: string,
      timeouts: { tool?: number; manifest?: number; client?: number; call?: number },
      took: string,
    ]
  >([
    ['the call’s', { call: 15 }, '15 ms'],
    ['the call’s below the client’s', { call: 15, client: 5000 }, '15 ms'],
    ['the call’s above the client’s, where nothing is declared', { call: 25, client: 10 }, '25 ms'],
    ['the client’s', { client: 15 }, '15 ms'],
    ['the call’s below the tool’s', { call: 15, tool: 1000 }, '15 ms'],
    ['the call’s below the manifest’s', { call: 15, manifest: 1000 }, '15 ms'],
    ['the tool’s below the call’s', { call: 5000, tool: 1000 }, '1000 ms, its limit'],
    ['the manifest’s below the call’s', { call: 5000, manifest: 1000 }, '1000 ms, its limit'],
    ['the tool’s above the manifest’s', { tool: 1100, manifest: 1000 }, '1100 ms, its limit'],
    ['the tool’s above the client’s', { tool: 1000, client: 10 }, '1000 ms, its limit'],
  ])('is %s: %j', async (_, timeouts, took) => {
    const { tool, manifest, client: fallback, call } = timeouts;
    const client = await clientWith(never, {
      ...(fallback !== undefined && { timeout: fallback }),
      ...(tool !== undefined && { tool: { timeout: tool } }),
      ...(manifest !== undefined && { manifest: { config: { timeout: manifest } } }),
    });
    const error = await failureOf(client.callTool('run', {}, { timeout: call }));
    expect((error as BTCPError).message).toBe(`The call of "run" took longer than ${took}.`);
  });

  it.each([0, -1, Number.NaN, Infinity, '5'])('cannot be %s', async (timeout) => {
    const client = await clientWith(() => 1);
    const message = `\`timeout\` must be a number above 0; got ${timeout === '5' ? 'a string' : timeout}.`;
    expect(await failureOf(client.callTool('run', {}, { timeout: timeout as number }))).toMatchObject({
      code: 'INVALID_ARGUMENT',
      message,
    });
    expect(() => new BTCPClient({ timeout: timeout as number })).toThrow(message);
  });

  it('is separate for each of many calls', async () => {
    const client = await clientWith((input: { wait: number }) => sleep(input.wait).then(() => input.wait));
    const waits = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 5 : 300));
    const results = await Promise.allSettled(
      waits.map((wait) => client.callTool('run', { wait }, { timeout: 100 })),
    );
    expect(results.map(({ status }) => status)).toEqual(
      waits.map((wait) => (wait === 5 ? 'fulfilled' : 'rejected')),
    );
    await sleep(250);
  });
});

describe('cancelling', () => {
  it('ends the call and reaches ctx.signal', async () => {
    const log: unknown[] = [];
    const client = await clientWith((_: object, { signal }: { signal: AbortSignal }) => {
      signal.addEventListener('abort', () => log.push((signal.reason as BTCPError).code));
      return never();
    });
    const controller = new AbortController();
    const call = client.callTool('run', {}, { signal: controller.signal });
    controller.abort('user left');
    const error = (await failureOf(call)) as BTCPError;
    expect([error.code, error.message, error.cause]).toEqual([
      'CALL_CANCELLED',
      'The call of "run" was cancelled.',
      'user left',
    ]);
    expect(log).toEqual(['CALL_CANCELLED']);
  });

  it('is CALL_CANCELLED also when the tool throws because of it', async () => {
    const client = await clientWith(async (_: object, { signal }: { signal: AbortSignal }) => {
      await new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new Error('aborted'))),
      );
    });
    const controller = new AbortController();
    const call = client.callTool('run', {}, { signal: controller.signal });
    controller.abort();
    expect(await failureOf(call)).toMatchObject({ code: 'CALL_CANCELLED' });
  });

  it('before the call means that the tool does not run, but the call is checked', async () => {
    let ran = false;
    const client = await clientWith(
      () => {
        ran = true;
      },
      { tool: { inputSchema: INPUT_SCHEMA } },
    );
    const signal = AbortSignal.abort();
    expect(await failureOf(client.callTool('run', { name: 'Ada' }, { signal }))).toMatchObject({
      code: 'CALL_CANCELLED',
    });
    expect(await failureOf(client.callTool('run', {}, { signal }))).toMatchObject({ code: 'INVALID_INPUT' });
    expect(ran).toBe(false);
  });

  it('by the tool itself, before it returns, counts', async () => {
    const controller = new AbortController();
    for (const run of [
      () => {
        controller.abort();
        return 'ignored';
      },
      async () => {
        controller.abort();
        throw new Error('ignored');
      },
      () => {
        controller.abort();
        throw new Error('ignored');
      },
    ]) {
      const client = await clientWith(run);
      expect(await failureOf(client.callTool('run', {}, { signal: controller.signal }))).toMatchObject({
        code: 'CALL_CANCELLED',
      });
    }
  });

  it('after the end changes nothing, and nothing keeps listening', async () => {
    const controller = new AbortController();
    let listeners = 0;
    const { signal } = controller;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    const counted = Object.assign(signal, {
      addEventListener: (...args: Parameters<typeof add>) => {
        listeners++;
        add(...args);
      },
      removeEventListener: (...args: Parameters<typeof remove>) => {
        listeners--;
        remove(...args);
      },
    });
    let seen: AbortSignal | undefined;
    const client = await clientWith(async (_: object, context: { signal: AbortSignal }) => {
      seen = context.signal;
      return 1;
    });
    expect(await client.callTool('run', {}, { signal: counted })).toBe(1);
    controller.abort();
    expect(seen?.aborted).toBe(false);
    expect(listeners).toBe(0);
  });

  async function startRace(): Promise<{
    call: Promise<unknown>;
    finish: (output: string) => void;
    abort: () => void;
  }> {
    let finish = (_: string): void => undefined;
    const client = await clientWith(() => new Promise<string>((resolve) => (finish = resolve)));
    const controller = new AbortController();
    const call = client.callTool('run', {}, { signal: controller.signal });
    return { call, finish, abort: () => controller.abort() };
  }

  it('loses against a result that came before', async () => {
    const { call, finish, abort } = await startRace();
    finish('done');
    await Promise.resolve();
    abort();
    expect(await call).toBe('done');
  });

  it('wins against a result that comes after', async () => {
    const { call, finish, abort } = await startRace();
    abort();
    finish('done');
    expect(await failureOf(call)).toMatchObject({ code: 'CALL_CANCELLED' });
  });

  it('takes a signal without removable listeners', async () => {
    const client = await clientWith(() => 1);
    const signal = { aborted: false, addEventListener: () => undefined } as unknown as AbortSignal;
    expect(await client.callTool('run', {}, { signal })).toBe(1);
  });

  it('requires a signal, not its controller', async () => {
    const client = await clientWith(() => 1);
    const error = await failureOf(client.callTool('run', {}, { signal: new AbortController() as never }));
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', message: '`signal` must be an AbortSignal.' });
  });

  it('may be null in plain JavaScript, and fail as the call does where they cannot be read', async () => {
    const client = await clientWith(() => 'done');
    expect(await client.callTool('run', {}, null as never)).toBe('done');
    const unreadable = {
      get timeout(): number {
        throw new Error('no');
      },
    };
    expect(await failureOf(client.callTool('run', {}, unreadable))).toMatchObject({
      code: 'EXECUTION_ERROR',
    });
    const looksAborted = { signal: { aborted: false } as AbortSignal };
    expect(await failureOf(client.callTool('run', {}, looksAborted))).toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
  });
});

describe('a signal that is none of the platform’s', () => {
  const badSignal = (more: object): AbortSignal =>
    ({
      aborted: false,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      ...more,
    }) as unknown as AbortSignal;
  const throwing = (): never => {
    throw new Error('no');
  };

  it('may throw when its listener is removed: the result stays, and other deadlines pass', async () => {
    const signal = badSignal({ removeEventListener: throwing });
    const quick = await clientWith(() => 'done');
    expect(await quick.callTool('run', {}, { signal })).toBe('done');
    const endless = await clientWith(never, { limits: { concurrent: 4 } });
    const calls = [{ signal, timeout: 20 }, { timeout: 20 }, { signal, timeout: 40 }, { timeout: 60 }];
    const errors = await Promise.all(calls.map((options) => failureOf(endless.callTool('run', {}, options))));
    expect(errors.map((error) => (error as BTCPError).code)).toEqual(Array(4).fill('EXECUTION_TIMEOUT'));
  });

  it('may throw when its reason is read', async () => {
    let abort: () => void = () => undefined;
    const signal = badSignal({ addEventListener: (_: string, listener: () => void) => (abort = listener) });
    Object.defineProperty(signal, 'reason', { get: throwing });
    const call = (await clientWith(never)).callTool('run', {}, { signal });
    abort();
    expect(await failureOf(call)).toMatchObject({ code: 'CALL_CANCELLED' });
  });

  it('may abort while a listener is added: the tool does not run', async () => {
    let ran = 0;
    const signal = badSignal({ addEventListener: (_: string, listener: () => void) => listener() });
    const client = await clientWith(() => ++ran);
    expect(await failureOf(client.callTool('run', {}, { signal }))).toMatchObject({ code: 'CALL_CANCELLED' });
    expect(ran).toBe(0);
  });
});

describe('ctx', () => {
  it('keeps its signal, whatever prototype the host names', async () => {
    const context = JSON.parse('{"__proto__":{"signal":"taken"},"db":1}') as object;
    const client = await clientWith(
      (_: object, ctx: { signal: AbortSignal }) => [ctx.signal instanceof AbortSignal, 'db' in ctx],
      { context },
    );
    expect(await client.callTool('run')).toEqual([true, true]);
  });

  it("has the host's properties, copied for each call", async () => {
    const client = await clientWith(
      (_: object, context: object) => {
        const before = { ...context };
        Object.assign(context, { leak: 1 });
        return before;
      },
      { context: { dom: 'a document', db: { rows: 1 } } as object },
    );
    const expected = { dom: 'a document', db: { rows: 1 } };
    expect(await client.callTool('run')).toEqual(expected);
    expect(await client.callTool('run')).toEqual(expected);
  });

  it('asks a function of the host at every call', async () => {
    let calls = 0;
    const client = await clientWith((_: object, context: object) => (context as { count: number }).count, {
      context: (() => ({ count: ++calls })) as never,
    });
    await client.callTool('run');
    expect(await client.callTool('run')).toBe(2);
  });

  it('has no dom in Node: reading it fails, destructuring and copying the rest does not', async () => {
    const client = await clientWith((_: object, context: { dom: unknown; signal: AbortSignal }) => {
      const { signal } = context;
      const copy = { ...context };
      return [signal.aborted, 'dom' in copy, context.dom];
    });
    expect(await failureOf(client.callTool('run'))).toMatchObject({
      code: 'DOM_UNAVAILABLE',
      suggestion: 'Call it in a page, or pass `context: { dom }`.',
    });
  });

  it('has the page’s document where there is one', async () => {
    const page = globalThis as { document?: unknown };
    page.document = { title: 'Page' };
    try {
      const client = await clientWith((_: object, { dom }: { dom: { title: string } }) => dom.title);
      expect(await client.callTool('run')).toBe('Page');
    } finally {
      delete page.document;
    }
  });

  it('has the call’s own signal, whatever the host adds', async () => {
    const client = await clientWith(
      (_: object, { signal }: { signal: unknown }) => signal instanceof AbortSignal,
      { context: { signal: 'mine' } as never },
    );
    expect(await client.callTool('run')).toBe(true);
  });

  it('cannot be changed for other calls', async () => {
    const client = await clientWith((_: object, context: object) => {
      const prototype = Object.getPrototypeOf(context) as object;
      return Reflect.defineProperty(prototype, 'signal', { value: 'taken' });
    });
    expect(await client.callTool('run')).toBe(false);
  });

  it('returns the same signal each time, and creates none for tools that do not read it', async () => {
    const made = globalThis.AbortController;
    let count = 0;
    globalThis.AbortController = class extends made {
      constructor() {
        super();
        count++;
      }
    };
    try {
      const client = await clientWith(
        (input: { ask?: boolean }, context: { signal: AbortSignal }) =>
          input.ask === true && context.signal === context.signal,
      );
      await client.callTool('run');
      expect(count).toBe(0);
      expect(await client.callTool('run', { ask: true })).toBe(true);
      expect(count).toBe(1);
    } finally {
      globalThis.AbortController = made;
    }
  });
});
