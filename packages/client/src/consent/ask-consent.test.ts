import { setImmediate } from 'node:timers/promises';
import { BTCPError, CAPABILITIES, type Manifest } from '@btcp/core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { anyTool, failureOf, manifestOf, validatorsOf } from '../../test/clients.ts';
import { CAPABILITY_TEXTS } from './ask-consent.ts';
import { BTCPClient, type ClientOptions, type ConsentRequest } from '../index.ts';

const registrationOf = (manifest: Manifest) => ({
  manifest,
  implementations: Object.fromEntries(manifest.tools.map(({ name }) => [name, () => `${name} ran`])),
  validators: validatorsOf(manifest),
});

const MAIL = manifestOf(
  [
    anyTool('readMail', { capabilities: ['dom:read'] }),
    anyTool('sendMail', { capabilities: ['dom:write', 'network:fetch:same-origin'] }),
  ],
  { name: 'mail' },
);
const NOTES = manifestOf([anyTool('readNote', { capabilities: ['dom:read'] })], { name: 'notes' });

/** A client with two manifests, and what its user was asked. */
async function clientAsking(
  answer: ClientOptions['onConsent'],
  options: ClientOptions = {},
): Promise<{ client: BTCPClient; asked: ConsentRequest[]; questions: () => (readonly string[])[] }> {
  const asked: ConsentRequest[] = [];
  const client = new BTCPClient({
    ...options,
    onConsent: async (request) => {
      asked.push(request);
      return answer ? answer(request) : false;
    },
  });
  await client.registerManifest(registrationOf(MAIL));
  await client.registerManifest(registrationOf(NOTES));
  return {
    client,
    asked,
    questions: () => asked.map(({ capabilities }) => capabilities.map(({ id }) => id)),
  };
}

