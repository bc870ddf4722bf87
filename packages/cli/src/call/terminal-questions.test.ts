import { expect, it } from 'vitest';
import { inTurn, shown } from './terminal-questions.ts';

it.each([
  ['Delete all 500 orders?\rShow the first order?', 'Delete all 500 orders?\\u{D}Show the first order?'],
  ['Pay 900\b\b\b1 euro?', 'Pay 900\\u{8}\\u{8}\\u{8}1 euro?'],
  ['\u001B[8mDelete\u001B[0m Show?', '\\u{1B}[8mDelete\\u{1B}[0m Show?'],
  ['\u009B2KShow?', '\\u{9B}2KShow?'],
  ['Pay to \u202Emoc.knab?', 'Pay to \\u{202E}moc.knab?'],
  ['Delete 1?\ndeleteOrder {"id":1}\n\n', 'Delete 1? deleteOrder {"id":1}  '],
])('shows what could hide a question: %j', (text, expected) => {
  expect(shown(text, 'deleteOrder {"id":2}')).toBe(`${expected}\ndeleteOrder {"id":2}`);
});

it('shows a question when the one before it is answered, or has failed', async () => {
  const shownFirst: string[] = [];
  const answers = new Map<string, (answer: string | Error) => void>();
  const ask = inTurn((question: string) => {
    shownFirst.push(question);
    return new Promise<string>((resolve, reject) =>
      answers.set(question, (answer) => (answer instanceof Error ? reject(answer) : resolve(answer))),
    );
  });
  const [why, who] = [ask('Why?'), ask('Who?')];
  await Promise.resolve();
  expect(shownFirst).toEqual(['Why?']);
  answers.get('Why?')?.(new Error('The terminal is closed.'));
  await expect(why).rejects.toThrow('The terminal is closed.');
  expect(shownFirst).toEqual(['Why?', 'Who?']);
  answers.get('Who?')?.('Ann');
  expect(await who).toBe('Ann');
});
