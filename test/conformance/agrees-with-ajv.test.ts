import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonSchema, Manifest, Validator } from '@btcp/core';
import { normalizeSchema } from '@btcp/schema';
import { compileSchema } from '@btcp/schema/compile';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../support/runs.ts';
import { inputSchemas } from '../adapters/schema-arbitrary.ts';
import { type Disagreement, findDisagreement } from './find-disagreement.ts';
import { readGroups, skipped, testFiles } from './suite.ts';

// The compiled validators against ajv, which reads the schemas themselves.

/** The disagreement of ajv on a schema that a build would publish, if any. */
function disagreementOn(given: unknown, examples: readonly unknown[]): Disagreement | undefined {
  const { schema, issues } = normalizeSchema(given);
  const validate = issues.length === 0 ? compiled(schema) : undefined;
  if (validate === undefined) return undefined;
  return findDisagreement(schema, validate, examples);
}

function compiled(schema: JsonSchema): Validator | undefined {
  try {
    return compileSchema(schema);
  } catch {
    return undefined;
  }
}

it.skipIf(skipped !== undefined).each(skipped ? [] : (['draft2020-12', 'draft7'] as const))(
  'agrees over the JSON Schema test suite, %s',
  (draft) => {
    const groups = [...testFiles(draft), ...testFiles(draft, 'optional/format')].flatMap((file) =>
      readGroups(draft, file),
    );
    const disagreements = groups.flatMap(({ description, schema, tests }) => {
      const found = disagreementOn(
        schema,
        tests.map(({ data }) => data),
      );
      return found === undefined ? [] : [{ description, found }];
    });
    expect(disagreements).toEqual([]);
  },
);

it('agrees over generated schemas', () => {
  const schemas = fc.sample(inputSchemas, { seed: 3, numRuns: runs(150) });
  expect(schemas.flatMap((schema) => disagreementOn(schema, []) ?? [])).toEqual([]);
});

it('ends for deeply nested long arrays', () => {
  const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items, minItems: 50, maxItems: 1e9 });
  const schema = list(list(list(list(list({ type: 'string', maxLength: 1e9 })))));
  expect(findDisagreement(schema, compileSchema(schema), [])).toBeUndefined();
});

it('agrees over every schema of the examples, their tools’ own examples among the values', () => {
  const folder = fileURLToPath(new URL('../../examples/', import.meta.url));
  const generated = readdirSync(folder).map((example) => join(folder, example, 'generated'));
  const manifests = generated
    .filter(existsSync)
    .flatMap((each) =>
      readdirSync(each, { recursive: true, encoding: 'utf8' }).map((file) => join(each, file)),
    )
    .filter((file) => basename(file) === 'manifest.json');
  expect(manifests.length).toBeGreaterThan(8);
  const found = manifests.flatMap((file) => {
    const { tools } = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
    return tools.flatMap(({ name, inputSchema, outputSchema = true, examples = [] }) => [
      [
        name,
        disagreementOn(
          inputSchema,
          examples.map(({ input }) => input),
        ),
      ],
      [
        name,
        disagreementOn(
          outputSchema,
          examples.flatMap(({ output }) => output ?? []),
        ),
      ],
    ]);
  });
  expect(found.length).toBeGreaterThan(50);
  expect(found.filter(([, disagreement]) => disagreement !== undefined)).toEqual([]);
});