describe('requestCapabilities', () => {
  it('asks the user, says what each capability allows, and grants them to that manifest alone', async () => {
    const { client, asked } = await clientAsking(() => true);
    const capabilities = ['dom:write', 'clipboard:read', 'orders:cancel'];
    expect(await client.requestCapabilities(capabilities, { manifest: 'mail' })).toEqual({
      granted: capabilities,
      missing: [],
    });
    expect(asked).toEqual([
      {
        manifest: expect.objectContaining({ name: 'mail', version: '1.0.0' }) as unknown,
        tool: undefined,
        risk: 'high',
        signal: expect.any(AbortSignal) as unknown,
        capabilities: [
          {
            id: 'dom:write',
            risk: 'medium',
            allows: 'read and change this page, fill in its forms and press its buttons',
            implies: ['dom:read'],
          },
          { id: 'clipboard:read', risk: 'high', allows: 'read what you have copied', implies: [] },
          { id: 'orders:cancel', risk: 'high', allows: 'use orders:cancel', implies: [] },
        ],
      },
    ]);
    expect(client.capabilities).toEqual([]);
    expect(client.preflightCapabilities(['dom:read'], { manifest: 'mail' }).missing).toEqual([]);
    expect(client.preflightCapabilities(['dom:read'], { manifest: 'notes' }).missing).toEqual(['dom:read']);
    expect(await client.callTool('readMail')).toBe('readMail ran');
  });

  it.each<[string, unknown, string[]]>([
    ['true', true, ['dom:read', 'dom:write']],
    ['false', false, []],
    ['a part', ['dom:read'], ['dom:read']],
    ['more than was asked', ['dom:read', 'media:camera', 'constructor'], ['dom:read']],
  ])('grants what the user answers: %s', async (_, answer, granted) => {
    const { client } = await clientAsking(() => answer as boolean);
    const decision = await client.requestCapabilities(['dom:read', 'dom:write'], { manifest: 'mail' });
    expect(decision.granted).toEqual(granted);
    expect(client.grants.map(({ capability }) => capability)).toEqual(granted);
  });

  it('runs a call with the input that it was made with, whatever becomes of that meanwhile', async () => {
    const input = { mail: 'a' };
    const seen: unknown[] = [];
    const client = new BTCPClient({ onConsent: () => ((input.mail = 'b'), true) });
    const manifest = manifestOf([
      anyTool('readMail', {
        capabilities: ['dom:read'],
        inputSchema: { type: 'object', properties: { mail: { type: 'string' } } },
      }),
    ]);
    const readMail = (given: unknown): void => void seen.push(given);
    await client.registerManifest({
      manifest,
      implementations: { readMail },
      validators: validatorsOf(manifest),
    });
    await client.callTool('readMail', input);
    expect([input, seen]).toEqual([{ mail: 'b' }, [{ mail: 'a' }]]);
  });

  it('denies when the handler fails, and says so', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const error = new Error('The dialog broke.');
    const { client } = await clientAsking(() => Promise.reject(error));
    expect(await client.requestCapabilities(['dom:read'])).toEqual({ granted: [], missing: ['dom:read'] });
    expect(log.mock.calls).toEqual([['BTCP: onConsent failed.', error]]);
    log.mockRestore();
  });

  it('asks again where nobody could be asked', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let times = 0;
    const { client } = await clientAsking(() => ++times > 1 || Promise.reject(new Error('No network.')));
    expect(await failureOf(client.callTool('readMail'))).toMatchObject({ code: 'CAPABILITY_DENIED' });
    expect(await client.callTool('readMail')).toBe('readMail ran');
    log.mockRestore();
  });

  it('does not ask in calls for what was revoked, nor grant it as of low risk', async () => {
    const { client, asked } = await clientAsking(() => true, { grantLowRisk: true });
    expect(await client.callTool('readMail')).toBe('readMail ran');
    await client.revokeCapabilities(['dom:read'], { manifest: 'mail' });
    expect(await failureOf(client.callTool('readMail'))).toMatchObject({ code: 'CAPABILITY_DENIED' });
    expect(asked).toEqual([]);
    await client.requestCapabilities(['dom:read'], { manifest: 'mail' });
    expect(asked).toHaveLength(1);
    expect(await client.callTool('readMail')).toBe('readMail ran');
  });

  it.each(['dom:*', 'dom:read'])(
    'neither asks for nor grants what %s revoked, and what implies it',
    async (revoked) => {
      const { client, asked } = await clientAsking(() => true, { grantLowRisk: true });
      expect(await client.callTool('readNote')).toBe('readNote ran');
      await client.revokeCapabilities([revoked]);
      expect(await failureOf(client.callTool('readNote'))).toMatchObject({ code: 'CAPABILITY_DENIED' });
      expect(await failureOf(client.callTool('sendMail'))).toMatchObject({ code: 'CAPABILITY_DENIED' });
      expect([asked.flatMap(({ capabilities }) => capabilities.map(({ id }) => id)), client.grants]).toEqual([
        ['network:fetch:same-origin'],
        [{ capability: 'network:fetch:same-origin', manifest: 'mail' }],
      ]);
    },
  );

  it('withdraws a question for what a wildcard revokes', async () => {
    let answer = (_: boolean): void => undefined;
    const { client, asked } = await clientAsking(() => new Promise((resolve) => (answer = resolve)));
    const call = failureOf(client.callTool('readNote'));
    await expect.poll(() => asked).toHaveLength(1);
    await client.revokeCapabilities(['dom:*']);
    answer(true);
    expect([await call, client.grants]).toMatchObject([{ code: 'CAPABILITY_DENIED' }, []]);
  });

  it('lets the next question be asked when the manifest of this one is gone', async () => {
    const { client, asked } = await clientAsking(({ manifest }) =>
      manifest?.name === 'mail' ? new Promise(() => undefined) : true,
    );
    const first = failureOf(client.callTool('readMail'));
    const second = client.callTool('readNote');
    await expect.poll(() => asked).toHaveLength(1);
    await client.unregisterManifest('mail');
    expect(await first).toMatchObject({ code: 'TOOL_NOT_FOUND' });
    expect(asked[0]?.signal.aborted).toBe(true);
    expect(await second).toBe('readNote ran');
  });

  it('lets no more calls wait for an answer than others may', async () => {
    const { client } = await clientAsking(() => new Promise(() => undefined), { limits: { queued: 2 } });
    const call = (): Promise<unknown> => client.callTool('readMail');
    const waiting = Promise.allSettled([call(), call()]);
    expect(await failureOf(call())).toMatchObject({ code: 'TOO_MANY_CALLS' });
    await client.clearManifests();
    expect(await waiting).toMatchObject([
      { reason: { code: 'TOOL_NOT_FOUND' } },
      { reason: { code: 'TOOL_NOT_FOUND' } },
    ]);
  });

  it('counts the calls that wait for an answer by manifest', async () => {
    const { client } = await clientAsking(() => new Promise(() => undefined), { limits: { queued: 1 } });
    const calls = Promise.allSettled([client.callTool('readMail'), client.callTool('readNote')]);
    expect(await failureOf(client.callTool('readMail'))).toMatchObject({ code: 'TOO_MANY_CALLS' });
    await client.clearManifests();
    expect(await calls).toMatchObject([
      { reason: { code: 'TOOL_NOT_FOUND' } },
      { reason: { code: 'TOOL_NOT_FOUND' } },
    ]);
  });

  it('does not grant what was refused as part of something else', async () => {
    const { client } = await clientAsking(() => ['dom:write', 'clipboard:read']);
    const asked = ['dom:read', 'dom:write', 'clipboard:read'];
    expect(await client.requestCapabilities(asked, { manifest: 'mail' })).toEqual({
      granted: ['clipboard:read'],
      missing: ['dom:read', 'dom:write'],
    });
  });

  it('does not ask what was revoked while another question was open', async () => {
    let answer = (_: boolean): void => undefined;
    const { client, questions } = await clientAsking(() => new Promise((resolve) => (answer = resolve)));
    const first = client.requestCapabilities(['dom:read'], { manifest: 'mail' });
    const second = client.requestCapabilities(['clipboard:read'], { manifest: 'notes' });
    await expect.poll(questions).toHaveLength(1);
    await client.revokeCapabilities(['clipboard:read'], { manifest: 'notes' });
    expect((await second).granted).toEqual([]);
    answer(true);
    expect((await first).granted).toEqual(['dom:read']);
    await setImmediate();
    expect(questions()).toEqual([['dom:read']]);
  });

  it('does not ask for the manifest that took the place of the one that waited', async () => {
    let answer = (_: boolean): void => undefined;
    const { client, questions } = await clientAsking(() => new Promise((resolve) => (answer = resolve)));
    const first = client.requestCapabilities(['dom:read'], { manifest: 'mail' });
    const call = client.callTool('readNote');
    await expect.poll(questions).toHaveLength(1);
    const free = manifestOf([anyTool('readNote')], { name: 'notes' });
    await client.registerManifest(registrationOf(free), { replace: true });
    expect(await call).toBe('readNote ran');
    answer(true);
    await first;
    await setImmediate();
    expect(questions()).toEqual([['dom:read']]);
  });

  it('denies without a handler', async () => {
    expect(await new BTCPClient().requestCapabilities(['dom:read'])).toEqual({
      granted: [],
      missing: ['dom:read'],
    });
  });

  it('asks for all manifests where none is named', async () => {
    const { client, asked } = await clientAsking(() => true);
    await client.requestCapabilities(['dom:read']);
    expect(asked[0]?.manifest).toBeUndefined();
    expect(client.capabilities).toEqual(['dom:read']);
    expect(client.grants).toEqual([{ capability: 'dom:read' }]);
  });

  it('asks only for what is missing, and again for what was denied', async () => {
    const { client, questions } = await clientAsking(() => ['dom:read']);
    await client.requestCapabilities(['dom:read', 'clipboard:read'], { manifest: 'mail' });
    await client.requestCapabilities(['dom:read', 'clipboard:read'], { manifest: 'mail' });
    expect(questions()).toEqual([['dom:read', 'clipboard:read'], ['clipboard:read']]);
  });

  it('asks one question at a time', async () => {
    let open = 0;
    const { client, questions } = await clientAsking(async () => {
      expect(++open).toBe(1);
      await Promise.resolve();
      open--;
      return true;
    });
    await Promise.all([
      client.requestCapabilities(['dom:read'], { manifest: 'mail' }),
      client.requestCapabilities(['dom:read'], { manifest: 'mail' }),
      client.requestCapabilities(['dom:read'], { manifest: 'notes' }),
    ]);
    expect(questions()).toEqual([['dom:read'], ['dom:read']]);
  });

  it('grants those of low risk without asking only if the host says so', async () => {
    const { client, questions } = await clientAsking(() => true, { grantLowRisk: true });
    await client.requestCapabilities(['dom:read', 'dom:write', 'orders:read'], { manifest: 'mail' });
    expect(questions()).toEqual([['dom:write', 'orders:read']]);
    expect(client.preflightCapabilities(['dom:read'], { manifest: 'mail' }).missing).toEqual([]);
  });

  it('counts no answer to what was revoked meanwhile', async () => {
    let withdrawn: boolean | undefined;
    const { client } = await clientAsking(async ({ signal }) => {
      await client.revokeCapabilities(['dom:read'], { manifest: 'mail' });
      withdrawn = signal.aborted;
      return true;
    });
    const { missing } = await client.requestCapabilities(['dom:write'], { manifest: 'mail' });
    expect([withdrawn, missing, client.grants]).toEqual([true, ['dom:write'], []]);
  });

  it('counts an answer though something else was revoked meanwhile', async () => {
    const { client } = await clientAsking(async () => {
      await client.revokeCapabilities(['dom:write'], { manifest: 'notes' });
      await client.revokeCapabilities(['clipboard:read'], { manifest: 'mail' });
      return true;
    });
    const { granted } = await client.requestCapabilities(['dom:write'], { manifest: 'mail' });
    expect(granted).toEqual(['dom:write']);
  });

  it.each([['dom:read'], [new Set(['dom:read'])], [1], [null], [undefined]])(
    'logs a wrong answer, and asks again: %s',
    async (wrong) => {
      const log = vi.spyOn(console, 'error').mockReturnValue();
      const { client, questions } = await clientAsking(() => wrong as never);
      await client.requestCapabilities(['dom:read'], { manifest: 'mail' });
      await failureOf(client.callTool('readMail'));
      const error = new TypeError(`It must answer true, false or an array of ids; got ${typeof wrong}.`);
      const logged = ['BTCP: onConsent failed.', error];
      expect(log.mock.calls).toEqual([logged, logged]);
      expect(questions()).toEqual([['dom:read'], ['dom:read']]);
      expect(client.grants).toEqual([]);
      log.mockRestore();
    },
  );

  it('logs an answer with none of the ids, and asks again', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const { client, asked } = await clientAsking(() => ['dom:raed']);
    await client.requestCapabilities(['dom:read'], { manifest: 'mail' });
    const error = new TypeError(
      'It must answer true, false or an array of ids; got none that was asked for.',
    );
    expect(log.mock.calls).toEqual([['BTCP: onConsent failed.', error]]);
    await failureOf(client.callTool('readMail'));
    expect(asked).toHaveLength(2);
    log.mockRestore();
  });

  it('logs no rejection of a handler whose question is withdrawn', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const { client, asked } = await clientAsking(
      ({ signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('Late')))),
    );
    const requested = client.requestCapabilities(['dom:read'], { manifest: 'mail' });
    await expect.poll(() => asked).toHaveLength(1);
    await client.clearManifests();
    await requested;
    await setImmediate();
    expect(log.mock.calls).toEqual([]);
    log.mockRestore();
  });

  it('is answered by what the host grants meanwhile', async () => {
    const { client, asked } = await clientAsking(() => new Promise(() => undefined));
    const requested = client.requestCapabilities(['dom:read', 'dom:write'], { manifest: 'mail' });
    const call = client.callTool('readNote');
    await expect.poll(() => asked).toHaveLength(1);
    await client.grantCapabilities(['dom:write'], { manifest: 'mail' });
    expect(await requested).toEqual({ granted: ['dom:read', 'dom:write'], missing: [] });
    expect(asked[0]?.signal.aborted).toBe(true);
    await client.grantCapabilities(['dom:read']);
    expect(await call).toBe('readNote ran');
  });

  it('grants nothing to a manifest that took the name of the one that was shown', async () => {
    const other = manifestOf([anyTool('sendMail', { capabilities: ['dom:read'] })], { name: 'mail' });
    const { client } = await clientAsking(async () => {
      await client.registerManifest(registrationOf(other), { replace: true });
      return true;
    });
    expect((await client.requestCapabilities(['dom:read'], { manifest: 'mail' })).missing).toEqual([
      'dom:read',
    ]);
    expect(client.grants).toEqual([]);
  });

  it('does not ask for one that is too long to read', async () => {
    const { client, questions } = await clientAsking(() => true);
    const capabilities = [`mail:${'a'.repeat(59)}`, `mail:${'a'.repeat(60)}`];
    expect(await client.requestCapabilities(capabilities)).toEqual({
      granted: capabilities.slice(0, 1),
      missing: capabilities.slice(1),
    });
    expect(questions()).toEqual([capabilities.slice(0, 1)]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['Not a capability: dom.', () => new BTCPClient().requestCapabilities(['dom'])],
    ['Not a capability: dom:*.', () => new BTCPClient().requestCapabilities(['dom:*'])],
    [
      'There is no manifest "x".',
      () => new BTCPClient().requestCapabilities(['dom:read'], { manifest: 'x' }),
    ],
  ])('refuses: %s', async (message, request) => {
    expect(await failureOf(request())).toMatchObject({ code: 'INVALID_ARGUMENT', message });
  });
});

