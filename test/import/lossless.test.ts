import { exportTools, importTools } from '@btcp/adapters';
import type { ManifestTool } from '@btcp/core';
import { normalizeSchema } from '@btcp/schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../support/runs.ts';
import { schemas, texts } from './arbitrary-schema.ts';

const optional = { requiredKeys: [] };

/** Tools as a build publishes them: their schemas are in normal form. */
const tools: fc.Arbitrary<ManifestTool> = fc
  .record({
    description: texts.map((text) => `Does something: ${text}`),
    properties: fc.dictionary(texts, schemas, { maxKeys: 3, noNullPrototype: true }),
    output: fc.option(schemas, { nil: undefined }),
    capabilities: fc.subarray(['dom:read', 'clipboard:write', 'network:fetch:same-origin']),
    metadata: fc.record(
      {
        examples: fc.constant([{ description: 'One.', input: { a: [1, null] }, output: 2 }]),
        deprecated: fc.boolean(),
        deprecationMessage: fc.constantFrom('Use that.', 'Use [that] instead.'),
        tags: fc.array(fc.constantFrom('a', 'B c'), { minLength: 1 }),
        timeout: fc.integer({ min: 1000, max: 300_000 }),
      },
      optional,
    ),
    mcp: fc.option(
      fc.record(
        {
          name: fc.constant('do-it'),
          title: texts,
          annotations: fc.record({ readOnlyHint: fc.boolean(), title: texts }, optional),
          _meta: fc.constant({ 'vendor/x': [1] }),
        },
        optional,
      ),
      { nil: undefined },
    ),
  })
  .map(({ description, properties, output, capabilities, metadata, mcp }) => ({
    name: mcp?.name === undefined ? 'doIt' : 'do_it',
    description,
    inputSchema: normal({ type: 'object', properties }),
    ...(output && { outputSchema: normal(output) }),
    capabilities,
    ...metadata,
    ...(mcp && { mcp }),
  }));

const normal = (schema: object) => {
  const { schema: normalized } = normalizeSchema(schema);
  return typeof normalized === 'boolean' ? {} : normalized;
};

// Revisions before 2026 have no boolean schemas of properties: `{}` and `{ not: {} }` are equivalent.
function withoutBooleanSchemas(value: unknown, isSchema = false): unknown {
  if (typeof value === 'boolean' && isSchema) return value ? {} : { not: {} };
  if (Array.isArray(value)) return value.map((item) => withoutBooleanSchemas(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      if (key !== 'properties' || typeof member !== 'object' || member === null)
        return [key, withoutBooleanSchemas(member)];
      const entries = Object.entries(member).map(([name, each]) => [name, withoutBooleanSchemas(each, true)]);
      return [key, Object.fromEntries(entries)];
    }),
  );
}

// Hints that follow from the capabilities, and an empty `mcp`, carry no information.
const said = ({ mcp, ...tool }: ManifestTool) => {
  const fields = Object.entries(mcp ?? {}).filter(([field]) => field !== 'annotations');
  return fields.length > 0 ? { ...tool, mcp: Object.fromEntries(fields) } : tool;
};

describe('a tool that was exported and imported again', () => {
  it.each(['mcp-2025-11-25', 'mcp-2026-07-28'] as const)('is the same after %s', (target) => {
    fc.assert(
      fc.property(tools, (tool) => {
        const exported = exportTools([tool], { target });
        expect(exported.refused).toEqual([]);
        const imported = importTools(exported.tools, { format: target });
        expect(imported.refused).toEqual([]);
        expect(withoutBooleanSchemas(imported.tools.map(said))).toEqual(withoutBooleanSchemas([said(tool)]));
        expect(exportTools(imported.tools, { target }).tools).toEqual(exported.tools);
      }),
      { seed: 9, numRuns: runs(300) },
    );
  });
});
