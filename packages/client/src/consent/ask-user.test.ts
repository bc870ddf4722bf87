import type {
  AskReply,
  AskRequest,
  BTCPError,
  ConfirmRequest,
  Implementation,
  ToolContext,
} from '@btcp/core';
import { describe, expect, it } from 'vitest';
import { anyTool, clientWith, failureOf, manifestOf, validatorsOf } from '../../test/clients.ts';

const FORM = {
  type: 'object',
  properties: {
    size: { type: 'integer', minimum: 1, default: 2 },
    color: { type: 'string', enum: ['red', 'blue'] },
  },
  required: ['color'],
} as const;

/** Properties with so many names, and one value. */
const namesTo = (count: number, value: unknown): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, value]));

const asking =
  (ask: (context: ToolContext) => unknown): Implementation =>
  (_input: unknown, context: ToolContext) =>
    ask(context);

describe('confirm', () => {
  it('asks once per call, after validation, with the sentence and the input', async () => {
    const asked: Pick<ConfirmRequest, 'message' | 'input'>[] = [];
    const client = await clientWith(() => 'ran', {
      tool: {
        confirm: 'Delete this invoice?',
        inputSchema: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
      },
      onConfirm: ({ message, input }) => asked.push({ message, input }) > 0,
    });
    expect(await client.callTool('run', { id: 7 })).toBe('ran');
    expect(await failureOf(client.callTool('run', { id: 'x' }))).toMatchObject({ code: 'INVALID_INPUT' });
    expect(asked).toEqual([{ message: 'Delete this invoice?', input: { id: 7 } }]);
  });

  it('asks about no input that nobody would read to its end', async () => {
    const client = await clientWith(() => 'ran', { tool: { confirm: true }, onConfirm: () => true });
    expect(await client.callTool('run', { note: 'a'.repeat(19_000) })).toBe('ran');
    expect(await failureOf(client.callTool('run', { note: 'a'.repeat(20_000) }))).toMatchObject({
      code: 'CONFIRMATION_REQUIRED',
      message: 'The input of "run" is longer than the 20000 characters that a user can confirm.',
    });
  });

  it('ends the question when its tool is gone', async () => {
    let signal: ConfirmRequest['signal'] | undefined;
    const client = await clientWith(() => 'ran', {
      tool: { confirm: true },
      onConfirm: (request) => {
        ({ signal } = request);
        return new Promise(() => undefined);
      },
    });
    const failed = failureOf(client.callTool('run'));
    await expect.poll(() => signal).toBeDefined();
    await client.unregisterManifest('test-tools');
    expect(await failed).toMatchObject({ code: 'TOOL_NOT_FOUND' });
    expect(signal?.aborted).toBe(true);
  });

  it('takes the sentence of a function, which may be loaded at the call', async () => {
    const confirm = ({ id }: { id: number }): string => `Delete invoice ${id}?`;
    const asked: string[] = [];
    const onConfirm = ({ message }: ConfirmRequest): boolean => asked.push(message) > 0;
    for (const run of [
      { execute: () => 1, confirm },
      { load: async () => ({ execute: () => 1, confirm }) },
      { execute: () => 1 },
    ] as Implementation[])
      await (await clientWith(run, { tool: { confirm: true }, onConfirm })).callTool('run', { id: 7 });
    expect(asked).toEqual(['Delete invoice 7?', 'Delete invoice 7?', 'Run "run"?']);
  });

  it.each([
    ['nobody can be asked', undefined, 'CONFIRMATION_REQUIRED'],
    ['the user declines', () => false, 'CONFIRMATION_DECLINED'],
    ['a handler forgets to answer', () => undefined as unknown as boolean, 'CONFIRMATION_DECLINED'],
  ])('runs nothing where %s', async (_, onConfirm, code) => {
    let runs = 0;
    const client = await clientWith(() => void runs++, { tool: { confirm: true } });
    expect(await failureOf(client.callTool('run', {}, { onConfirm }))).toMatchObject({ code });
    expect(runs).toBe(0);
  });

  it('is not held to the deadline, ends with the call, and leaves its place to others', async () => {
    const controller = new AbortController();
    const client = await clientWith(() => 'ran', { tool: { confirm: true }, limits: { concurrent: 1 } });
    const slow = {
      timeout: 20,
      onConfirm: () => new Promise<boolean>((done) => setTimeout(done, 200, true)),
    };
    expect(await client.callTool('run', {}, slow)).toBe('ran');
    const { signal } = controller;
    const never = client.callTool('run', {}, { signal, onConfirm: () => new Promise(() => undefined) });
    setTimeout(() => controller.abort(), 10);
    expect(await failureOf(never)).toMatchObject({ code: 'CALL_CANCELLED' });
    expect(await client.callTool('run', {}, { onConfirm: () => true })).toBe('ran');
  });

  it('keeps no place while a user is asked, but as many as may wait for one', async () => {
    const client = await clientWith(() => 'ran', {
      tool: { confirm: true },
      limits: { concurrent: 1, queued: 2 },
    });
    const confirms: ((isConfirmed: boolean) => void)[] = [];
    const onConfirm = (): Promise<boolean> => new Promise((resolve) => confirms.push(resolve));
    const unanswered = [client.callTool('run', {}, { onConfirm }), client.callTool('run', {}, { onConfirm })];
    await expect.poll(() => confirms.length).toBe(2);
    expect(await failureOf(client.callTool('run', {}, { onConfirm: () => true }))).toMatchObject({
      code: 'TOO_MANY_CALLS',
    });
    confirms.pop()?.(true);
    expect(await unanswered[1]).toBe('ran');
    // The first one is still not answered.
    expect(await client.callTool('run', {}, { onConfirm: () => true })).toBe('ran');
    confirms.pop()?.(false);
    expect(await failureOf(unanswered[0] ?? Promise.resolve())).toMatchObject({
      code: 'CONFIRMATION_DECLINED',
    });
  });

  it('asks again for a tool that took the place of the confirmed one', async () => {
    const client = await clientWith(() => 'first', { tool: { confirm: 'Read the page?' } });
    const asked: string[] = [];
    const manifest = manifestOf([anyTool('run', { confirm: 'Delete the page?' })]);
    const onConfirm = async ({ message }: ConfirmRequest): Promise<boolean> => {
      asked.push(message);
      if (asked.length === 1)
        await client.registerManifest(
          { manifest, implementations: { run: () => 'second' }, validators: validatorsOf(manifest) },
          { replace: true },
        );
      return true;
    };
    expect(await client.callTool('run', {}, { onConfirm })).toBe('second');
    expect(asked).toEqual(['Read the page?', 'Delete the page?']);
  });

  it('asks with the grants that hold when the user has answered', async () => {
    const client = await clientWith(() => 'ran', { tool: { confirm: true, capabilities: ['dom:read'] } });
    await client.grantCapabilities(['dom:read']);
    const onConfirm = async (): Promise<boolean> =>
      (await client.revokeCapabilities(['dom:read'])).length === 0;
    expect(await failureOf(client.callTool('run', {}, { onConfirm }))).toMatchObject({
      code: 'CAPABILITY_REVOKED',
    });
  });
});