describe('a call that lacks a capability', () => {
  it('asks while it waits, and runs when it is granted', async () => {
    const { client, asked } = await clientAsking(() => true);
    expect(await client.callTool('sendMail')).toBe('sendMail ran');
    expect(asked).toMatchObject([{ tool: { name: 'sendMail' }, manifest: { name: 'mail' }, risk: 'medium' }]);
    expect(client.grants).toEqual([
      { capability: 'dom:write', manifest: 'mail' },
      { capability: 'network:fetch:same-origin', manifest: 'mail' },
    ]);
  });

  it('asks once, says what is missing and how to ask, and asks no more', async () => {
    const { client, questions } = await clientAsking(() => ['dom:write']);
    for (let call = 0; call < 3; call++) {
      expect(await failureOf(client.callTool('sendMail'))).toMatchObject({
        code: 'CAPABILITY_DENIED',
        message: 'The tool "sendMail" needs capabilities that are not granted: network:fetch:same-origin.',
        suggestion: 'It was denied or revoked: do without.',
        data: { missing: ['network:fetch:same-origin'] },
      });
    }
    expect(questions()).toEqual([['dom:write', 'network:fetch:same-origin']]);
  });

  it('asks for a manifest only once, however many calls wait', async () => {
    const { client, questions } = await clientAsking(() => true);
    const calls = ['readMail', 'readMail', 'readNote'].map((name) => client.callTool(name));
    expect(await Promise.all(calls)).toEqual(['readMail ran', 'readMail ran', 'readNote ran']);
    expect(questions()).toEqual([['dom:read'], ['dom:read']]);
  });

  it('asks again for what was registered in the place of its tool meanwhile', async () => {
    const answers = [new Promise<boolean>(() => undefined), true];
    const { client, asked, questions } = await clientAsking(() => answers.shift() ?? false);
    const call = client.callTool('readMail');
    await expect.poll(() => asked).toHaveLength(1);
    await client.registerManifest(registrationOf({ ...MAIL, version: '2.0.0' }), { replace: true });
    expect(await call).toBe('readMail ran');
    expect(questions()).toEqual([['dom:read'], ['dom:read']]);
    expect(asked.map(({ manifest }) => manifest?.version)).toEqual(['1.0.0', '2.0.0']);
  });

  it('can be cancelled while it waits', async () => {
    const { client } = await clientAsking(() => new Promise(() => undefined));
    const controller = new AbortController();
    const call = client.callTool('readMail', {}, { signal: controller.signal });
    controller.abort(new Error('No longer wanted'));
    expect(await failureOf(call)).toMatchObject({
      code: 'CALL_CANCELLED',
      message: 'The call of "readMail" was cancelled.',
    });
  });

  it.each<[string, object]>([
    ['is none', { signal: new AbortController() }],
    [
      'throws',
      {
        signal: {
          removeEventListener: () => undefined,
          addEventListener: () => {
            throw new Error('broken');
          },
        },
      },
    ],
  ])('does not ask where its signal %s, nor keeps others from asking', async (_, options) => {
    const { client, questions } = await clientAsking(() => true);
    expect(await failureOf(client.callTool('readMail', {}, options as never))).toBeInstanceOf(BTCPError);
    expect(questions()).toEqual([]);
    expect(await client.callTool('readNote')).toBe('readNote ran');
  });

  it('is not run when its manifest is gone by then', async () => {
    const { client } = await clientAsking(async () => {
      await client.clearManifests();
      return true;
    });
    expect(await failureOf(client.callTool('readMail'))).toMatchObject({ code: 'TOOL_NOT_FOUND' });
  });

  it('does not ask for a tool that waits for consent itself', async () => {
    const { client, asked } = await clientAsking(() => true, {
      findUnconsented: ({ tools }) => tools.map(({ name }) => ({ tool: name, fields: [], isNew: true })),
    });
    expect(await failureOf(client.callTool('readMail'))).toMatchObject({ code: 'CONSENT_REQUIRED' });
    expect(asked).toEqual([]);
  });
});

