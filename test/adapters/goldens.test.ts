import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportTools, type Target } from '@btcp/adapters';
import { STRICT_TARGETS, TARGETS } from '@btcp/adapters/formats';
import type { ManifestTool } from '@btcp/core';
import { describe, expect, it } from 'vitest';

/** Three tools in each target's form, written by hand and checked with the targets' own software. */
const GOLDENS = join(import.meta.dirname, 'goldens');

interface Golden {
  readonly output: unknown;
  readonly options?: { readonly namespace: string; readonly version: string };
  readonly warnings: readonly unknown[];
}

const read = (folder: string, file: string): unknown =>
  JSON.parse(readFileSync(join(GOLDENS, folder, file), 'utf8'));

const folders = readdirSync(GOLDENS).filter((folder) => folder !== 'btcp');

function targetOf(folder: string): { readonly target: Target; readonly strict: boolean } {
  const target = TARGETS.find((each) => folder === each || folder === `${each}-strict`);
  if (target === undefined) throw new Error(`no target for ${folder}`);
  return { target, strict: folder.endsWith('-strict') };
}

describe.each(folders)('%s', (folder) => {
  it.each(readdirSync(join(GOLDENS, folder)))('%s', (file) => {
    // The build's meta-schema accepts this file.
    const tool = { ...(read('btcp', file) as ManifestTool), capabilitiesVerified: true };
    const golden = read(folder, file) as Golden;
    const { tools, warnings, refused } = exportTools([tool], { ...targetOf(folder), ...golden.options });
    expect(JSON.stringify(tools[0], null, 2)).toBe(JSON.stringify(golden.output, null, 2));
    expect(warnings).toEqual(golden.warnings.map((warning) => ({ tool: tool.name, ...(warning as object) })));
    expect(refused).toEqual([]);
  });
});

it('has goldens for every target', () => {
  const strict = STRICT_TARGETS.map((target) => `${target}-strict`);
  expect([...folders].sort()).toEqual([...TARGETS, ...strict].sort());
});
