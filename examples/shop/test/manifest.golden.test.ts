import { readFileSync } from 'node:fs';
import type { Manifest } from '@btcp/core';
import { expect, it } from 'vitest';

const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const manifest: Manifest = read('../generated/manifest.json');

// The mark is the build's own, and no document describes it.
const published = (name: string): Record<string, unknown> => ({
  ...manifest.tools.find((tool) => tool.name === name),
  capabilitiesVerified: undefined,
});
const described = (name: string) => read(`goldens/${name}.json`);

it.each(['getPageTitle', 'fillFormField', 'getPageContent'])('%s is published as described', (name) => {
  expect(published(name)).toEqual(described(name));
});

it('searchProducts is published as described, apart from the outputs of its examples, which leave out the results', () => {
  const { name, description, examples } = published('searchProducts');
  const inputs = (examples as { description: string; input: unknown }[]).map((example) => ({
    description: example.description,
    input: example.input,
  }));
  expect({ name, description, examples: inputs }).toEqual(described('searchProducts'));
});

it('capabilities are those of the tools', () => {
  expect(manifest.capabilities).toEqual(['dom:read', 'dom:write']);
});