describe('grants', () => {
  it('are stored as JSON, and restored', async () => {
    const { client } = await clientAsking(() => true);
    await client.grantCapabilities(['notifications']);
    await client.grantCapabilities(['dom:write', 'clipboard:read'], { manifest: 'mail' });
    const stored = JSON.stringify(client.grants);
    expect(stored).toBe(
      '[{"capability":"notifications"},{"capability":"dom:write","manifest":"mail"},{"capability":"clipboard:read","manifest":"mail"}]',
    );
    expect(new BTCPClient({ grants: JSON.parse('null') as never }).grants).toEqual([]);
    const restored = new BTCPClient({ grants: JSON.parse(stored) as never });
    await restored.registerManifest(registrationOf(MAIL));
    expect(restored.grants).toEqual(client.grants);
    expect(await restored.callTool('readMail')).toBe('readMail ran');
  });

  it.each<[unknown]>([['*'], [''], ['x y'], [undefined], [{}]])(
    'are refused when restored as %j',
    (capability) => {
      expect(() => new BTCPClient({ grants: [{ capability }] as never })).toThrow('Not a capability');
    },
  );

  it.each<[unknown, string]>([
    [
      [{ capability: 'dom:write', manifst: 'mail' }],
      'Not a capability: {"capability":"dom:write","manifst":"mail"}.',
    ],
    [{ x: 1 }, 'Not a capability: {"x":1}.'],
    ['dom:read', 'Not a capability: "dom:read".'],
  ])('are refused when restored from %j, which are none', (grants, message) => {
    expect(() => new BTCPClient({ grants: grants as never })).toThrow(message);
  });

  it.each<[unknown]>([[''], [null], [5], ['*']])('are for nobody with the manifest %j', async (manifest) => {
    const client = new BTCPClient({ grants: [{ capability: 'dom:read', manifest }] as never });
    await client.registerManifest(registrationOf(MAIL));
    expect(await failureOf(client.callTool('readMail'))).toMatchObject({ code: 'CAPABILITY_DENIED' });
  });

  it.each<[string, unknown]>([
    ['grants', [{ capability: 'dom:read' }]],
    ['grantLowRisk', true],
  ])('are not what something has added to all objects as `%s`', async (name, value) => {
    // oxlint-disable-next-line no-extend-native -- as a library with a hole does
    Object.defineProperty(Object.prototype, name, { value, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(Object.prototype, name));
    const client = new BTCPClient({});
    await client.registerManifest(registrationOf(MAIL));
    expect(await failureOf(client.callTool('readMail'))).toMatchObject({ code: 'CAPABILITY_DENIED' });
  });

  it('of one manifest are revoked alone, those of all only for all', async () => {
    const { client } = await clientAsking(() => false);
    await client.grantCapabilities(['dom:write'], { manifest: 'mail' });
    await client.grantCapabilities(['dom:read'], { manifest: 'notes' });
    await client.revokeCapabilities(['dom:read'], { manifest: 'mail' });
    expect(client.grants).toEqual([{ capability: 'dom:read', manifest: 'notes' }]);
    await client.grantCapabilities(['dom:read']);
    expect(await failureOf(client.revokeCapabilities(['dom:read'], { manifest: 'notes' }))).toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: 'Granted to all, so revoke without `manifest`: dom:read.',
    });
    await client.revokeCapabilities(['dom:read']);
    expect(client.grants).toEqual([]);
  });

  it.each<[granted: string, options: object, revoked: string, from: object]>([
    ['clipboard:read', {}, 'clipboard:read', {}],
    ['storage:local:write', {}, 'storage:local:read', {}],
    ['clipboard:read', { manifest: 'mail' }, 'clipboard:*', {}],
    ['clipboard:read', { manifest: 'mail' }, 'clipboard:read', { manifest: 'mail' }],
    ['clipboard:*', {}, 'clipboard:read', {}],
  ])(
    'of %s, %j, that no tool declares are gone where %s, %j, is revoked at once',
    async (granted, options, revoked, from) => {
      const { client } = await clientAsking(() => false, { development: true });
      const grant = client.grantCapabilities([granted, 'notifications'], options);
      await client.revokeCapabilities([revoked], from);
      await grant;
      expect(client.grants.map(({ capability }) => capability)).toEqual(['notifications']);
    },
  );

  it('stay where they are revoked from another manifest at once', async () => {
    const { client } = await clientAsking(() => false);
    const grant = client.grantCapabilities(['clipboard:read'], { manifest: 'mail' });
    await client.revokeCapabilities(['clipboard:read'], { manifest: 'notes' });
    await grant;
    expect(client.grants).toEqual([{ capability: 'clipboard:read', manifest: 'mail' }]);
  });
});

