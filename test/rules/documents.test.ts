import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runRules, runToolDocument } from '@btcp/schema/check';
import { DOCUMENT_DIAGNOSTICS } from './documents/expected-diagnostics.ts';

const FOLDER = new URL('documents/', import.meta.url);
const FILES = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));

/** Fields that a document with only a part of a tool lacks. */
const DEFAULTS = {
  name: 'convertUnits',
  description: 'Converts a measure from one unit to another one.',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  capabilities: [],
};
const MANIFEST = {
  btcp: '1.0',
  name: 'unit-tools',
  version: '1.0.0',
  description: 'Tools for measures.',
  tools: [DEFAULTS],
  capabilities: [],
};

type Json = Readonly<Record<string, unknown>>;

const read = (file: string): Json => JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Json;

function findIn(document: Json): readonly string[] {
  const isPart = !('name' in document) || 'inputSchema' in document;
  const tool = isPart ? { ...DEFAULTS, ...document } : document;
  const diagnostics = 'tools' in document ? runRules(document) : runToolDocument(tool);
  return diagnostics.map(({ id, path }) => `${id} ${path}`.trimEnd()).sort();
}

// Of what the protocol and other projects publish, as they publish it.
it.each(FILES)('reports the mistakes in %s', (file) => {
  expect(findIn(read(file))).toEqual([...(DOCUMENT_DIAGNOSTICS[file.replace('.json', '')] ?? [])].sort());
});

it('finds more in a tool once its fields have the names of the protocol', () => {
  const { parameters, ...tool } = read('ikigai-file-edit.json');
  expect(findIn({ ...tool, inputSchema: parameters, capabilities: [] })).toEqual(
    [...(DOCUMENT_DIAGNOSTICS['ikigai-file-edit renamed'] ?? [])].sort(),
  );
});

it('names the capabilities that begin as one that there is not', () => {
  const [found] = runToolDocument({ ...DEFAULTS, capabilities: ['network:fetch'] });
  expect(found?.help).toBe(
    'Write "network:fetch:same-origin" or "network:fetch:cross-origin". If it is a capability of your own, give it a category that the protocol does not have.',
  );
});

// Where these documents contradict each other, and one of them is right.
describe('where the documents contradict each other', () => {
  it.each<[string, Json, readonly string[]]>([
    ['a wildcard', { capabilities: ['dom:*'] }, ['capability-wildcard /capabilities/0']],
    [
      'capabilities of one client alone',
      { capabilities: ['dom:interact', 'code:execute', 'browser:execute'] },
      [0, 1, 2].map((index) => `capability-unknown /capabilities/${index}`),
    ],
    [
      'capabilities that the published pattern forgot',
      { capabilities: ['geolocation', 'notifications'] },
      [],
    ],
    ['a name with a dot', { name: 'units.convert' }, ['tool-invalid /name']],
    ['a name in kebab-case', { name: 'convert-units' }, ['tool-invalid /name']],
    ['a name in snake_case', { name: 'convert_units' }, ['name-not-camel-case /name']],
    ['an input schema that is no object', { inputSchema: true }, ['tool-invalid /inputSchema']],
    ['an input that is a text', { inputSchema: { type: 'string' } }, ['tool-invalid /inputSchema']],
    ['a timeout in seconds', { timeout: 30 }, ['tool-invalid /timeout']],
    [
      'a type of another language',
      {
        inputSchema: {
          ...DEFAULTS.inputSchema,
          properties: { at: { type: 'datetime', description: 'When.' } },
        },
      },
      ['schema-invalid /inputSchema/properties/at/type'],
    ],
    [
      'a required property that is not there',
      { inputSchema: { ...DEFAULTS.inputSchema, required: ['unit'] } },
      ['required-unknown /inputSchema/required/0'],
    ],
  ])('%s', (_, tool, found) => {
    expect(findIn({ ...DEFAULTS, ...tool })).toEqual(found);
  });

  it.each<[string, Json, readonly string[]]>([
    ['no description', { description: undefined }, ['manifest-without-description']],
    ['more than a version', { version: '1.2.3garbage' }, ['manifest-version-invalid /version']],
    [
      'a capability that no tool needs',
      { capabilities: ['dom:read'] },
      ['manifest-capability-extra /capabilities/0'],
    ],
    [
      'a capability that is missing',
      { tools: [{ ...DEFAULTS, capabilities: ['dom:read'] }] },
      ['manifest-capability-missing /capabilities'],
    ],
    ['two tools of one name', { tools: [DEFAULTS, DEFAULTS] }, ['tool-duplicate-name /tools/1/name']],
  ])('a manifest with %s', (_, patch, found) => {
    const manifest = JSON.parse(JSON.stringify({ ...MANIFEST, ...patch })) as Json;
    expect(findIn(manifest)).toEqual(found);
  });
});
