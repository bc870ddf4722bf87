import { BTCPError, type Manifest, type Registration } from '@btcp/core';
import { compileSchema } from '@btcp/schema/compile';
import { describe, expect, it, vi } from 'vitest';
import { anyTool, failureOf, INPUT_SCHEMA, manifestOf, validatorsOf } from '../test/clients.ts';
import { BTCPClient } from './client.ts';

const run = (): string => 'ran';

function registrationOf(manifest: Manifest, more: Partial<Registration> = {}): Registration {
  const implementations = Object.fromEntries(manifest.tools.map(({ name }) => [name, run]));
  return { manifest, implementations, validators: validatorsOf(manifest), ...more };
}

const SHOP = manifestOf(
  [
    anyTool('findItem', { inputSchema: INPUT_SCHEMA, capabilities: ['dom:read'] }),
    anyTool('addItem', { outputSchema: { type: 'object' }, capabilities: ['dom:write'] }),
  ],
  { name: 'shop' },
);
const MAIL = manifestOf([anyTool('sendMail')], { name: 'mail' });

describe('registerManifest', () => {
  it('lists the tools, and the missing capabilities', async () => {
    const client = new BTCPClient();
    await client.grantCapabilities(['dom:read']);
    const { manifest, missingCapabilities } = await client.registerManifest(registrationOf(SHOP));
    expect(manifest).toEqual(SHOP);
    expect(missingCapabilities).toEqual(['dom:write']);
    expect(client.listTools().map(({ name, manifest: of }) => [name, of])).toEqual([
      ['findItem', 'shop'],
      ['addItem', 'shop'],
    ]);
    expect(client.getTool('findItem')).toEqual({ ...SHOP.tools[0], manifest: 'shop' });
    expect(client.getTool('constructor')).toBeUndefined();
  });

  it('registers the same registration once, also twice at a time, and refuses another one of its name', async () => {
    const client = new BTCPClient();
    let changes = 0;
    client.on('toolsChanged', () => changes++);
    const shop = registrationOf(SHOP);
    const [first, second] = await Promise.all([client.registerManifest(shop), client.registerManifest(shop)]);
    expect(second).toEqual(first);
    expect(await client.registerManifest({ ...shop })).toEqual(first);
    expect(changes).toBe(1);
    expect(await failureOf(client.registerManifest(registrationOf(SHOP)))).toMatchObject({
      code: 'MANIFEST_CONFLICT',
      suggestion: 'Pass { replace: true } to replace it.',
    });
    await client.registerManifest(shop, { replace: true });
    expect(changes).toBe(2);
  });

  it('refuses options that there are not', () => {
    const options = { timeOut: 5, limits: { outputs: 1 } };
    expect(() => new BTCPClient(options as never)).toThrow('No option `timeOut`, only context,timeout,');
    const { limits } = options;
    expect(() => new BTCPClient({ limits } as never)).toThrow(
      'No option `outputs`, only concurrent,queued,input,output.',
    );
  });

  it('refuses to grant what neither the protocol knows nor a registered manifest declares', async () => {
    const client = new BTCPClient();
    await client.grantCapabilities(['orders:approve']);
    await client.registerManifest(registrationOf(SHOP));
    expect(await failureOf(client.grantCapabilities(['dom:raed']))).toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: 'No registered manifest declares the capability "dom:raed".',
      suggestion: 'They declare dom:read, dom:write. Correct the grant, or register the manifest first.',
    });
    expect(await client.grantCapabilities(['geolocation', 'dom:read'])).toContain('dom:read');
  });

  it('warns once of a grant from before that no manifest declares, when a call is denied', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const client = new BTCPClient();
    await client.grantCapabilities(['dom:raed']);
    await client.registerManifest(registrationOf(SHOP));
    for (const { name } of [...SHOP.tools, ...SHOP.tools])
      expect(await failureOf(client.callTool(name))).toMatchObject({ code: 'CAPABILITY_DENIED' });
    await vi.waitFor(() =>
      expect(warn.mock.calls).toEqual([
        [
          'BTCP:',
          'No registered manifest declares the capability "dom:raed".',
          'They declare dom:read, dom:write. Correct the grant, or register the manifest first.',
        ],
      ]),
    );
    warn.mockRestore();
  });

  it.each([[''], [null], ['vm'], ['ses'], ['__proto__']])(
    'refuses the level %j, in each place',
    async (level) => {
      const sandbox = level as never;
      const error = {
        code: 'ISOLATION_UNAVAILABLE',
        message: expect.stringContaining(`no level "${level}"; ask for inline, iframe or wasm.`) as string,
      };
      expect(
        await failureOf(new BTCPClient({ sandbox }).registerManifest(registrationOf(MAIL))),
      ).toMatchObject(error);
      const client = new BTCPClient({ sandbox: 'wasm' });
      expect(await failureOf(client.registerManifest(registrationOf(MAIL), { sandbox }))).toMatchObject(
        error,
      );
      expect(client.listTools()).toEqual([]);
    },
  );

  const input = compileSchema({ type: 'object' });
  const lookAlikes = Object.create({ sendMail: run }) as Record<string, typeof run>;
  const otherName = { ...MAIL, name: 'other', tools: [anyTool('sendOther')] };

  const NO_REGISTRATION =
    'Pass { manifest, implementations, validators }, as registration.ts of a build exports it.';
  it.each<[what: string, code: string, registration: unknown, message: string]>([
    ['nothing', 'INVALID_ARGUMENT', undefined, NO_REGISTRATION],
    ['a bare manifest', 'INVALID_ARGUMENT', MAIL, NO_REGISTRATION],
    [
      'an invalid manifest',
      'INVALID_MANIFEST',
      registrationOf({ ...otherName, btcp: '1', version: '1' }),
      'Invalid manifest: /btcp must be text like /^1\\.\\d+$/; got "1"; /version must be text like /^\\d+\\.\\d+\\.\\d+/; got "1"',
    ],
    [
      'a version with a `toString` that cannot be called',
      'INVALID_MANIFEST',
      registrationOf({ ...otherName, version: { toString: 1 } as unknown as string }),
      'Invalid manifest: /version must be text like /^\\d+\\.\\d+\\.\\d+/; got {"toString":1}',
    ],
    [
      'a manifest that is not JSON',
      'INVALID_MANIFEST',
      { ...registrationOf(otherName), manifest: { ...otherName, made: new Date(0) } },
      'Invalid manifest: /made is not JSON: [object Date]',
    ],
    [
      'a manifest with a name twice',
      'INVALID_MANIFEST',
      registrationOf({ ...otherName, tools: [anyTool('a'), anyTool('a')] }),
      'Invalid manifest: /tools/1/name is taken: a',
    ],
    [
      'no implementations',
      'MISSING_IMPLEMENTATION',
      { manifest: otherName },
      'Invalid registration of "other": sendOther: has no implementation',
    ],
    [
      'an inherited implementation',
      'MISSING_IMPLEMENTATION',
      registrationOf({ ...otherName, tools: [anyTool('sendMail')] }, { implementations: lookAlikes }),
      'Invalid registration of "other": sendMail: has no implementation',
    ],
    [
      'a name of Object.prototype without implementation',
      'MISSING_IMPLEMENTATION',
      registrationOf({ ...otherName, tools: [anyTool('constructor')] }, { implementations: {} }),
      'Invalid registration of "other": constructor: has no implementation',
    ],
    [
      'an implementation that cannot run',
      'MISSING_IMPLEMENTATION',
      registrationOf(otherName, { implementations: { sendOther: { execute: 'x' } as never } }),
      'Invalid registration of "other": sendOther: has no implementation',
    ],
    [
      'an implementation that throws when read',
      'MISSING_IMPLEMENTATION',
      registrationOf(otherName, {
        implementations: {
          get sendOther(): never {
            throw new Error('not loaded');
          },
        },
      }),
      'Invalid registration of "other": sendOther: not loaded',
    ],
    [
      'no validators',
      'MISSING_VALIDATORS',
      { manifest: otherName, implementations: { sendOther: run } },
      'Manifest "other" comes without validators.',
    ],
    [
      'a tool without validators',
      'VALIDATORS_MISMATCH',
      registrationOf(otherName, { validators: {} }),
      'Invalid registration of "other": sendOther: has no validators for these schemas',
    ],
    [
      'inherited validators',
      'VALIDATORS_MISMATCH',
      registrationOf(otherName, { validators: Object.create({ sendOther: { input } }) as never }),
      'Invalid registration of "other": sendOther: has no validators for these schemas',
    ],
    [
      'validators of another input schema',
      'VALIDATORS_MISMATCH',
      registrationOf(otherName, { validators: { sendOther: { input: compileSchema(INPUT_SCHEMA) } } }),
      'Invalid registration of "other": sendOther: has no validators for these schemas',
    ],
    [
      'an output validator without output schema',
      'VALIDATORS_MISMATCH',
      registrationOf(otherName, { validators: { sendOther: { input, output: input } } }),
      'Invalid registration of "other": sendOther: has no validators for these schemas',
    ],
    [
      'an output schema without output validator',
      'VALIDATORS_MISMATCH',
      registrationOf(
        { ...otherName, tools: [anyTool('sendOther', { outputSchema: { type: 'object' } })] },
        { validators: { sendOther: { input } } },
      ),
      'Invalid registration of "other": sendOther: has no validators for these schemas',
    ],
    [
      'a validator that is no function',
      'VALIDATORS_MISMATCH',
      registrationOf(otherName, { validators: { sendOther: { input: { schema: input.schema } as never } } }),
      'Invalid registration of "other": sendOther: has no validators for these schemas',
    ],
    [
      'a tool name that another manifest has',
      'MANIFEST_CONFLICT',
      registrationOf({ ...otherName, tools: [anyTool('sendMail')] }),
      'other and mail both have a tool "sendMail".',
    ],
    [
      'a manifest name that is registered',
      'MANIFEST_CONFLICT',
      registrationOf({ ...otherName, name: 'mail' }),
      'Manifest "mail" is registered already.',
    ],
  ])('refuses %s, and leaves the client as it was', async (_, code, registration, message) => {
    const client = new BTCPClient();
    await client.registerManifest(registrationOf(MAIL));
    const before = client.listTools();
    let changes = 0;
    client.on('toolsChanged', () => changes++);
    const error = await failureOf(client.registerManifest(registration as Registration));
    expect(error).toBeInstanceOf(BTCPError);
    expect([(error as BTCPError).code, (error as BTCPError).message]).toEqual([code, message]);
    expect((error as BTCPError).suggestion).toBeTypeOf('string');
    expect(client.listTools()).toEqual(before);
    expect(await client.callTool('sendMail')).toBe('ran');
    expect(changes).toBe(0);
  });

  it('lists every invalid tool, with its place', async () => {
    const manifest = manifestOf([anyTool('a'), anyTool('b'), anyTool('c')]);
    const error = await failureOf(
      new BTCPClient().registerManifest({ manifest, implementations: { b: run } }),
    );
    expect((error as BTCPError).issues?.map(({ path, message }) => [path, message])).toEqual([
      ['/tools/0', 'a: has no implementation'],
      ['/tools/2', 'c: has no implementation'],
    ]);
  });

  it('replaces a manifest of the same name in one step, if asked to', async () => {
    const client = new BTCPClient();
    await client.registerManifest(registrationOf(SHOP));
    await client.registerManifest(registrationOf(MAIL));
    const changes: unknown[] = [];
    client.on('toolsChanged', (change) => changes.push(change));
    const next = manifestOf([anyTool('addItem'), anyTool('removeItem')], { name: 'shop' });
    await client.registerManifest(
      registrationOf(next, { implementations: { addItem: () => 'new', removeItem: run } }),
      { replace: true },
    );
    expect(client.listTools().map(({ name }) => name)).toEqual(['addItem', 'removeItem', 'sendMail']);
    expect(await client.callTool('addItem')).toBe('new');
    expect(changes).toEqual([{ added: ['addItem', 'removeItem'], removed: ['findItem', 'addItem'] }]);
  });

  it('leaves the old manifest when the new one conflicts with a third', async () => {
    const client = new BTCPClient();
    await client.registerManifest(registrationOf(SHOP));
    await client.registerManifest(registrationOf(MAIL));
    const next = manifestOf([anyTool('sendMail')], { name: 'shop' });
    const error = await failureOf(client.registerManifest(registrationOf(next), { replace: true }));
    expect(error).toMatchObject({ code: 'MANIFEST_CONFLICT' });
    expect(client.listTools().map(({ name }) => name)).toEqual(['findItem', 'addItem', 'sendMail']);
  });

  it('registers two at once, or one of two that conflict', async () => {
    const client = new BTCPClient();
    const results = await Promise.allSettled(
      [SHOP, MAIL, { ...MAIL, name: 'mail-two' }].map((manifest) =>
        client.registerManifest(registrationOf(manifest)),
      ),
    );
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(client.listTools()).toHaveLength(3);
  });

  it('copies all that the provider can change', async () => {
    const client = new BTCPClient();
    const manifest = structuredClone(SHOP) as unknown as {
      name: string;
      tools: { name: string; capabilities: string[] }[];
    };
    const implementations: Record<string, () => unknown> = { findItem: run, addItem: run };
    await client.registerManifest({
      manifest: manifest as never,
      implementations,
      validators: validatorsOf(SHOP),
    });
    Object.assign(manifest.tools[0] ?? {}, { name: 'other' });
    manifest.tools[0]?.capabilities.splice(0);
    implementations['findItem'] = () => 'changed';
    expect(client.getTool('findItem')).toEqual({ ...SHOP.tools[0], manifest: 'shop' });
    await client.grantCapabilities(['dom:read']);
    expect(await client.callTool('findItem', { name: 'x' })).toBe('ran');
    const listed = client.getTool('findItem') as unknown as (typeof manifest.tools)[0];
    expect(() => listed.capabilities.push('x')).toThrow(TypeError);
    expect(() => Object.assign(listed, { name: 'x' })).toThrow(TypeError);
  });

  it('takes functions, tools and objects with `execute`, and keeps `this`', async () => {
    class Counter {
      count = 0;
      execute(): number {
        return ++this.count;
      }
    }
    const manifest = manifestOf([anyTool('counter'), anyTool('plain')]);
    const client = new BTCPClient();
    const implementations = {
      counter: new Counter(),
      plain(this: unknown) {
        return this === undefined || typeof this === 'function';
      },
    };
    await client.registerManifest({ manifest, implementations, validators: validatorsOf(manifest) });
    await client.callTool('counter');
    expect(await client.callTool('counter')).toBe(2);
    expect(await client.callTool('plain')).toBe(true);
  });

  it('accepts tools named like members of Object.prototype', async () => {
    const names = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf'];
    const manifest = manifestOf(names.map((name) => anyTool(name)));
    const client = new BTCPClient();
    await client.registerManifest(registrationOf(manifest));
    for (const name of names) expect(await client.callTool(name)).toBe('ran');
    await client.clearManifests();
    for (const name of names) expect(client.getTool(name)).toBeUndefined();
  });
});

