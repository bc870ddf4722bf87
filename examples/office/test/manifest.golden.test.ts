import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import manifest from '../generated/manifest.json' with { type: 'json' };

// What the documents that describe these tools leave open, and the tools here say.
const OWN = ['name', 'description', 'capabilities', 'outputSchema', 'tags'];

it.each([
  ['calculate', [...OWN, 'examples']],
  ['searchFiles', [...OWN, 'examples']],
  ['sendApiRequest', [...OWN, 'timeout']],
  ['queryDatabase', [...OWN, 'examples']],
  ['sendEmail', ['outputSchema']],
  ['file_edit', ['capabilities', 'outputSchema', 'tags']],
])('%s is published as described', (name, own) => {
  const golden = JSON.parse(readFileSync(new URL(`goldens/${name}.json`, import.meta.url), 'utf8'));
  const tool: Record<string, unknown> = { ...manifest.tools.find((candidate) => candidate.name === name) };
  for (const key of Object.keys(golden)) expect.soft(tool[key], key).toEqual(golden[key]);
  expect(
    Object.keys(tool)
      .filter((key) => !Object.hasOwn(golden, key))
      .sort(),
  ).toEqual([...own].sort());
});
