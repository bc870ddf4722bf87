import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import manifest from '../generated/manifest.json' with { type: 'json' };

// With each tool, what the documents that describe it leave open.
it.each([
  ['getCellValue', []],
  ['exportTableToClipboard', []],
  ['updateSpreadsheetCell', ['capabilities', 'examples', 'inputSchema', 'outputSchema', 'tags']],
])('%s is published as described', (name, own) => {
  const golden = JSON.parse(readFileSync(new URL(`goldens/${name}.json`, import.meta.url), 'utf8'));
  const tool: Record<string, unknown> = { ...manifest.tools.find((candidate) => candidate.name === name) };
  for (const key of Object.keys(golden)) expect.soft(tool[key], key).toEqual(golden[key]);
  expect(
    Object.keys(tool)
      .filter((key) => !Object.hasOwn(golden, key))
      .sort(),
  ).toEqual(own);
});

it('capabilities are those of the tools', () => {
  expect(manifest.capabilities).toEqual(['clipboard:write', 'dom:read', 'dom:write']);
});
