import { expect, test } from 'vitest';
import { Pool } from '../pool/pool.ts';
import { formatPieces, type Formatting, type Piece } from './format-pieces.ts';

const PIECES: readonly Piece[] = [
  `export type A = "a"  |  "b";`,
  { head: '/** Some. */\nexport interface B {}', members: ['/** One. */\none( ): void', 'two(): void'] },
  { head: 'export interface C {}', members: [] },
];

/** A cache that notes what it was asked for in vain. */
function makeFormatting(): Formatting & { readonly asked: string[] } {
  const known = new Map<string, unknown>();
  const asked: string[] = [];
  const cache: Formatting['cache'] = {
    async get<T>(question: readonly unknown[], findOut: () => T | Promise<T>): Promise<T> {
      const key = JSON.stringify(question);
      if (!known.has(key)) {
        asked.push(String(question[2]));
        known.set(key, await findOut());
      }
      return known.get(key) as T;
    },
  };
  return { asked, cache, pool: new Pool() };
}

const FORMATTED = `export type A = 'a' | 'b';

/** Some. */
export interface B {
  /** One. */
  one(): void;
  two(): void;
}

export interface C {}
`;

test('formats statements, and the members of a block', async () => {
  expect(await formatPieces(PIECES, { singleQuote: true }, makeFormatting())).toBe(FORMATTED);
});

test('ends lines as the options say', async () => {
  const text = await formatPieces(PIECES, { singleQuote: true, endOfLine: 'crlf' }, makeFormatting());
  expect(text).toBe(FORMATTED.replaceAll('\n', '\r\n'));
});

test('begins a file with the pragma that is asked for, whatever was formatted before', async () => {
  const options = { singleQuote: true, insertPragma: true };
  const formatting = makeFormatting();
  for (const piece of PIECES) await formatPieces([piece], options, formatting);
  expect(await formatPieces(PIECES, options, formatting)).toBe(`/** @format */\n\n${FORMATTED}`);
});

test("takes a project's own choice of parser", async () => {
  expect(await formatPieces(['type A = 1'], { parser: 'typescript' }, makeFormatting())).toBe(
    'type A = 1;\n',
  );
});

test('formats only what it has not formatted before', async () => {
  const formatting = makeFormatting();
  await formatPieces(PIECES, { singleQuote: true }, formatting);
  formatting.asked.length = 0;
  expect(await formatPieces([...PIECES, 'type D=1'], { singleQuote: true }, formatting)).toBe(
    `${FORMATTED}\ntype D = 1;\n`,
  );
  expect(formatting.asked).toEqual(['type D=1']);
});
