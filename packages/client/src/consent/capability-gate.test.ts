import { BTCPError, CAPABILITIES, CAPABILITY_ALIASES, withImplied } from '@btcp/core';
import { describe, expect, it } from 'vitest';
import { CapabilityGate, covers } from './capability-gate.ts';
import { Emitter } from '../events.ts';
import { revoke } from '../late/revoke.ts';
import { Denials } from './denials.ts';

function gateWith(...granted: string[]): CapabilityGate {
  const gate = new CapabilityGate(false, new Emitter());
  gate.grant(granted);
  return gate;
}

const revokeFrom = (gate: CapabilityGate, ids: readonly string[], manifest?: string): void =>
  revoke({ gate, parts: { BTCPError, covers, withImplied } }, gate.granted, ids, manifest);

describe('CapabilityGate', () => {
  it('denies by default', () => {
    expect(
      new CapabilityGate(false, new Emitter()).missing({ capabilities: ['dom:read', 'geolocation'] }),
    ).toEqual(['dom:read', 'geolocation']);
    expect(new CapabilityGate(false, new Emitter()).missing({ capabilities: [] })).toEqual([]);
  });

  it.each<[granted: string[], effective: string[]]>([
    [['dom:read'], ['dom:read']],
    [['dom:write'], ['dom:read', 'dom:write']],
    [['storage:cookie:write'], ['storage:cookie:write']],
    [['network:fetch:cross-origin'], ['network:fetch:cross-origin', 'network:fetch:same-origin']],
    [
      ['network:websocket'],
      ['network:websocket', 'network:websocket:cross-origin', 'network:websocket:same-origin'],
    ],
    [['files:write'], ['files:write']],
    [
      ['geolocation', 'notifications'],
      ['geolocation', 'notifications'],
    ],
  ])('grants %j with what it implies', (granted, effective) => {
    expect(gateWith(...granted).capabilities).toEqual(effective);
  });

  it('lists exactly the missing capabilities', () => {
    expect(
      gateWith('dom:write').missing({
        capabilities: ['dom:read', 'dom:observe', 'dom:write', 'clipboard:read'],
      }),
    ).toEqual(['dom:observe', 'clipboard:read']);
  });

  it('allows a tool while its capabilities are in effect, for its manifest', () => {
    const gate = gateWith('dom:read');
    const tool = { capabilities: ['dom:read', 'clipboard:read'], manifest: 'sheet' };
    const allowed = [gate.allows(tool)];
    const allowedAfter = (change: () => void): void => {
      change();
      // Twice, as the second answer is remembered.
      allowed.push(gate.allows(tool) && gate.allows(tool));
    };
    allowedAfter(() => gate.grant(['clipboard:read'], 'mail'));
    allowedAfter(() => gate.grant(['clipboard:read'], 'sheet'));
    allowedAfter(() => revokeFrom(gate, ['clipboard:read'], 'sheet'));
    allowedAfter(() => gate.grant(['clipboard:read']));
    allowedAfter(() => revokeFrom(gate, ['dom:read']));
    expect(allowed).toEqual([false, false, true, false, true, false]);
  });

  it.each([
    'dom',
    'DOM:READ',
    'dom:read ',
    '',
    '__proto__',
    'constructor',
    'dom:*',
    '*',
    'dom:read:a:b',
    'dom:read2',
  ])('refuses to grant "%s", and then grants nothing', (id) => {
    const gate = new CapabilityGate(false, new Emitter());
    expect(() => gate.grant(['dom:read', id])).toThrow(`Not a capability: ${id}.`);
    expect(() => gate.grant(['dom:read', id])).toThrow(BTCPError);
    expect(gate.capabilities).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['a number', [5]],
    ['an object that looks like one', [{ toString: () => 'dom:x!' }]],
    ['nothing', undefined],
  ])('refuses to grant %s', (_, value) => {
    expect(() => new CapabilityGate(false, new Emitter()).grant(value as string[])).toThrow(BTCPError);
  });

  it('accepts a string instead of an array, as plain JavaScript may pass', () => {
    const gate = new CapabilityGate(false, new Emitter());
    gate.grant('dom:read' as never);
    expect(gate.capabilities).toEqual(['dom:read']);
  });

  it.each<[granted: string[], revoked: string[], left: string[]]>([
    [['dom:write'], ['dom:read'], []],
    [['dom:write'], ['dom:write'], []],
    [['dom:read', 'dom:write'], ['dom:write'], ['dom:read']],
    [['dom:read'], ['dom:write'], ['dom:read']],
    [['dom:read', 'geolocation'], ['clipboard:read'], ['dom:read', 'geolocation']],
    [['dom:write', 'dom:observe', 'storage:local:read'], ['dom:*'], ['storage:local:read']],
    [['network:websocket'], ['network:websocket:same-origin'], []],
  ])('of %j, revoking %j leaves %j', (granted, revoked, left) => {
    const gate = gateWith(...granted);
    revokeFrom(gate, revoked);
    expect(gate.capabilities).toEqual(left);
  });

  it('refuses to revoke a malformed capability, and then revokes nothing', () => {
    const gate = gateWith('dom:read');
    expect(() => revokeFrom(gate, ['dom:read', 'x'])).toThrow('Not a capability: x.');
    expect(gate.capabilities).toEqual(['dom:read']);
  });
});

