import type { ListedUses } from '@btcp/codegen';
import { expect, it } from 'vitest';
import { capabilitiesPretty } from './report-capabilities.ts';

/** A tool that uses so many members of the browser, the first of them twice, and could reach none of them isolated. */
function usesOf(count: number): ListedUses {
  const outOfReach = Array.from({ length: count + 1 }, (_, index) => ({
    used: `Navigator.member${index % count}`,
    file: 'src/a.ts',
    line: index + 1,
    column: 3,
    path: [],
  }));
  return { capabilities: [], maybe: [], flags: [], outOfReach };
}

it('names what keeps a tool from isolation, each once, and at most ten', () => {
  const reasonsOf = (count: number): readonly string[] =>
    capabilitiesPretty(new Map([['getCell', usesOf(count)]]))
      .trimEnd()
      .split('\n')
      .slice(2);
  expect(reasonsOf(2)).toEqual([
    '  not isolated, because of      Navigator.member0  src/a.ts:1:3',
    '  and of                        Navigator.member1  src/a.ts:2:3',
  ]);
  expect(reasonsOf(10)).toHaveLength(10);
  expect(reasonsOf(12)).toHaveLength(11);
  expect(reasonsOf(12).at(-1)).toBe('  and 2 more');
});

it('does not promise isolation where code was not read', () => {
  const flags = [
    { kind: 'opaque', used: 'fs.readFileSync', file: 'src/a.ts', line: 4, column: 9, path: [] },
  ] as const;
  const report = { capabilities: [], maybe: [], flags, outOfReach: [] };
  expect(capabilitiesPretty(new Map([['readNotes', report]]))).toBe(`readNotes
  opaque                        fs.readFileSync  src/a.ts:4:9
  can run isolated, if the code that was not read can
`);
});