describe('registerManifest with compileSchema', () => {
  it('compiles schemas that come without validators', async () => {
    const client = new BTCPClient({ compile: compileSchema });
    const greet = ({ name, greeting }: { name: string; greeting: string }): string => `${greeting}, ${name}!`;
    const tool = anyTool('greet', {
      inputSchema: INPUT_SCHEMA,
      outputSchema: { type: 'string', maxLength: 12 },
    });
    await client.registerManifest({ manifest: manifestOf([tool]), implementations: { greet } });
    expect(await client.callTool('greet', { name: 'Ada' })).toBe('Hello, Ada!');
    expect(await failureOf(client.callTool('greet', {}))).toMatchObject({ code: 'INVALID_INPUT' });
    expect(await failureOf(client.callTool('greet', { name: 'Ada Lovelace' }))).toMatchObject({
      code: 'INVALID_OUTPUT',
    });
  });

  it.each([
    [
      'a schema that does not compile',
      { type: 'object', properties: { a: { type: 'nix' } } },
      /^Invalid registration of "test-tools": bad: .*type/s,
    ],
    [
      'an external reference',
      { type: 'object', $ref: 'https://example.com/schema.json' },
      /^Invalid registration of "test-tools": bad: .*\$ref/s,
    ],
  ])('refuses %s, with the name of the tool', async (_, inputSchema, message) => {
    const client = new BTCPClient({ compile: compileSchema });
    const manifest = manifestOf([anyTool('good'), anyTool('bad', { inputSchema })]);
    const error = await failureOf(
      client.registerManifest({ manifest, implementations: { good: run, bad: run } }),
    );
    expect(error).toMatchObject({ code: 'INVALID_MANIFEST', issues: [{ path: '/tools/1' }] });
    expect((error as BTCPError).message).toMatch(message);
    expect(client.listTools()).toEqual([]);
  });

  it('prefers given validators', async () => {
    const client = new BTCPClient({
      compile: () => {
        throw new Error('Not to be called.');
      },
    });
    await client.registerManifest(registrationOf(MAIL));
    expect(await client.callTool('sendMail')).toBe('ran');
  });
});

