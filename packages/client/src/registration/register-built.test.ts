import { parseBuiltManifest, type Manifest, type Registration } from '@btcp/core';
import { joinFingerprints } from '@btcp/core/internal';
import { schemaFingerprint } from '@btcp/core/schema-fingerprint';
import { compileSchema } from '@btcp/schema/compile';
import { describe, expect, it } from 'vitest';
import { anyTool, failureOf, INPUT_SCHEMA, manifestOf, validatorsOf } from '../../test/clients.ts';
import { BTCPClient } from '../client.ts';

const SHOP = manifestOf(
  [
    anyTool('findItem', { inputSchema: INPUT_SCHEMA, outputSchema: { type: 'string' } }),
    anyTool('addItem', { capabilities: ['dom:write'] }),
  ],
  { name: 'shop', config: { timeout: 2000 } },
);
const implementations = { findItem: ({ name }: { name: string }) => name, addItem: () => 'added' };

/** A build's registration: evaluates the literal as source code, like the module of a build. */
function built(manifest: Manifest, more: Partial<Registration> = {}): Registration {
  const fingerprints = manifest.tools.map(({ inputSchema, outputSchema }) => [
    schemaFingerprint(inputSchema),
    outputSchema && schemaFingerprint(outputSchema),
  ]);
  const json = JSON.stringify([manifest, joinFingerprints(fingerprints)]);
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- only source code has such a literal
  const read = new Function('parse', `return parse\`${json}\`;`) as (parse: unknown) => Manifest;
  return { manifest: read(parseBuiltManifest), implementations, validators: validatorsOf(manifest), ...more };
}

/** Whether a registration needs no checks: its tools are there before anything is awaited. */
function registersAtOnce(registration: Registration): boolean {
  const client = new BTCPClient();
  void client.registerManifest(registration).catch(() => undefined);
  return client.listTools().length > 0;
}

describe('registerManifest, of what a build wrote', () => {
  it('refuses an option that there is not, which may be what isolates the tools', async () => {
    const client = new BTCPClient();
    expect(
      await failureOf(client.registerManifest(built(SHOP), { sandBox: 'iframe' } as object)),
    ).toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: 'No option `sandBox`, only replace,sandbox,signature,context,afterRun.',
    });
    expect(client.listTools()).toEqual([]);
  });

  it('accepts it without checks, and runs its tools', async () => {
    const client = new BTCPClient();
    const registered = client.registerManifest(built(SHOP));
    expect(client.listTools()).toEqual(SHOP.tools.map((tool) => ({ ...tool, manifest: 'shop' })));
    expect(await registered).toEqual({ manifest: SHOP, missingCapabilities: ['dom:write'] });
    expect(await client.callTool('findItem', { name: 'x' })).toBe('x');
    expect(await failureOf(client.callTool('findItem', {}))).toMatchObject({ code: 'INVALID_INPUT' });
    expect(await failureOf(client.callTool('addItem'))).toMatchObject({ code: 'CAPABILITY_DENIED' });
  });

  it('returns a frozen manifest', async () => {
    const client = new BTCPClient();
    const { manifest } = await client.registerManifest(built(SHOP));
    const tool = client.getTool('addItem') as unknown as { name: string; capabilities: string[] };
    expect(() => tool.capabilities.pop()).toThrow(TypeError);
    expect(() => Object.assign(tool, { name: 'x' })).toThrow(TypeError);
    expect(() => (manifest.tools as unknown[]).pop()).toThrow(TypeError);
  });

  it('accepts other implementations', async () => {
    const client = new BTCPClient();
    await client.registerManifest({
      ...built(SHOP),
      implementations: { ...implementations, findItem: () => 'other' },
    });
    expect(await client.callTool('findItem', { name: 'x' })).toBe('other');
  });

  const other = validatorsOf(manifestOf([anyTool('findItem'), anyTool('addItem')]));
  const input = compileSchema(INPUT_SCHEMA);
  const output = compileSchema({ type: 'string' });
  const addItem = { input: compileSchema({ type: 'object' }) };
  const mismatch = 'Invalid registration of "shop": findItem: has no validators for these schemas';

  it.each<[what: string, code: string, more: object, message: string]>([
    [
      'a missing implementation',
      'MISSING_IMPLEMENTATION',
      { implementations: { addItem: implementations.addItem } },
      'Invalid registration of "shop": findItem: has no implementation',
    ],
    [
      'no implementations',
      'MISSING_IMPLEMENTATION',
      { implementations: undefined },
      'Invalid registration of "shop": findItem: has no implementation; addItem: has no implementation',
    ],
    [
      'no validators',
      'MISSING_VALIDATORS',
      { validators: undefined },
      'Manifest "shop" comes without validators.',
    ],
    ['validators of another build', 'VALIDATORS_MISMATCH', { validators: other }, mismatch],
    [
      'validators of inputs only',
      'VALIDATORS_MISMATCH',
      { validators: { addItem, findItem: { input } } },
      mismatch,
    ],
    [
      'validators that are no functions',
      'VALIDATORS_MISMATCH',
      { validators: { addItem, findItem: { input: { schema: input.schema }, output } } },
      mismatch,
    ],
    [
      'inherited validators',
      'VALIDATORS_MISMATCH',
      { validators: Object.create({ addItem, findItem: { input, output } }) },
      `${mismatch}; addItem: has no validators for these schemas`,
    ],
    [
      'a copy of its manifest with a wrong change',
      'INVALID_MANIFEST',
      { manifest: { ...built(SHOP).manifest, btcp: '1' } },
      'Invalid manifest: /btcp must be text like /^1\\.\\d+$/; got "1"',
    ],
    [
      'a manifest from elsewhere',
      'INVALID_MANIFEST',
      { manifest: JSON.parse(JSON.stringify({ ...SHOP, tools: [] })) as unknown },
      'Invalid manifest: /tools must not be empty',
    ],
  ])('refuses %s with the words of the checks', async (_, code, more, message) => {
    const registration = { ...built(SHOP), ...more } as Registration;
    const error = await failureOf(new BTCPClient().registerManifest(registration));
    expect(error).toMatchObject({ code, message });
    expect(registersAtOnce(registration)).toBe(false);
  });

  it('checks a copy of its manifest, and one parsed from data', async () => {
    const registration = built(SHOP);
    const raw = [JSON.stringify([SHOP, ''])];
    for (const manifest of [
      structuredClone(SHOP),
      { ...registration.manifest },
      parseBuiltManifest(Object.assign([''], { raw })),
    ])
      expect(registersAtOnce({ ...registration, manifest })).toBe(false);
    expect(registersAtOnce(registration)).toBe(true);
  });

  it('compiles its schemas where the validators were left out', async () => {
    const client = new BTCPClient({ compile: compileSchema });
    const { manifest } = built(SHOP);
    await client.registerManifest({ manifest, implementations });
    expect(await client.callTool('findItem', { name: 'x' })).toBe('x');
  });

  it('conflicts with what is registered', async () => {
    const client = new BTCPClient();
    await client.registerManifest(built(SHOP));
    expect(await failureOf(client.registerManifest(built(SHOP)))).toMatchObject({
      code: 'MANIFEST_CONFLICT',
      message: 'Manifest "shop" is registered already.',
    });
  });
});
