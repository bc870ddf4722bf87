import { readFileSync } from 'node:fs';
import { CALL_TARGETS } from '@btcp/adapters';
import { IMPORT_FORMATS, STRICT_TARGETS, TARGETS } from '@btcp/adapters/formats';
import { expect, it } from 'vitest';

const pageOf = (name: string): string =>
  readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8');

const idsIn = (text: string): readonly string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, id = '']) => id);

/** The rows of the table whose first column has a heading: the ids in the first column, and the last column. */
function rowsOf(page: string, head: string): readonly (readonly [ids: readonly string[], last: string])[] {
  const lines = pageOf(page).split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${head} `)) + 2;
  const end = lines.findIndex((line, index) => index >= start && !line.startsWith('|'));
  return lines.slice(start, end).map((line) => {
    const cells = line.split('|').map((cell) => cell.trim());
    return [idsIn(cells[1] ?? ''), cells.at(-2) ?? ''];
  });
}

it('docs/exporting.md names every target, and those with a strict form', () => {
  const rows = rowsOf('exporting', 'target');
  expect(rows.flatMap(([ids]) => ids)).toEqual([...TARGETS]);
  expect(rows.filter(([, strict]) => strict === 'yes').flatMap(([ids]) => ids)).toEqual([...STRICT_TARGETS]);
});

it('docs/importing.md names every format that tools come from', () => {
  const ids = rowsOf('importing', '`--from`').flatMap(([row]) => row);
  // A server is not a format, as it lists its tools in one of MCP's; nor is a document of operations.
  expect(ids.toSorted()).toEqual([...IMPORT_FORMATS, 'mcp-server', 'openapi'].sort());
});

it('docs/importing.md names every format whose calls are decoded', () => {
  const [, sentence = ''] = /Calls have the targets ([^;]*);/.exec(pageOf('importing')) ?? [];
  expect(idsIn(sentence)).toEqual([...CALL_TARGETS]);
});