describe('unregisterManifest and clearManifests', () => {
  it.each<[string, (client: BTCPClient) => Promise<unknown>]>([
    ['clearManifests', (client) => client.clearManifests()],
    ['unregisterManifest', (client) => client.unregisterManifest('shop')],
  ])('%s ends a registration that began before', async (_, remove) => {
    const client = new BTCPClient();
    const registered = failureOf(client.registerManifest(registrationOf(SHOP)));
    await remove(client);
    expect(await registered).toMatchObject({
      code: 'MANIFEST_CONFLICT',
      message: '"shop" was removed while it was registered.',
      suggestion: 'Register it again if it is still wanted.',
    });
    expect(client.listTools({ callable: false })).toEqual([]);
  });

  it('unregisterManifest ends no registration of another manifest, nor one that begins after', async () => {
    const client = new BTCPClient();
    const registered = client.registerManifest(registrationOf(SHOP));
    await client.unregisterManifest('mail');
    await registered;
    await client.registerManifest(registrationOf(MAIL));
    expect(client.listManifests().map(({ name }) => name)).toEqual(['shop', 'mail']);
  });

  it('removes a manifest and frees its names', async () => {
    const client = new BTCPClient();
    await client.registerManifest(registrationOf(SHOP));
    await client.registerManifest(registrationOf(MAIL));
    const changes: unknown[] = [];
    client.on('toolsChanged', (change) => changes.push(change));
    expect(await client.unregisterManifest('mail')).toBe(true);
    expect(await client.unregisterManifest('mail')).toBe(false);
    expect(await client.unregisterManifest('__proto__')).toBe(false);
    expect(await failureOf(client.callTool('sendMail'))).toMatchObject({ code: 'TOOL_NOT_FOUND' });
    await client.registerManifest(registrationOf({ ...MAIL, name: 'mail-two' }));
    await client.clearManifests();
    expect(client.listTools()).toEqual([]);
    expect(changes).toEqual([
      { added: [], removed: ['sendMail'] },
      { added: ['sendMail'], removed: [] },
      { added: [], removed: ['findItem', 'addItem', 'sendMail'] },
    ]);
  });

  it('lets calls that are running finish', async () => {
    const client = new BTCPClient();
    let finish = (_: string): void => undefined;
    const implementations = { sendMail: () => new Promise<string>((resolve) => (finish = resolve)) };
    await client.registerManifest(registrationOf(MAIL, { implementations }));
    const call = client.callTool('sendMail');
    await client.clearManifests();
    finish('sent');
    expect(await call).toBe('sent');
  });
});

