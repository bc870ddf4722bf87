import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import type { Manifest } from '@btcp/core';

const read = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(read('packages/schema/schemas/tool.json') as object);
const accepts = ajv.compile<Manifest>(read('packages/schema/schemas/manifest.json') as object);

describe.each(['office', 'quickstart', 'shop', 'spreadsheet'])('the manifest of %s', (story) => {
  const manifest = read(`examples/${story}/generated/manifest.json`);

  it('is valid against the published meta-schemas', () => {
    accepts(manifest);
    expect(accepts.errors).toBeNull();
  });

  it('declares exactly the capabilities that its tools need, and has its tools in the order of their names', () => {
    if (!accepts(manifest)) throw new Error('The manifest is not valid.');
    const needed = manifest.tools.flatMap((tool) => tool.capabilities);
    expect(manifest.capabilities).toEqual([...new Set(needed)].sort());
    const names = manifest.tools.map((tool) => tool.name);
    expect(names).toEqual([...names].sort());
  });
});

it('refuses an invalid manifest', () => {
  expect(accepts({ btcp: '1.0', name: 'x', version: '1.0.0', tools: [], capabilities: [] })).toBe(false);
});