describe('denials', () => {
  it.each<[string, (number: number) => [id: string, manifest: string]]>([
    ['of very many manifests deny everything', (number) => ['dom:read', `m${number}`]],
    ['of very many capabilities deny a manifest everything', (number) => [`a${number}`, 'notes']],
  ])('%s', (_, denial) => {
    const denials = new Denials();
    for (let number = 0; number < 1999; number++) denials.deny(...denial(number));
    expect(denials.has('dom:write', 'notes')).toBe(false);
    denials.deny(...denial(1999));
    expect(denials.has('dom:write', 'notes')).toBe(true);
    denials.deny(...denial(2000));
    expect(denials.has('dom:write', 'notes')).toBe(true);
  });
});

describe('CapabilityGate in development', () => {
  it('takes wildcards in grants', () => {
    const gate = new CapabilityGate(true, new Emitter());
    gate.grant(['dom:*', 'storage:local:*']);
    expect(
      gate.missing({
        capabilities: ['dom:read', 'dom:anything', 'storage:local:write', 'storage:session:read'],
      }),
    ).toEqual(['storage:session:read']);
    revokeFrom(gate, ['dom:read']);
    expect(gate.missing({ capabilities: ['dom:write', 'storage:local:read'] })).toEqual(['dom:write']);
  });

  it.each(['*', 'dom*', 'dom:re*', ':*'])('refuses "%s"', (id) => {
    expect(() => new CapabilityGate(true, new Emitter()).grant([id])).toThrow(BTCPError);
  });
});

describe('withImplied', () => {
  it('agrees with the registry and the aliases', () => {
    const expected: Record<string, string[]> = {};
    for (const [id, entry] of Object.entries(CAPABILITIES))
      expected[id] = [id, ...('implies' in entry ? entry.implies : [])];
    for (const [alias, id] of Object.entries(CAPABILITY_ALIASES)) {
      expected[alias] = [alias, ...(expected[id] ?? []).slice(1), id];
      expected[id]?.push(alias);
    }
    expect(Object.fromEntries(Object.keys(expected).map((id) => [id, withImplied(id)]))).toEqual(expected);
  });

  it.each(['files:write', 'dom:write:all', 'storage:remote:write', 'network:fetch', 'clipboard:write'])(
    'adds nothing to %s, which the registry does not know, or which implies nothing',
    (id) => {
      expect(withImplied(id)).toEqual([id]);
    },
  );

  it('is transitively closed', () => {
    for (const id of [...Object.keys(CAPABILITIES), ...Object.keys(CAPABILITY_ALIASES)]) {
      const all = withImplied(id);
      expect(new Set(all.flatMap(withImplied))).toEqual(new Set(all));
    }
  });
});
