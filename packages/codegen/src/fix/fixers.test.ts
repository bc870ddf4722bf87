import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { RULES } from '@btcp/schema/check';
import { FIXERS } from './fixers.ts';

const PAGES = new URL('../../../../docs/rules/', import.meta.url);

test('every rule whose page promises a repair has one, and no other', () => {
  const promised = RULES.map(({ id }) => id).filter((id) =>
    readFileSync(new URL(`${id}.md`, PAGES), 'utf8').includes('\n`btcp check --fix`: '),
  );
  const others = ['field-unknown', 'suppression-unused'];
  expect([...promised, ...others].sort()).toEqual([...FIXERS.keys()].sort());
});