describe('listTools', () => {
  it.each([
    [{}, ['findItem', 'addItem', 'oldItem']],
    [{ manifest: 'shop' }, ['findItem', 'addItem']],
    [{ manifest: 'none' }, []],
    [{ tags: ['write'] }, ['addItem', 'oldItem']],
    [{ tags: ['write', 'old'] }, ['oldItem']],
    [{ callable: true }, ['findItem', 'oldItem']],
    [{ callable: false }, ['addItem']],
    [{ deprecated: true }, ['oldItem']],
    [{ deprecated: false, callable: true }, ['findItem']],
    [{ text: 'FIND' }, ['findItem']],
    [{ text: 'for tests', tags: ['old'] }, ['oldItem']],
  ])('with %j gives %j', async (filter, names) => {
    const client = new BTCPClient();
    await client.grantCapabilities(['dom:read']);
    await client.registerManifest(
      registrationOf(
        manifestOf(
          [
            anyTool('findItem', { capabilities: ['dom:read'] }),
            anyTool('addItem', { capabilities: ['dom:read', 'dom:write'], tags: ['write'] }),
          ],
          { name: 'shop' },
        ),
      ),
    );
    await client.registerManifest(
      registrationOf(
        manifestOf([anyTool('oldItem', { deprecated: true, tags: ['old', 'write'] })], { name: 'old' }),
      ),
    );
    expect(client.listTools(filter).map(({ name }) => name)).toEqual(names);
  });
});
