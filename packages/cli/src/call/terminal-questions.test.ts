import { expect, it } from 'vitest';
import { shown } from './terminal-questions.ts';

it.each([
  ['Delete all 500 orders?\rShow the first order?', 'Delete all 500 orders?\\u{D}Show the first order?'],
  ['Pay 900\b\b\b1 euro?', 'Pay 900\\u{8}\\u{8}\\u{8}1 euro?'],
  ['\u001B[8mDelete\u001B[0m Show?', '\\u{1B}[8mDelete\\u{1B}[0m Show?'],
  ['\u009B2KShow?', '\\u{9B}2KShow?'],
  ['Pay to \u202Emoc.knab?', 'Pay to \\u{202E}moc.knab?'],
  ['Löschen?\nA17', 'Löschen?\nA17'],
])('shows what could hide a question: %j', (text, expected) => {
  expect(shown(text)).toBe(expected);
});
