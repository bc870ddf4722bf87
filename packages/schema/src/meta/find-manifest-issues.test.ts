import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findManifestIssues } from './find-manifest-issues.ts';
import { findToolIssues } from './find-tool-issues.ts';

const TOOL = {
  name: 'getCell',
  description: 'Returns a cell.',
  inputSchema: { type: 'object' },
  capabilities: ['dom:read'],
};
const MANIFEST = {
  btcp: '1.0',
  name: 'sheet-tools',
  version: '1.0.0',
  description: 'Tools for a sheet.',
  tools: [TOOL],
  capabilities: ['dom:read'],
};

const inManifest = (change: object) =>
  findManifestIssues({ ...MANIFEST, ...change }).map(({ path, message }) => `${path}: ${message}`);
const inTool = (change: object) =>
  findToolIssues({ ...TOOL, ...change }).map(({ path, message }) => `${path}: ${message}`);

describe('findToolIssues', () => {
  it('accepts a valid tool', () => {
    expect(findToolIssues(TOOL)).toEqual([]);
  });

  it('says what must hold, what was found, and what to do', () => {
    expect(findToolIssues({ ...TOOL, name: 'get-cell' })).toEqual([
      {
        path: '/name',
        keyword: 'pattern',
        message: '`name` must match ^[a-zA-Z][a-zA-Z0-9_]*$; got "get-cell".',
        help: 'Use letters, digits and "_", beginning with a letter, for example "getCellValue".',
        severity: 'error',
      },
    ]);
  });

  it('finds everything in one run', () => {
    expect(
      inTool({
        name: 'x'.repeat(65),
        description: '😀😀😀',
        capabilities: ['dom:*', 'my:own', 7],
        examples: [{ input: [] }, 3, {}],
        capabilitiesVerified: 1,
        deprecated: 'yes',
        tags: [1],
        timeout: 30,
      }),
    ).toEqual([
      '/name: `name` must have 1 to 64 characters; got 65.',
      '/description: `description` must have 10 to 1000 characters; got 3.',
      '/capabilities/0: `capabilities[0]` must match ^(geolocation|notifications|[a-z]+:[a-z]+(:[a-z-]+)?)$; got "dom:*".',
      '/capabilities/1: `capabilities[1]` is "my:own", which is not a capability of the protocol; hosts may not know it.',
      '/capabilities/2: `capabilities[2]` must be a string; got 7.',
      '/capabilitiesVerified: `capabilitiesVerified` must be true or false; got 1.',
      '/examples/0/input: `input` must be an object; got an array.',
      '/examples/1: `examples[1]` must be an object; got 3.',
      '/examples/2: `input` is missing.',
      '/deprecated: `deprecated` must be true or false; got "yes".',
      '/tags/0: `tags[0]` must be a string; got 1.',
      '/timeout: `timeout` must be a whole number from 1000 to 300000; got 30.',
    ]);
  });

  it('bounds what users are shown', () => {
    const [capability, version] = [`mail:${'a'.repeat(60)}`, `1.0.0-${'x'.repeat(59)}`];
    expect(inTool({ capabilities: [capability] })).toEqual([
      '/capabilities/0: `capabilities[0]` must have at most 64 characters; got 65.',
    ]);
    expect(inManifest({ version })).toEqual(['/version: `version` must have at most 64 characters; got 65.']);
  });

  it('requires an object schema without unions at the root', () => {
    expect(inTool({ inputSchema: true })).toEqual([
      '/inputSchema: `inputSchema` must describe an object, with `"type": "object"` at its root.',
    ]);
    expect(inTool({ inputSchema: { type: 'object', oneOf: [{}], not: {} } })).toEqual([
      '/inputSchema: `inputSchema` must not have `oneOf` at its root.',
      '/inputSchema: `inputSchema` must not have `not` at its root.',
    ]);
  });

  it('reads schemas', () => {
    const broken = { type: 'object', properties: { a: { type: 'int' }, b: { $ref: '#/$defs/B' } } };
    expect(inTool({ inputSchema: broken, outputSchema: { $ref: '#/$defs/B' } })).toEqual([
      '/inputSchema/properties/a/type: `type` must be one of array, boolean, integer, null, number, object, string; got "int".',
      '/outputSchema/$ref: The reference "#/$defs/B" names no schema.',
    ]);
  });
});

describe('findManifestIssues', () => {
  it('accepts a valid manifest', () => {
    expect(findManifestIssues(MANIFEST)).toEqual([]);
  });

  it.each(['0.0.0', '1.2.3', '1.2.3-rc.1', '1.2.3-0a.-', '1.2.3+build.01', '10.20.30-a.b+c'])(
    'takes %s for a version',
    (version) => expect(inManifest({ version })).toEqual([]),
  );

  it.each(['1.2', '01.2.3', 'v1.2.3', '1.2.3 ', '1.2.3-', '1.2.3-01', '1.2.3+', '1.2.3garbage', '1.2.3\n'])(
    'does not take %j for a version',
    (version) => {
      expect(inManifest({ version })).toEqual([
        `/version: \`version\` must be a full semantic version; got ${JSON.stringify(version)}.`,
      ]);
    },
  );

  it('checks provider and configuration', () => {
    expect(
      inManifest({
        provider: { url: 'example.com', contact: 'nobody' },
        config: { sandbox: 'shell', maxConcurrent: 11 },
      }),
    ).toEqual([
      '/provider: `name` is missing.',
      '/provider/url: `url` must be a URL with its scheme; got "example.com".',
      '/provider/contact: `contact` must be an email address; got "nobody".',
      '/config/sandbox: `sandbox` must be one of iframe, wasm; got "shell".',
      '/config/maxConcurrent: `maxConcurrent` must be a whole number from 1 to 10; got 11.',
    ]);
  });

  it('treats inherited names as ordinary names', () => {
    const capabilities = ['constructor', '__proto__'];
    expect(inTool({ name: 'constructor' })).toEqual([]);
    expect(inManifest({ capabilities }).length).toBe(2);
    expect(findManifestIssues(Object.create(MANIFEST)).map(({ message }) => message)).toEqual([
      '`btcp` is missing.',
      '`name` is missing.',
      '`version` is missing.',
      '`tools` is missing.',
      '`capabilities` is missing.',
    ]);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (anything) => {
        expect(findManifestIssues(anything)).not.toEqual([]);
        findToolIssues(anything);
        findToolIssues({ ...TOOL, inputSchema: anything });
      }),
      { seed: 5, numRuns: 500 },
    );
  });
});
