import { type JsonSchemaObject, type ManifestTool, type Registration } from '@btcp/core';
import { normalizeSchema } from '@btcp/schema';
import { runToolDocument } from '@btcp/schema/check';
import { compileSchema } from '@btcp/schema/compile';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type AnySchema, inputSchemas } from '../../../../test/adapters/schema-arbitrary.ts';
import { runs } from '../../../../test/support/runs.ts';
import { compareSurfaces } from './compare-surfaces.ts';

const TOOL = { name: 'tryIt', description: 'Tries a generated schema.', capabilities: ['dom:read'] };

/** The registration of a tool with such schemas; `undefined` where a build would refuse it. */
function registrationOf(schemas: readonly AnySchema[]): Registration | undefined {
  const [inputSchema, outputSchema] = schemas.map(
    (schema) => normalizeSchema(schema).schema as JsonSchemaObject,
  );
  if (!inputSchema || !outputSchema) return undefined;
  const tool: ManifestTool = { ...TOOL, inputSchema, outputSchema };
  if (runToolDocument(tool).some(({ severity }) => severity === 'error')) return undefined;
  const { capabilities } = TOOL;
  return {
    manifest: { btcp: '1.0', name: 'try-tools', version: '1.0.0', tools: [tool], capabilities },
    implementations: {},
    validators: { tryIt: { input: compileSchema(inputSchema), output: compileSchema(outputSchema) } },
  };
}

// The MCP client validates results with ajv, which takes inherited properties for own ones, and 1e308 for no integer.
const isMisread = (schema: AnySchema): boolean =>
  /"(?:constructor|__proto__|multipleOf)"/.test(JSON.stringify(schema));
// Most of the generated defaults do not fit, which a build refuses.
const withoutDefaults = (schema: AnySchema): AnySchema =>
  JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => (key === 'default' ? undefined : value)),
  ) as AnySchema;

it('finds no difference for any schemas', async () => {
  const outputs = inputSchemas.filter((schema) => !isMisread(schema));
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(inputSchemas, outputs, async (...schemas) => {
      const registration = registrationOf(schemas.map(withoutDefaults));
      fc.pre(registration !== undefined);
      compared++;
      expect((await compareSurfaces(registration, registration.manifest, 1)).differences).toEqual([]);
    }),
    { seed: 14, numRuns: runs(24), endOnFailure: true },
  );
  expect(compared).toBeGreaterThan(0);
});
