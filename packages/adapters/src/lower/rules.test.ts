import { KEYWORDS } from '@btcp/schema/internal';
import { describe, expect, it } from 'vitest';
import { isKeyword } from './rules.ts';

describe('the rows of the tables of keywords', () => {
  it('have every keyword that schemas of tools have in normal form', () => {
    // What normal form writes otherwise, or leaves out.
    const older =
      '$id $schema $anchor $dynamicAnchor $recursiveAnchor $vocabulary definitions $dynamicRef $recursiveRef dependencies additionalItems';
    const without = [...KEYWORDS.keys()].filter((keyword) => !isKeyword(keyword));
    expect(without, 'keywords without a row in `GROUPS` of lower/rules.ts').toEqual(older.split(' '));
  });
});
