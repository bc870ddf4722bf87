import { expect, it } from 'vitest';
import { escapeUnseen } from './quote.ts';

it.each([
  ['a\u001B[31m\u009B', 'a\\u{1B}[31m\\u{9B}'],
  ['a\u202Eb\u2028c\u{E0041}', 'a\\u{202E}b\\u{2028}c\\u{E0041}'],
  ['a\u3164\u034F\u{FE06}b', 'a\\u{3164}\\u{34F}\\u{FE06}b'],
  ['⚠️ stays, 📄️️ does not', '⚠️ stays, 📄️\\u{FE0F} does not'],
])('escapes what does not show of %j', (text, escaped) => expect(escapeUnseen(text)).toBe(escaped));