describe('ctx.ask', () => {
  const run = asking(({ ask }) => ask('paint', { message: 'Which paint?', schema: FORM }));

  it('gives a valid answer, with defaults', async () => {
    const client = await clientWith(run);
    const onAsk = (): AskReply => ({ action: 'accepted', content: { color: 'red' } });
    expect(await client.callTool('run', {}, { onAsk })).toEqual({
      action: 'accepted',
      content: { size: 2, color: 'red' },
    });
  });

  it('asks again what is not valid, and at last fails', async () => {
    const client = await clientWith(run);
    const problems: unknown[] = [];
    const answers = [{ color: 'green' }, { color: 'red', size: 0 }, { color: 'red', taste: 'sweet' }];
    const onAsk = ({ problem }: AskRequest): AskReply => {
      problems.push(problem);
      return { action: 'accepted', content: answers[problems.length - 1] };
    };
    expect(((await failureOf(client.callTool('run', {}, { onAsk }))) as BTCPError).toJSON()).toMatchObject({
      code: 'INVALID_INPUT',
      message: 'The user\'s answer to "paint" is not valid: "taste" was not asked for.',
    });
    expect(problems).toEqual([undefined, 'color must be one of its choices', 'size must be at least 1']);
  });

  it.each(['declined', 'unavailable'] as const)('tells %s', async (action) => {
    const client = await clientWith(run, { onAsk: () => ({ action }) });
    expect(await client.callTool('run')).toEqual({ action });
  });

  it('is unavailable where nobody can be asked', async () => {
    expect(await (await clientWith(run)).callTool('run')).toEqual({ action: 'unavailable' });
  });

  it('sends to pages of the web, and nowhere else', async () => {
    const open = (url: string): Implementation => asking(({ ask }) => ask('pay', { message: 'Pay?', url }));
    const onAsk = ({ url }: AskRequest): AskReply => ({ action: url ? 'accepted' : 'declined' });
    expect(await (await clientWith(open('https://pay.example/@1'), { onAsk })).callTool('run')).toEqual({
      action: 'accepted',
    });
    for (const url of ['data:text/html,hi', 'https://pay.example@evil.example/', 'https://:p@evil.example'])
      expect(await failureOf((await clientWith(open(url), { onAsk })).callTool('run'))).toMatchObject({
        code: 'INVALID_ARGUMENT',
        message: '`ctx.ask` of "run": the `url` of "pay" must be one of the web, without a user\'s name.',
      });
  });

  it('shows the address of a page as it is opened', async () => {
    let asked: string | undefined;
    const url = 'https://pay\u0430.example\t\\1?for=\u202Egro.knab';
    const client = await clientWith(
      asking(({ ask }) => ask('pay', { message: 'Pay?', url })),
      {
        onAsk: (request) => {
          asked = request.url;
          return { action: 'declined' };
        },
      },
    );
    await client.callTool('run');
    expect(asked).toBe('https://xn--pay-8cd.example/1?for=%E2%80%AEgro.knab');
  });

  it.each([
    [
      { type: 'object', properties: { at: { type: 'object' } } },
      'has "at", which is no string, number, boolean or choice of strings',
    ],
    [
      { type: 'object', properties: { at: { type: 'string', pattern: 'a' } } },
      'has `pattern` at "at", which forms do not have',
    ],
    [{ type: 'object', properties: {}, oneOf: [] }, 'has `oneOf` at the schema, which forms do not have'],
    [
      { type: 'object', properties: { at: { type: 'array', items: { type: 'string' } } } },
      'has "at", whose items are no choice of strings (`enum`)',
    ],
    [{ type: 'object', properties: {}, required: ['at'] }, 'requires "at", which is no property'],
    [{ type: 'object', properties: namesTo(51, { type: 'boolean' }) }, 'has more than 50 properties'],
    [
      { type: 'object', properties: { at: { type: 'string', enum: Object.keys(namesTo(501, 1)) } } },
      'has "at", which has more than 500 choices',
    ],
    [
      { type: 'object', properties: { at: { type: 'string', title: 'a'.repeat(100_000) } } },
      'is longer than 100000 characters',
    ],
  ])('refuses the schema %j', async (schema, why) => {
    const client = await clientWith(
      asking(({ ask }) => ask('q', { message: 'So?', schema: schema as never })),
      {
        onAsk: () => ({ action: 'declined' }),
      },
    );
    expect(await failureOf(client.callTool('run'))).toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: `\`ctx.ask\` of "run": the schema of "q" ${why}.`,
    });
  });

  it.each(['__proto__', 'so?', ''])('refuses the key %j', async (key) => {
    const client = await clientWith(
      asking(({ ask }) => ask(key, { message: 'So?', schema: FORM })),
      { onAsk: () => ({ action: 'declined' }) },
    );
    expect(await failureOf(client.callTool('run'))).toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it('takes an answer whose name is that of the prototype as data', async () => {
    const properties = JSON.parse('{ "__proto__": { "type": "string" } }') as never;
    const answer = JSON.parse('{ "__proto__": "a" }') as Record<string, unknown>;
    const client = await clientWith(
      asking(({ ask }) => ask('q', { message: 'So?', schema: { type: 'object', properties } })),
      { onAsk: () => ({ action: 'accepted', content: answer }) },
    );
    const reply = await client.callTool('run');
    expect(JSON.stringify(reply)).toBe('{"action":"accepted","content":{"__proto__":"a"}}');
  });

  it('refuses a key twice in a call', async () => {
    const twice = asking(async ({ ask }) => {
      await ask('q', { message: 'So?', schema: FORM });
      return ask('q', { message: 'So?', schema: FORM });
    });
    const client = await clientWith(twice, { onAsk: () => ({ action: 'declined' }) });
    expect(await failureOf(client.callTool('run'))).toMatchObject({
      message: '`ctx.ask` of "run": "q" was asked before in this call; each question needs a key of its own.',
    });
  });

  it('asks at most twenty questions in a call', async () => {
    const asked: string[] = [];
    const forever = asking(async ({ ask }) => {
      for (let index = 0; ; index++) await ask(`q${index}`, { message: 'So?', schema: FORM });
    });
    const client = await clientWith(forever, {
      onAsk: ({ key }) => ({ action: asked.push(key) > 0 ? 'declined' : 'unavailable' }),
    });
    expect(await failureOf(client.callTool('run'))).toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: '`ctx.ask` of "run": it asked 20 questions in this call already.',
    });
    expect(asked).toHaveLength(20);
  });

  it('stops the deadline while the user thinks, and counts it anew', async () => {
    const thenWait = asking(async ({ ask }) => {
      await ask('q', { message: 'So?', schema: FORM });
      await new Promise(() => undefined);
    });
    const onAsk = (): Promise<AskReply> =>
      new Promise((done) => setTimeout(() => done({ action: 'declined' }), 300));
    const client = await clientWith(thenWait, { onAsk });
    const started = performance.now();
    expect(await failureOf(client.callTool('run', {}, { timeout: 100 }))).toMatchObject({
      code: 'EXECUTION_TIMEOUT',
    });
    expect(performance.now() - started).toBeGreaterThan(380);
  });

  it('asks nothing once its call has ended', async () => {
    let late: Promise<unknown> | undefined;
    let asked = 0;
    const client = await clientWith(
      asking(({ ask }) => {
        late = new Promise((resolve) => setTimeout(resolve)).then(() =>
          ask('q', { message: 'So?', schema: FORM }),
        );
        return 'done';
      }),
      { onAsk: () => (asked++, { action: 'declined' }) },
    );
    expect(await client.callTool('run')).toBe('done');
    await expect(late).rejects.toMatchObject({
      code: 'CALL_CANCELLED',
      message: '`ctx.ask` was used after its call had ended.',
    });
    expect(asked).toBe(0);
  });
});
