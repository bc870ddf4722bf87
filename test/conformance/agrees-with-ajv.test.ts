import type { JsonSchema, Validator } from '@btcp/core';
import { normalizeSchema } from '@btcp/schema';
import { compileSchema } from '@btcp/schema/compile';
import { type Disagreement, findDisagreement } from '@btcp/schema/cross-check';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../support/runs.ts';
import { inputSchemas } from '../adapters/schema-arbitrary.ts';
import { readGroups, skipped, testFiles } from './suite.ts';

// Both validators are right here, so every disagreement would be a false positive of `btcp check`.

/** The disagreement of ajv on a schema that a build would publish, if any. */
function disagreementOn(given: unknown, examples: readonly unknown[]): Disagreement | undefined {
  const { schema, issues } = normalizeSchema(given);
  const validate = issues.length === 0 ? compiled(schema) : undefined;
  if (validate === undefined) return undefined;
  try {
    return findDisagreement(schema, validate, examples);
  } catch {
    // ajv cannot compile this one, and says so.
    return undefined;
  }
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
