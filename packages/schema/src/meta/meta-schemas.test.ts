import { readFileSync } from 'node:fs';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONFIG_FIELDS, MANIFEST_FIELDS, PROVIDER_FIELDS, TOOL_FIELDS } from './fields.ts';
import { findManifestIssues } from './find-manifest-issues.ts';
import { findToolIssues } from './find-tool-issues.ts';
import { TOOL_STRINGS, MANIFEST_STRINGS, TIMEOUT } from './limits.ts';

interface MetaSchema {
  readonly $id: string;
  readonly properties: Readonly<Record<string, { readonly properties?: object }>>;
}
const read = (name: string): MetaSchema =>
  JSON.parse(readFileSync(new URL(`../../schemas/${name}.json`, import.meta.url), 'utf8')) as MetaSchema;
const [ToolSchema, ManifestSchema] = [read('tool'), read('manifest')];

const RUNS = { seed: 20_240_602, numRuns: 1500 };
const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

// The protocol's own meta-schema of a tool: its keywords, without titles and descriptions.
const PROTOCOL_TOOL = {
  $schema: DIALECT,
  type: 'object',
  required: ['name', 'description', 'inputSchema', 'capabilities'],
  properties: {
    name: { type: 'string', pattern: '^[a-zA-Z][a-zA-Z0-9_]*$', minLength: 1, maxLength: 64 },
    description: { type: 'string', minLength: 10, maxLength: 1000 },
    inputSchema: { $ref: DIALECT },
    outputSchema: { $ref: DIALECT },
    capabilities: { type: 'array', items: { type: 'string', pattern: '^[a-z]+:[a-z]+(:[a-z-]+)?$' } },
    examples: { type: 'array', items: { $ref: '#/$defs/Example' } },
    deprecated: { type: 'boolean', default: false },
    deprecationMessage: { type: 'string' },
    tags: { type: 'array', items: { type: 'string' } },
    timeout: { type: 'integer', minimum: 1000, maximum: 300000 },
  },
  $defs: {
    Example: {
      type: 'object',
      properties: { description: { type: 'string' }, input: { type: 'object' }, output: {} },
      required: ['input'],
    },
  },
};

// The protocol describes a manifest in tables: these are their rows. `description` is required in the guide and
// optional in the reference; optional is what readers must accept.
const PROTOCOL_MANIFEST = {
  $schema: DIALECT,
  type: 'object',
  required: ['btcp', 'name', 'version', 'tools', 'capabilities'],
  properties: {
    btcp: { type: 'string', pattern: '^[0-9]+\\.[0-9]+$' },
    name: { type: 'string', pattern: '^[a-z][a-z0-9-]*$', minLength: 1, maxLength: 64 },
    version: { type: 'string', pattern: '^[0-9]+\\.[0-9]+\\.[0-9]+' },
    description: { type: 'string', maxLength: 500 },
    provider: {
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string', maxLength: 100 },
        url: { type: 'string', format: 'uri' },
        contact: { type: 'string', format: 'email' },
        icon: { type: 'string', format: 'uri' },
      },
    },
    tools: { type: 'array', minItems: 1, items: PROTOCOL_TOOL },
    capabilities: { type: 'array', items: { type: 'string', pattern: '^[a-z]+:[a-z]+(:[a-z-]+)?$' } },
    config: {
      type: 'object',
      properties: {
        timeout: { type: 'integer', minimum: 1000, maximum: 300000 },
        sandbox: { enum: ['worker', 'iframe', 'ses', 'wasm'] },
        maxConcurrent: { type: 'integer', minimum: 1, maximum: 10 },
      },
    },
  },
};
// In a manifest, the tool's own `#/$defs/Example` is found below the manifest's root.
Object.assign(PROTOCOL_MANIFEST, { $defs: PROTOCOL_TOOL.$defs });

function compile(schema: object, ...others: object[]): (value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false });
  // The package is CommonJS, so Node's types see its namespace here.
  (addFormats as unknown as (instance: Ajv2020) => void)(ajv);
  for (const other of others) ajv.addSchema(other);
  return ajv.compile(schema);
}

// ajv keeps a dialect that is declared inside another schema for a resource of its own.
const withoutDialect = ({ $schema: _, ...rest }: typeof PROTOCOL_TOOL) => rest;
const protocolTool = compile(PROTOCOL_TOOL);
const protocolManifest = compile({
  ...PROTOCOL_MANIFEST,
  properties: {
    ...PROTOCOL_MANIFEST.properties,
    tools: { type: 'array', minItems: 1, items: withoutDialect(PROTOCOL_TOOL) },
  },
});
const published = { tool: compile(ToolSchema), manifest: compile(ManifestSchema, ToolSchema) };

