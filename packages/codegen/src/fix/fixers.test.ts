import { expect, test } from 'vitest';
import { RULES } from '@btcp/schema/check';
import { FIXERS } from './fixers.ts';

test('every rule that promises a repair has one, and no other', () => {
  const promised = RULES.filter((rule) => rule.fix !== undefined).map(({ id }) => id);
  const others = ['field-unknown', 'schema-not-typebox', 'suppression-unused'];
  expect([...promised, ...others].sort()).toEqual([...FIXERS.keys()].sort());
});
