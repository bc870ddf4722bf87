import { readFileSync } from 'node:fs';
import type { Manifest } from '@btcp/core';
import { expect, it } from 'vitest';

const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const manifest: Manifest = read('../generated/manifest.json');

// With each tool, what the documents that describe it leave open.
it.each([
  ['getCellValue', []],
  ['exportTableToClipboard', []],
  ['updateSpreadsheetCell', ['capabilities', 'examples', 'inputSchema', 'outputSchema', 'tags']],
])('%s is published as described', (name, own) => {
  const golden = read(`goldens/${name}.json`);
  const tool: Record<string, unknown> = { ...manifest.tools.find((candidate) => candidate.name === name) };
  // The build's own mark, which no document describes.
  delete tool['capabilitiesVerified'];
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