const TOOL = {
  name: 'getCell',
  description: 'Returns a cell.',
  inputSchema: { type: 'object', properties: { cell: { type: 'string' } } },
  outputSchema: { type: 'string' },
  capabilities: ['dom:read'],
  examples: [{ description: 'The first cell.', input: { cell: 'A1' }, output: '1' }],
  deprecated: true,
  deprecationMessage: 'Use getCells.',
  tags: ['cells'],
  timeout: 1000,
};

const MANIFEST = {
  btcp: '1.0',
  name: 'sheet-tools',
  version: '1.0.0',
  description: 'Tools for a sheet.',
  provider: {
    name: 'Example',
    url: 'https://example.com',
    contact: 'help@example.com',
    icon: 'https://example.com/icon.svg',
  },
  tools: [TOOL],
  capabilities: ['dom:read'],
  config: { timeout: 30000, sandbox: 'worker', maxConcurrent: 3 },
};

/** Replacements of a part: valid in some places, invalid in others. */
const REPLACEMENTS: readonly unknown[] = [
  [
    '',
    'a',
    'getCell',
    'get-cell',
    '9lives',
    'x'.repeat(65),
    'x'.repeat(500),
    'x'.repeat(501),
    'x'.repeat(1001),
  ],
  ['😀'.repeat(10), '😀'.repeat(5), '1.0', '1.2.3', '1.2.3-rc.1+b', '1.2.3garbage', '01.2.3', 'v1.2.3'],
  ['dom:read', 'dom:write', 'my:own', 'dom:*', 'geolocation', 'notifications', 'network:fetch:same-origin'],
  [
    'worker',
    'shell',
    'https://example.com/x y',
    'example.com',
    'mailto:a@example.com',
    'a@b',
    'a@example.com',
  ],
  [true, false, null, 0, 1, 3, 10, 11, 1.5, 999, 1000, 300_000, 300_001],
  [
    [],
    [1],
    ['a', 'a'],
    ['dom:read', 'dom:read'],
    ['geolocation'],
    {},
    { type: 'object' },
    { type: 'string' },
  ],
  [{ type: 'objekt' }, { type: 'object', anyOf: [{}] }, { type: 'object', allOf: [] }, { input: {} }],
  [{ type: 'object', properties: { a: { $ref: '#/$defs/Gone' } } }, { pattern: '(' }, { minLength: -1 }],
  [TOOL, [TOOL, TOOL], [{ ...TOOL, name: 'other' }]],
].flat();

type Edit = readonly [choice: number, replacement: unknown];

/** Every place in a JSON value, outermost first. */
function placesIn(value: unknown): { holder: Record<string, unknown>; key: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  // Arrays are edited by index like objects.
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesIn(holder[key])]);
}

function mutate<T>(original: T, edits: readonly Edit[]): T {
  const copy = structuredClone(original);
  for (const [choice, replacement] of edits) {
    const places = placesIn(copy);
    const place = places[choice % places.length];
    if (place === undefined) continue;
    if (replacement === undefined && !Array.isArray(place.holder)) delete place.holder[place.key];
    else place.holder[place.key] = structuredClone(replacement ?? null);
  }
  return copy;
}

const edit = fc.tuple(
  fc.nat(),
  fc.oneof(fc.constantFrom(undefined, ...REPLACEMENTS), fc.jsonValue({ maxDepth: 2 })),
);
const tools = fc.array(edit, { maxLength: 3 }).map((edits) => mutate(TOOL, edits));
const manifests = fc.array(edit, { maxLength: 3 }).map((edits) => mutate(MANIFEST, edits));

/** Replaces the two reserved words in capabilities by one that the protocol's pattern allows. */
function withoutReserved<T>(holder: T): T {
  if (typeof holder !== 'object' || holder === null || Array.isArray(holder)) return holder;
  const { capabilities, tools: inner } = holder as { capabilities?: unknown; tools?: unknown };
  return {
    ...holder,
    ...(Array.isArray(capabilities) && {
      capabilities: capabilities.map((each: unknown) =>
        each === 'geolocation' || each === 'notifications' ? 'dom:read' : each,
      ),
    }),
    ...(Array.isArray(inner) && { tools: inner.map(withoutReserved) }),
  };
}

function issuesOf(manifest: unknown) {
  const { tools: listed } = (manifest ?? {}) as { readonly tools?: unknown };
  return [...findManifestIssues(manifest), ...(Array.isArray(listed) ? listed.flatMap(findToolIssues) : [])];
}

const errorsOf = (manifest: unknown) => issuesOf(manifest).filter(({ severity }) => severity === 'error');

