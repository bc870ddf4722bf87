import type { Issue } from '@btcp/core';
import { CAPABILITY_PATTERN } from '@btcp/core/internal';
import { describe, expect, it } from 'vitest';
import { anyTool, manifestOf } from '../../test/clients.ts';
import * as checks from './check-manifest.ts';

const checkManifest = (value: unknown): readonly Issue[] => checks.checkManifest(value, CAPABILITY_PATTERN);

const FULL = {
  btcp: '1.0',
  name: 'shop-tools',
  version: '1.2.3-beta.1',
  description: 'Tools of the shop.',
  provider: {
    name: 'Shop',
    url: 'https://example.com',
    contact: 'help@example.com',
    icon: 'data:image/png;base64,A',
  },
  tools: [
    {
      name: 'findItem',
      description: 'Finds an item of the shop by its id.',
      inputSchema: { type: 'object', properties: { anyOf: { type: 'string' } } },
      outputSchema: { anyOf: [{ type: 'object' }, { type: 'null' }] },
      capabilities: ['dom:read', 'geolocation', 'network:fetch:same-origin'],
      examples: [{ description: 'One', input: { id: 1 }, output: null, note: 'extra' }, { input: {} }],
      deprecated: true,
      deprecationMessage: 'Use findItems instead.',
      tags: ['', 'shop'],
      timeout: 300_000,
      extra: true,
    },
  ],
  capabilities: ['dom:read', 'geolocation', 'network:fetch:same-origin', 'clipboard:read'],
  config: { timeout: 1000, sandbox: 'worker', maxConcurrent: 10 },
  extra: true,
};

/** The full manifest with the value at a path replaced, or removed. */
function changed(path: string, value: unknown): unknown {
  const manifest: unknown = structuredClone(FULL);
  const keys = path.split('/').slice(1);
  const last = keys.pop() as string;
  const parent = keys.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], manifest);
  if (value === undefined) delete (parent as Record<string, unknown>)[last];
  else (parent as Record<string, unknown>)[last] = value;
  return manifest;
}

