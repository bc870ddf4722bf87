import { expect, it } from 'vitest';
import { diagnoseCompare } from './diagnose-settings.ts';

const ACCEPTED = { tool: 'getCell', path: '/inputSchema', reason: 'The pattern only was rewritten.' };

it.each([
  [{}],
  [{ strict: true, rules: {}, accepted: [] }],
  [{ rules: { 'default-changed': 'minor', 'default-added': { bump: 'patch', level: 'allow' } } }],
  [{ rules: { 'tool-removed': { level: 'warn' } }, accepted: [ACCEPTED] }],
])('%j has no mistake', async (compare) => {
  expect(await diagnoseCompare(compare)).toEqual([]);
});

it.each([
  [{ stric: true }, '/compare/stric', '`compare` has no setting "stric"; did you mean `strict`?'],
  [{ strict: 'yes' }, '/compare/strict', '`compare` has a `strict` that is no boolean.'],
  [{ rules: ['default-changed'] }, '/compare/rules', '`compare` has `rules` that are no object.'],
  [
    { rules: { 'default-change': 'minor' } },
    '/compare/rules/default-change',
    '`compare` names "default-change", which is no rule; did you mean "default-changed"?',
  ],
  [
    { rules: { toString: 'minor' } },
    '/compare/rules/toString',
    '`compare` names "toString", which is no rule.',
  ],
  [
    { rules: { 'default-changed': 'none' } },
    '/compare/rules/default-changed',
    '`compare` has "none" for "default-changed".',
  ],
  [
    { rules: { 'default-changed': null } },
    '/compare/rules/default-changed',
    '`compare` has null for "default-changed".',
  ],
  [
    { rules: { 'default-changed': { bump: 'minor', level: 'error' } } },
    '/compare/rules/default-changed',
    '`compare` has {"bump":"minor","level":"error"} for "default-changed".',
  ],
  [
    { rules: { 'default-changed': { bum: 'minor' } } },
    '/compare/rules/default-changed',
    '`compare` has {"bum":"minor"} for "default-changed".',
  ],
  [{ accepted: ACCEPTED }, '/compare/accepted', '`compare` has an `accepted` that is no array.'],
  [
    { accepted: [ACCEPTED, { ...ACCEPTED, reason: ' ' }] },
    '/compare/accepted/1',
    '`compare` accepts a change without `tool`, `path` or a reason.',
  ],
  [
    { accepted: [{ tool: 'getCell', reason: 'It is the same.' }] },
    '/compare/accepted/0',
    '`compare` accepts a change without `tool`, `path` or a reason.',
  ],
])('%j has one', async (compare, path, message) => {
  expect(await diagnoseCompare(compare)).toMatchObject([
    { id: 'config-invalid', severity: 'error', path, message },
  ]);
});

it('reports every mistake', async () => {
  const compare = { stric: true, rules: { 'tool-remove': 'minor', 'tool-added': 3 }, accepted: [null] };
  expect((await diagnoseCompare(compare)).map(({ path }) => path)).toEqual([
    '/compare/stric',
    '/compare/rules/tool-remove',
    '/compare/rules/tool-added',
    '/compare/accepted/0',
  ]);
});
