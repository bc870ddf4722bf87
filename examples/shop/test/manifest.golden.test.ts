import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import manifest from '../generated/manifest.json' with { type: 'json' };

const published = (name: string): Record<string, unknown> => ({
  ...manifest.tools.find((tool) => tool.name === name),
});
const described = (name: string) =>
  JSON.parse(readFileSync(new URL(`goldens/${name}.json`, import.meta.url), 'utf8'));

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
