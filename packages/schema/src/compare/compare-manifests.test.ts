import type { ManifestTool } from '@btcp/core';
import { describe, expect, it } from 'vitest';
import { compileSchema } from '../compile/compile-schema.ts';
import { compareManifests, type ManifestComparison } from './compare-manifests.ts';
import { LABELLED_PAIRS, LABELLED_SCHEMAS, LABELLED_TOOLS } from './fixtures/labelled-changes.ts';
import { CHANGE_RULES } from './rules.ts';

const TOOL: ManifestTool = {
  name: 'getCell',
  description: 'Returns a cell.',
  inputSchema: { type: 'object', properties: { cell: { type: 'string' } }, additionalProperties: false },
  capabilities: ['dom:read'],
};

const manifest = (...tools: readonly (object | undefined)[]) => ({
  tools: tools.filter((tool) => tool !== undefined).map((tool) => ({ ...TOOL, ...tool })),
});

const schemas = (where: 'input' | 'output', old: object, now: object, strict = false): ManifestComparison =>
  compareManifests(manifest({ [`${where}Schema`]: old }), manifest({ [`${where}Schema`]: now }), { strict });

const idsOf = ({ findings }: ManifestComparison) => findings.map(({ id, path }) => `${id} ${path}`);

describe('compareManifests, of labelled pairs', () => {
  it.each(Object.entries(LABELLED_PAIRS))('%s', (_, { where, old, now, verdict }) => {
    const { bump, findings } = schemas(where, old, now, true);
    expect(bump === 'major').toBe(verdict === 'breaking');
    for (const { witness, path } of findings.filter((each) => each.bump === 'major')) {
      const [given, wanted] = where === 'input' ? [old, now] : [now, old];
      expect(compileSchema(given as object & { readonly [key: string]: unknown })(witness).ok, path).toBe(
        true,
      );
      expect(compileSchema(wanted as object & { readonly [key: string]: unknown })(witness).ok, path).toBe(
        false,
      );
    }
  });
});

describe('compareManifests, of one change under each rule', () => {
  it('has an example of every rule', () => {
    const labelled = new Set([...LABELLED_SCHEMAS, ...LABELLED_TOOLS].map(({ id }) => id));
    expect(Object.keys(CHANGE_RULES).filter((id) => !labelled.has(id as 'undecided'))).toEqual([]);
  });

  it.each(LABELLED_SCHEMAS)(
    '$id, in an $where',
    ({ id, bump, level, strictBump = bump, where, old, now }) => {
      const found = schemas(where, old, now);
      expect(found.findings).toMatchObject([{ id, bump, level, tool: 'getCell' }]);
      expect(found.bump).toBe(bump);
      expect(schemas(where, old, now, true).bump).toBe(strictBump);
    },
  );

  it.each(LABELLED_TOOLS)('$id', ({ id, bump, level, old, now }) => {
    const found = compareManifests(manifest(old), manifest(now));
    expect(found.findings.map((each) => each.id)).toContain(id);
    expect(found.findings).toContainEqual(expect.objectContaining({ id, bump, level }));
    expect(found.bump).toBe(bump);
  });
});
