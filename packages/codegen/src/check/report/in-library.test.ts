import { expect, it } from 'vitest';
import { CODE_RULES, RULES } from '@btcp/schema/check';
import { inLibrary } from './tool-report.ts';

const inZod = (advice: string): string => inLibrary(advice, 'zod');

it('leaves advice to those who write TypeBox, 0.34 or 1, and to libraries that it has no words for', () => {
  const advice = 'Make it `Type.Integer()`; in JSON, `"type": "integer"`.';
  expect([undefined, 'typebox', 'effect'].map((library) => inLibrary(advice, library))).toEqual([
    advice,
    advice,
    advice,
  ]);
});

it.each([
  ['zod', 'Make it `z.int()`.'],
  ['valibot', 'Make it `v.pipe(v.number(), v.integer())`.'],
  ['arktype', "Make it `'number.integer'`."],
])('says it in the words of %s', (library, expected) => {
  expect(inLibrary('Make it `Type.Integer()`; in JSON, `"type": "integer"`.', library)).toBe(expected);
});

it.each([
  ['Add `minimum` and `maximum` to its schema.', 'Add `.min(…)` and `.max(…)` to its schema.'],
  [
    'Write `Type.Union([Type.Literal(\'a\'), Type.Literal(\'b\')])`; in JSON, `"enum": ["a","b"]`.',
    "Write `z.enum(['a', 'b'])`.",
  ],
  [
    'Move it to the schema, as `default: 20`, and take `Type.Optional` off; the runtime then fills it in.',
    'Move it to the schema, as `.default(20)`, and take `.optional()` off; the runtime then fills it in.',
  ],
  [
    'Put the union into a property, `Type.Object({ request: Type.Union([ … ]) })`, or make it one object.',
    "Put the union into a property, `z.object({ request: z.discriminatedUnion('kind', [ … ]) })`, or make it one object.",
  ],
  [
    'Add `inputSchema: Type.Object({ … })`; for a tool without input, `Type.Object({}, { additionalProperties: false })`.',
    'Add `inputSchema: z.object({ … })`; for a tool without input, `z.object({})`.',
  ],
  ['Add `description` to the config.', 'Add `description` to the config.'],
])('%s', (advice, expected) => {
  expect(inZod(advice)).toBe(expected);
});

it('advises no default of ArkType, which it does not publish', () => {
  const advice =
    'Add a `default` in place of `Type.Optional`, which the runtime then fills in; or say in the description what leaving it out means.';
  expect(inLibrary(advice, 'arktype')).toBe('Say in the description what leaving it out means.');
});

it.each(['zod', 'valibot', 'arktype'])('leaves no TypeBox in what rules advise about %s', (library) => {
  const data = { choices: ['a', 'b'], keywords: ['minimum'], value: '1', known: null, code: 1 };
  const advice = [...RULES, ...CODE_RULES].flatMap(({ help }) =>
    typeof help === 'string' ? [help] : wordedWith(help as (data: object) => unknown, data),
  );
  expect(advice.filter((each) => each.includes('Type.')).length).toBeGreaterThan(6);
  expect(
    advice.map((each) => inLibrary(each, library)).filter((each) => /Type\.|TypeBox/.test(each)),
  ).toEqual([]);
});

/** What rules whose help needs other data say is in their own tests. */
function wordedWith(help: (data: object) => unknown, data: object): readonly string[] {
  try {
    return [help(data)].filter((each) => typeof each === 'string');
  } catch {
    return [];
  }
}