describe('CAPABILITY_TEXTS', () => {
  it('has every capability of the registry with its risk', () => {
    const risks = Object.entries(CAPABILITY_TEXTS).map(([id, [risk]]) => [id, risk]);
    expect(risks).toEqual(Object.entries(CAPABILITIES).map(([id, { risk }]) => [id, risk]));
  });

  it('tells what is granted with a capability', () => {
    const implying = Object.entries(CAPABILITIES).filter(([, capability]) => 'implies' in capability);
    expect(implying.map(([id]) => CAPABILITY_TEXTS[id]?.[1])).toEqual([
      'read and change this page, fill in its forms and press its buttons',
      'read, change and delete what this site has stored in this browser',
      'read, change and delete what this site has stored for this tab',
      "read, change and delete this site's databases in this browser",
      'send data to any site, also to this one in your name, and load data from there',
      'keep connections open to any site, also to this one',
    ]);
  });
});

describe('denials', () => {
  const declaring = (name: string, count: number): Manifest =>
    manifestOf(
      [
        anyTool(`run${name}`, {
          capabilities: Array.from({ length: count }, (_, at) => `a${letters(at)}:b`),
        }),
      ],
      { name },
    );
  const letters = (number: number): string =>
    String(number).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');

  it('of one manifest are not forgotten because of those of another', async () => {
    const { client, questions } = await clientAsking(() => false, { grantLowRisk: true });
    await client.requestCapabilities(['dom:read'], { manifest: 'notes' });
    await client.revokeCapabilities(['dom:read'], { manifest: 'notes' });
    await client.registerManifest(registrationOf(declaring('z', 1100)));
    await failureOf(client.callTool('runz'));
    await failureOf(client.callTool('runz'));
    expect(await failureOf(client.callTool('readNote'))).toMatchObject({ code: 'CAPABILITY_DENIED' });
    expect(questions().map(({ length }) => length)).toEqual([1100]);
  });
});

