import { expect, test } from 'vitest';
import { formatPieces, type Piece } from './format-pieces.ts';

const PIECES: readonly Piece[] = [
  `export type A = "a"  |  "b";`,
  { head: '/** Some. */\nexport interface B {}', members: ['/** One. */\none( ): void', 'two(): void'] },
  { head: 'export interface C {}', members: [] },
];

/** Answers that say what they were asked for in vain. */
function makeAnswers(): {
  asked: string[];
  find: (q: readonly unknown[]) => { value: unknown } | undefined;
  put: (q: readonly unknown[], value: unknown) => void;
} {
  const known = new Map<string, unknown>();
  const asked: string[] = [];
  return {
    asked,
    find(question) {
      const key = JSON.stringify(question);
      if (known.has(key)) return { value: known.get(key) };
      asked.push(String(question[2]));
      return undefined;
    },
    put: (question, value) => void known.set(JSON.stringify(question), value),
  };
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
  expect(await formatPieces(PIECES, { singleQuote: true }, makeAnswers())).toBe(FORMATTED);
});

test('ends lines as the options say', async () => {
  const text = await formatPieces(PIECES, { singleQuote: true, endOfLine: 'crlf' }, makeAnswers());
  expect(text).toBe(FORMATTED.replaceAll('\n', '\r\n'));
});

test("takes a project's own choice of parser", async () => {
  expect(await formatPieces(['type A = 1'], { parser: 'typescript' }, makeAnswers())).toBe('type A = 1;\n');
});

test('formats only what it has not formatted before', async () => {
  const answers = makeAnswers();
  await formatPieces(PIECES, { singleQuote: true }, answers);
  answers.asked.length = 0;
  expect(await formatPieces([...PIECES, 'type D=1'], { singleQuote: true }, answers)).toBe(
    `${FORMATTED}\ntype D = 1;\n`,
  );
  expect(answers.asked).toEqual(['type D=1']);
});