describe('the published meta-schemas', () => {
  it('have the limits that a build checks', () => {
    expect(ToolSchema.properties).toMatchObject({ ...TOOL_STRINGS, timeout: TIMEOUT });
    expect(ManifestSchema.properties).toMatchObject(MANIFEST_STRINGS);
  });

  it('state no level for `sandbox` by default, since tools without one run in the page itself', () => {
    expect(ManifestSchema).toHaveProperty('properties.config.properties.sandbox', {
      type: 'string',
      enum: ['worker', 'iframe', 'ses', 'wasm'],
      description: 'How the tools are confined. Without it they are not: they run in the page itself.',
    });
  });

  it('have the URIs of the protocol', () => {
    expect(ToolSchema.$id).toBe('https://btcp.dev/schemas/tool.json');
    expect(ManifestSchema.$id).toBe('https://btcp.dev/schemas/manifest.json');
  });

  it("accept the same tools as the protocol's, but for the reserved capabilities", () => {
    const seen = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(tools, (tool) => {
        const verdict = protocolTool(withoutReserved(tool));
        seen[verdict ? 'accepted' : 'refused']++;
        expect(published.tool(tool)).toBe(verdict);
      }),
      RUNS,
    );
    expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(200);
  });

  it("accept the same manifests as the protocol's, but for the reserved capabilities", () => {
    const seen = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(manifests, (manifest) => {
        const verdict = protocolManifest(withoutReserved(manifest));
        seen[verdict ? 'accepted' : 'refused']++;
        expect(published.manifest(manifest)).toBe(verdict);
      }),
      RUNS,
    );
    expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(200);
  });
});

/** Every difference between the three: the protocol's meta-schema, ours, and what a build requires. */
const DIFFERENCES: readonly {
  readonly rule: string;
  readonly example: Readonly<Record<string, unknown>>;
  readonly protocol: boolean;
  readonly published: boolean;
  readonly build: 'built' | 'warns' | 'refused';
}[] = [
  {
    rule: 'reserved-capability',
    example: { capabilities: ['geolocation'], tools: [{ ...TOOL, capabilities: ['geolocation'] }] },
    protocol: false,
    published: true,
    build: 'built',
  },
  {
    rule: 'full-version',
    example: { version: '1.2.3garbage' },
    protocol: true,
    published: true,
    build: 'refused',
  },
  {
    rule: 'object-input',
    example: { tools: [{ ...TOOL, inputSchema: { type: 'object', anyOf: [{ required: ['a'] }] } }] },
    protocol: true,
    published: true,
    build: 'refused',
  },
  {
    rule: '$ref',
    example: {
      tools: [{ ...TOOL, inputSchema: { type: 'object', properties: { a: { $ref: '#/$defs/Gone' } } } }],
    },
    protocol: true,
    published: true,
    build: 'refused',
  },
  {
    rule: 'known-capability',
    example: { capabilities: ['my:own'], tools: [{ ...TOOL, capabilities: ['my:own'] }] },
    protocol: true,
    published: true,
    build: 'warns',
  },
];

describe('a build asks for more than a reader', () => {
  it.each(DIFFERENCES)('$rule', ({ rule, example, ...expected }) => {
    const manifest = JSON.parse(JSON.stringify({ ...MANIFEST, ...example })) as unknown;
    expect(protocolManifest(manifest)).toBe(expected.protocol);
    expect(published.manifest(manifest)).toBe(expected.published);
    const found = new Set(issuesOf(manifest).map(({ severity, keyword }) => `${severity} ${keyword}`));
    const severity = { built: [], warns: [`warning ${rule}`], refused: [`error ${rule}`] };
    expect([...found]).toEqual(severity[expected.build]);
  });

  it('accepts nothing that a reader refuses, and refuses only for these reasons', () => {
    const reasons = new Set(DIFFERENCES.map(({ rule }) => rule));
    const seen = { built: 0, refused: 0 };
    fc.assert(
      fc.property(manifests, (manifest) => {
        const errors = errorsOf(manifest);
        seen[errors.length === 0 ? 'built' : 'refused']++;
        const isAccepted = published.manifest(manifest);
        expect(errors.length > 0 || isAccepted).toBe(true);
        const others = issuesOf(manifest).filter(({ keyword }) => !reasons.has(keyword));
        expect(isAccepted ? others : []).toEqual([]);
      }),
      RUNS,
    );
    expect(Math.min(seen.built, seen.refused)).toBeGreaterThan(150);
  });
});

describe('the lists of fields', () => {
  const { provider, config } = ManifestSchema.properties;

  it.each([
    [
      'a tool',
      TOOL_FIELDS,
      Object.keys(ToolSchema.properties).filter((field) => field !== 'capabilitiesVerified'),
    ],
    ['a manifest', MANIFEST_FIELDS, Object.keys(ManifestSchema.properties)],
    ['a provider', PROVIDER_FIELDS, Object.keys(provider?.properties ?? {})],
    ['a config', CONFIG_FIELDS, Object.keys(config?.properties ?? {})],
  ])('name those of %s in order', (_, listed, published) => {
    expect(listed).toEqual(published);
  });
});
