import type { CompareConfig, ManifestTool } from '@btcp/core';
import { describe, expect, it } from 'vitest';
import { gate, type GatedManifest, type GateResult } from './gate.ts';

const TOOL: ManifestTool = {
  name: 'getCell',
  description: 'Returns a cell.',
  inputSchema: {
    type: 'object',
    properties: { cell: { type: 'string', pattern: String.raw`^(a)\1$` } },
    additionalProperties: false,
  },
  capabilities: [],
};

const release = (version: string, ...tools: readonly ManifestTool[]): GatedManifest => ({ version, tools });

/** What of the tool changes → the changed tools. */
const CHANGES = {
  nothing: [TOOL],
  major: [{ ...TOOL, capabilities: ['dom:read'] }],
  minor: [TOOL, { ...TOOL, name: 'listSheets', description: 'Lists the sheets.' }],
  patch: [{ ...TOOL, description: 'Returns a cell of the sheet.' }],
  undecided: [
    {
      ...TOOL,
      inputSchema: { ...TOOL.inputSchema, properties: { cell: { type: 'string', pattern: '^(?:aa)$' } } },
    },
  ],
} as const satisfies Record<string, readonly ManifestTool[]>;

const gateOf = (
  old: string,
  now: string,
  change: keyof typeof CHANGES,
  options: CompareConfig = {},
): GateResult => gate(release(old, TOOL), release(now, ...CHANGES[change]), options);

describe('gate', () => {
  it.each([
    // The change decides which place of the version must rise.
    ['1.4.2', '2.0.0', 'major', '2.0.0'],
    ['1.4.2', '1.5.0', 'minor', '1.5.0'],
    ['1.4.2', '1.4.3', 'patch', '1.4.3'],
    ['1.4.2', '1.4.2', 'nothing', '1.4.2'],
    ['1.9.0', '1.10.0', 'minor', '1.10.0'],
    ['1.4.2', '3.1.4', 'major', '2.0.0'],
    // Below 1.0.0 by one place less.
    ['0.4.2', '0.5.0', 'major', '0.5.0'],
    ['0.4.2', '0.4.3', 'minor', '0.4.3'],
    ['0.4.2', '0.4.3', 'patch', '0.4.3'],
    ['0.0.2', '0.1.0', 'major', '0.1.0'],
    ['0.4.2', '1.0.0', 'major', '0.5.0'],
    // To a prerelease of what is needed, and from one to any later version.
    ['1.4.2', '2.0.0-rc.1', 'major', '2.0.0'],
    ['0.4.2', '0.5.0-rc.1', 'major', '0.5.0'],
    ['2.0.0-rc.1', '2.0.0-rc.2', 'major', '2.0.0'],
    ['2.0.0-rc.9', '2.0.0-rc.10', 'major', '2.0.0'],
    ['2.0.0-alpha', '2.0.0-alpha.1', 'minor', '2.0.0'],
    ['2.0.0-rc.1', '2.0.0', 'major', '2.0.0'],
    ['0.5.0-rc.1', '0.5.0', 'major', '0.5.0'],
  ] as const)('lets %s become %s with a change that is %s', (old, now, change, needed) => {
    expect(gateOf(old, now, change)).toMatchObject({ ok: true, needed });
  });

  it.each([
    ['1.4.2', '1.5.0', 'major', '2.0.0'],
    ['1.4.2', '1.4.3', 'minor', '1.5.0'],
    ['1.4.2', '1.4.2', 'patch', '1.4.3'],
    ['1.4.2', '1.4.1', 'nothing', '1.4.2'],
    ['1.10.0', '1.9.0', 'minor', '1.11.0'],
    ['0.4.2', '0.4.3', 'major', '0.5.0'],
    ['0.4.2', '0.4.2', 'minor', '0.4.3'],
    ['0.0.2', '0.0.3', 'major', '0.1.0'],
    ['1.4.2', '1.5.0-rc.1', 'major', '2.0.0'],
    ['2.0.0-rc.2', '2.0.0-rc.2', 'major', '2.0.0'],
    ['2.0.0-rc.2', '2.0.0-rc.1', 'patch', '2.0.0'],
    ['2.0.0-rc.10', '2.0.0-rc.9', 'minor', '2.0.0'],
    ['2.0.0', '2.0.0-rc.3', 'nothing', '2.0.0'],
    // Build metadata makes no later version.
    ['1.4.2+1', '1.4.2+2', 'patch', '1.4.3'],
  ] as const)('refuses to let %s become %s with a change that is %s', (old, now, change, needed) => {
    expect(gateOf(old, now, change)).toMatchObject({ ok: false, needed });
  });

  it('says by how much, and for which change', () => {
    expect(gateOf('0.4.2', '0.4.3', 'major').message).toBe(
      '0.4.3 is too low after 0.4.2: a major change needs at least 0.5.0. getCell at /capabilities/0: The tool needs the capability "dom:read".',
    );
    expect(gateOf('2.0.0-rc.1', '2.0.0-rc.1', 'major').message).toBe(
      '2.0.0-rc.1 is too low after 2.0.0-rc.1: a major change needs a later version, such as 2.0.0. getCell at /capabilities/0: The tool needs the capability "dom:read".',
    );
    expect(gateOf('1.4.2', '1.4.1', 'nothing').message).toBe(
      '1.4.1 is too low after 1.4.2: versions only rise.',
    );
    expect(gateOf('1.4.2', '1.5.0', 'minor').message).toBe(
      '1.5.0 is enough after 1.4.2, with minor changes.',
    );
  });

  it('lets no tool go that was not deprecated, whatever the version', () => {
    const other = { ...TOOL, name: 'listSheets', inputSchema: { type: 'object' } } as const;
    const now = release('2.0.0-rc.1', other);
    expect(gate(release('1.0.0', other, TOOL), now)).toMatchObject({ ok: false, needed: '2.0.0' });
    expect(gate(release('1.0.0', other, { ...TOOL, deprecated: true }), now)).toMatchObject({ ok: true });
  });

  it('counts an undecided change as major until its reason is recorded, for that tool and path', () => {
    const accepted = {
      tool: 'getCell',
      path: '/inputSchema/properties/cell',
      reason: 'It is the same pattern.',
    };
    expect(gateOf('1.4.2', '1.5.0', 'undecided')).toMatchObject({ ok: false, needed: '2.0.0' });
    const result = gateOf('1.4.2', '1.5.0', 'undecided', { accepted: [accepted] });
    expect(result).toMatchObject({ ok: true, needed: '1.5.0' });
    expect(result.findings).toMatchObject([
      { id: 'undecided', level: 'allow', reason: 'Accepted by the maintainer: It is the same pattern.' },
    ]);
    for (const other of [{ tool: 'setCell' }, { path: '/inputSchema' }])
      expect(gateOf('1.4.2', '1.5.0', 'undecided', { accepted: [{ ...accepted, ...other }] }).ok).toBe(false);
  });

  it('accepts no change that is proven to break callers', () => {
    const accepted = [{ tool: 'getCell', path: '/capabilities', reason: 'Nobody calls it.' }];
    expect(gateOf('1.4.2', '1.5.0', 'major', { accepted }).ok).toBe(false);
  });
});