/** A registration whose manifest says this of the capabilities that its tool needs. */
function registrationOfOwn(name: string, details: Manifest['capabilityDetails']) {
  const capabilities = Object.keys(details ?? {});
  const tool = anyTool(`${name}Orders`, { capabilities });
  return registrationOf({ ...manifestOf([tool], { name }), ...(details && { capabilityDetails: details }) });
}

describe('a capability that a manifest declares', () => {
  const CANCEL = { title: 'Cancel orders', description: 'Cancels them for good.', risk: 'low' } as const;
  const OF_CANCEL = {
    id: 'orders:cancel',
    ...CANCEL,
    allows: '“Cancel orders” (orders:cancel)',
    implies: [],
  };
  const UNDECLARED = { id: 'orders:cancel', risk: 'high', allows: 'use orders:cancel', implies: [] };

  it('is never granted without asking, as its risk is what the provider says', async () => {
    const { client, asked } = await clientAsking(() => false, { grantLowRisk: true });
    await client.registerManifest(registrationOfOwn('shop', { 'orders:cancel': CANCEL }));
    await expect(client.callTool('shopOrders')).rejects.toMatchObject({ code: 'CAPABILITY_DENIED' });
    expect(asked.map(({ risk, capabilities }) => [risk, capabilities])).toEqual([['low', [OF_CANCEL]]]);
  });

  it('has its words for that manifest, and for all where they agree', async () => {
    const { client, asked } = await clientAsking(() => false);
    await client.registerManifest(registrationOfOwn('shop', { 'orders:cancel': CANCEL }));
    await client.requestCapabilities(['orders:cancel'], { manifest: 'mail' });
    await client.requestCapabilities(['orders:cancel']);
    await client.registerManifest(
      registrationOfOwn('depot', { 'orders:cancel': { title: 'Look at orders', risk: 'low' } }),
    );
    await client.requestCapabilities(['orders:cancel']);
    expect(asked.map(({ capabilities }) => capabilities)).toEqual([[UNDECLARED], [OF_CANCEL], [UNDECLARED]]);
  });

  it('has the words of the protocol if that knows it', async () => {
    const { client, asked } = await clientAsking(() => false);
    await client.registerManifest(
      registrationOfOwn('shop', { 'clipboard:read': { title: 'Do nothing', risk: 'low' } }),
    );
    await client.requestCapabilities(['clipboard:read'], { manifest: 'shop' });
    expect(asked[0]?.capabilities).toEqual([
      { id: 'clipboard:read', risk: 'high', allows: 'read what you have copied', implies: [] },
    ]);
  });

  it('has no other fields of what its manifest says', async () => {
    const { client, asked } = await clientAsking(() => true);
    const details = { ...CANCEL, id: 'dom:write', allows: 'do nothing', implies: ['clipboard:read'] };
    await client.registerManifest(registrationOfOwn('shop', { 'orders:cancel': details }));
    await client.requestCapabilities(['orders:cancel'], { manifest: 'shop' });
    expect(asked[0]?.capabilities).toEqual([OF_CANCEL]);
    expect(client.grants).toEqual([{ capability: 'orders:cancel', manifest: 'shop' }]);
  });

  it.each<[string, unknown, string]>([
    ['no object', [], '/capabilityDetails'],
    ['no words', { 'orders:cancel': null }, '/capabilityDetails/orders:cancel'],
    ['no title', { 'orders:cancel': { risk: 'low' } }, '/capabilityDetails/orders:cancel'],
    [
      'an unknown risk',
      { 'orders:cancel': { title: 'Cancel orders', risk: 'none' } },
      '/capabilityDetails/orders:cancel/risk',
    ],
    [
      'a long title',
      { 'orders:cancel': { title: 'x'.repeat(61), risk: 'low' } },
      '/capabilityDetails/orders:cancel/title',
    ],
  ])('is refused with %s', async (_, details, path) => {
    const { client } = await clientAsking(() => false);
    const manifest = {
      ...manifestOf([anyTool('cancelOrder')], { name: 'shop' }),
      capabilityDetails: details,
    };
    await expect(
      client.registerManifest(registrationOf(manifest as unknown as Manifest)),
    ).rejects.toMatchObject({ code: 'INVALID_MANIFEST', issues: [{ path }] });
  });
});
