import type { JsonSchema } from '@btcp/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../../test/support/runs.ts';
import { compileSchema } from '@btcp/schema/compile';
import { judgeDefaults } from './find-differences.ts';

const limit = { type: 'object', properties: { limit: { type: 'integer', default: 10 } } };

it('fills in what a schema says', () => {
  expect(judgeDefaults(limit)({})).toEqual({ value: { limit: 10 } });
  expect(judgeDefaults(limit)({ limit: 3 })).toEqual({ value: { limit: 3 } });
  const list = { type: 'array', items: limit };
  expect(judgeDefaults(list)([{}, { limit: 1 }])).toEqual({ value: [{ limit: 10 }, { limit: 1 }] });
  const given = {};
  expect(judgeDefaults({ ...limit, maxProperties: 0 })(given)).toEqual({ value: {} });
  judgeDefaults(limit)(given);
  expect(given).toEqual({});
  const pattern = '^(?:a+)+$';
  expect(judgeDefaults({ type: 'string', pattern })('aa')).toEqual({ value: 'aa' });
});

it('says nothing where defaults stand elsewhere, or values could take forever', () => {
  const undecided: readonly JsonSchema[] = [
    { anyOf: [limit, { type: 'null' }] },
    { $defs: { limit }, anyOf: [{ $ref: '#/$defs/limit' }, { type: 'null' }] },
    { $defs: { ten: { default: 10 } }, properties: { limit: { $ref: '#/$defs/ten' } } },
    { properties: { a: { type: 'string', pattern: '^(?:a+)+$', default: 'a' } } },
  ];
  expect(undecided.map((schema) => judgeDefaults(schema)({}))).toEqual(undecided.map(() => undefined));
  expect(judgeDefaults({ properties: { constructor: { default: 1 } } })({})).toEqual({
    value: { constructor: 1 },
  });
});

const name = fc.constantFrom('a', 'b', 'c');
/** Schemas whose defaults fit. */
const { schema: schemas } = fc.letrec<{ schema: Readonly<Record<string, unknown>> }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom({ type: 'integer', default: 7 }, { type: 'boolean', default: false }),
    fc.record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(name, tie('schema'), { maxKeys: 3 }),
        additionalProperties: tie('schema'),
        maxProperties: fc.constant(2),
        default: fc.constant({}),
      },
      { requiredKeys: ['properties'] },
    ),
    tie('schema').map((items) => ({ type: 'array', items, default: [] })),
    fc.array(tie('schema'), { minLength: 1, maxLength: 2 }).map((parts) => ({ allOf: parts })),
    fc.array(tie('schema'), { minLength: 1, maxLength: 2 }).map((branches) => ({ anyOf: branches })),
  ),
}));
const { value: values } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>(1, true),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(name, tie('value'), { maxKeys: 2 }),
  ),
}));

it('agrees with compiled validators', () => {
  let filled = 0;
  fc.assert(
    fc.property(schemas, fc.array(values, { minLength: 5, maxLength: 8 }), (body, tried) => {
      const schema = { properties: { a: body } };
      const validate = compileSchema(schema);
      const judge = judgeDefaults(schema);
      for (const value of [{}, ...tried.map((a) => ({ a }))]) {
        const given: unknown = JSON.parse(JSON.stringify(value));
        const [result, judged] = [validate(given), judge(given)];
        if (!result.ok || !judged) continue;
        if (result.value !== given) filled++;
        expect(judged.value).toEqual(result.value);
      }
    }),
    { seed: 16, numRuns: runs(1000) },
  );
  expect(filled).toBeGreaterThan(runs(100));
});
