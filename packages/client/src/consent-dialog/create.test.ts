import { expect, it } from 'vitest';
import { escaped, nameText, shortened } from './create.ts';

it.each([
  ['a\u202Eb\u0007', 'ab', 'a\\u{202e}b\\u{7}'],
  ['h\u{FE06}\u{FE08}i\u{E0158}', 'hi', 'h\\u{fe06}\\u{fe08}i\\u{e0158}'],
  ['a\u3164\uFFA0b', 'ab', 'a\\u{3164}\\u{ffa0}b'],
  ['a\n\u3000\u00A0\u2800b', 'a b', 'a\\u{a}\u3000\u00A0\u2800b'],
  ['é', 'é', 'é'],
])('shows what is hidden of %j, or leaves it out', (text, short, full) => {
  expect(shortened(text)).toBe(short);
  expect(escaped(text)).toBe(full);
});

it.each([
  ['größe_2', 'größe_2'],
  ['to: "Ann", amount', '"to: \\"Ann\\", amount"'],
  ['', '""'],
])('shows the name %j of a property, which looks like no other', (name, text) => {
  expect(nameText(name)).toBe(text);
});