describe('checkManifest', () => {
  it('accepts a manifest with every field, and one with no optional field', () => {
    expect(checkManifest(FULL)).toEqual([]);
    expect(checkManifest(manifestOf([anyTool('a')]))).toEqual([]);
  });

  it.each<[path: string, ...wrong: unknown[]]>([
    ['/btcp', '1', 1, '1.0.0', ''],
    ['/name', '', 'Shop', '1shop', 'shop_tools', 'a'.repeat(65), null],
    ['/version', '1.2', 'v1.2.3', 1, `1.2.3-${'x'.repeat(59)}`],
    ['/description', 'x'.repeat(501), 5, null],
    ['/provider', null, 'Shop', []],
    ['/provider/name', 'x'.repeat(101), 5],
    ['/provider/url', 'example.com', 'https://exa mple.com'],
    ['/provider/contact', 'nobody'],
    ['/provider/icon', ''],
    ['/tools', {}, null, []],
    ['/tools/0', null, 'findItem', []],
    ['/tools/0/name', '', 'find-item', '_find', '1', 'a'.repeat(65), '__proto__', 'naïve', 'find\n'],
    ['/tools/0/description', 'Too short', 'x'.repeat(1001), null],
    ['/tools/0/inputSchema', true, null, []],
    ['/tools/0/inputSchema/type', 'string', ['object'], 'objects'],
    ['/tools/0/inputSchema/anyOf', []],
    ['/tools/0/inputSchema/oneOf', [{}]],
    ['/tools/0/outputSchema', true, null],
    ['/tools/0/capabilities', null, 'dom:read'],
    ['/tools/0/capabilities/1', 'dom', 'dom:*', 'DOM:read', `a:${'b'.repeat(63)}`, 5, null],
    ['/tools/0/examples', {}],
    ['/tools/0/examples/0', null],
    ['/tools/0/examples/0/description', 5],
    ['/tools/0/examples/0/input', [], null, 'x'],
    ['/tools/0/deprecated', 'true', 0],
    ['/tools/0/capabilitiesVerified', 'true', 0],
    ['/tools/0/deprecationMessage', true],
    ['/tools/0/tags', 'shop'],
    ['/tools/0/tags/1', 5],
    ['/tools/0/timeout', 999, 300_001, 1500.5, '5000'],
    ['/capabilities', null, {}],
    ['/capabilities/3', 'x'],
    ['/config', []],
    ['/config/timeout', 999],
    ['/config/sandbox', 'docker'],
    ['/config/maxConcurrent', 0, 11, 1.5],
  ])('reports what is wrong at %s', (path, ...wrong) => {
    for (const value of wrong)
      expect(checkManifest(changed(path, value)).map((issue) => issue.path)).toEqual([path]);
  });

  it.each([
    ['', 'btcp'],
    ['', 'name'],
    ['', 'version'],
    ['', 'tools'],
    ['', 'capabilities'],
    ['/provider', 'name'],
    ['/tools/0', 'name'],
    ['/tools/0', 'description'],
    ['/tools/0', 'inputSchema'],
    ['/tools/0', 'capabilities'],
    ['/tools/0/inputSchema', 'type'],
    ['/tools/0/examples/0', 'input'],
  ])('reports that %s has no %s', (path, key) => {
    expect(checkManifest(changed(`${path}/${key}`, undefined))).toEqual([
      { path, keyword: 'required', message: `${path || 'the manifest'} must have \`${key}\`` },
    ]);
  });

  it.each([
    '/description',
    '/provider',
    '/config',
    '/tools/0/outputSchema',
    '/tools/0/examples',
    '/tools/0/timeout',
  ])('does without %s', (path) => {
    expect(checkManifest(changed(path, undefined))).toEqual([]);
  });

  it('counts characters, not UTF-16 units', () => {
    expect(checkManifest(changed('/tools/0/description', '🛒'.repeat(1000)))).toEqual([]);
    expect(checkManifest(changed('/tools/0/description', '🛒'.repeat(9)))).toHaveLength(1);
  });

  it.each([[null], [undefined], [5], ['x'], [[]]])('refuses %j', (value) => {
    expect(checkManifest(value).map(({ message }) => message)).toEqual(['the manifest must be an object']);
  });

  it('reports the requirement and the actual value of every problem', () => {
    const wrong = {
      ...FULL,
      name: 'Shop',
      tools: [{ ...FULL.tools[0], timeout: 5 }],
      config: { sandbox: 'vm' },
    };
    expect(checkManifest(wrong).map(({ message }) => message)).toEqual([
      '/name must be text like /^[a-z][a-z\\d-]{0,63}$/; got "Shop"',
      '/tools/0/timeout must be an integer from 1000 to 300000; got 5',
      '/config/sandbox must be text like /^(worker|iframe|ses|wasm)$/; got "vm"',
    ]);
  });

  it('reports duplicate names and undeclared capabilities', () => {
    const read = { capabilities: ['dom:read', 'clipboard:read'] };
    const manifest = manifestOf([anyTool('a'), anyTool('b', read), anyTool('a')], {
      capabilities: ['dom:read'],
    });
    expect(checkManifest(manifest)).toEqual([
      {
        path: '/capabilities',
        keyword: 'contains',
        message: '/capabilities must have clipboard:read, as b needs it',
      },
      { path: '/tools/2/name', keyword: 'uniqueItems', message: '/tools/2/name is taken: a' },
    ]);
  });

  it('accepts tools named like members of Object.prototype', () => {
    const names = ['constructor', 'toString', 'hasOwnProperty', 'valueOf'];
    expect(checkManifest(manifestOf(names.map((name) => anyTool(name))))).toEqual([]);
  });
});
