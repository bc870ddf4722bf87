import { BTCPError } from '@btcp/core';
import { describe, expect, it } from 'vitest';
import { errorText } from '../profile/format-calls.ts';

const unreadable = new Proxy(new Error('hidden'), {
  get: () => {
    throw new Error('no');
  },
});

describe('errorText', () => {
  it.each([
    [
      new BTCPError('NO_CELL', { message: 'No cell Z99.', suggestion: 'Use listCells.' }),
      'NO_CELL: No cell Z99.\nSuggestion: Use listCells.',
    ],
    [new BTCPError('NO_CELL', 'No cell Z99.'), 'NO_CELL: No cell Z99.'],
    [
      new TypeError('It broke.'),
      'EXECUTION_ERROR: It broke.\nSuggestion: Read the message before calling again.',
    ],
    ['text', 'EXECUTION_ERROR: text\nSuggestion: Read the message before calling again.'],
    [undefined, 'EXECUTION_ERROR: undefined\nSuggestion: Read the message before calling again.'],
    [unreadable, 'EXECUTION_ERROR: Unreadable error\nSuggestion: Read the message before calling again.'],
    [Object.assign(new BTCPError('ODD', 'Odd.'), { suggestion: Symbol('s') }), 'ODD: Odd.'],
    [
      new BTCPError('ODD', {
        message: 'Odd.',
        issues: [{ path: '/a', keyword: 'type', message: 'a must be odd' }],
      }),
      'ODD: Odd: a must be odd',
    ],
  ])('says what to do: case %#', (thrown, text) => {
    expect(errorText(BTCPError.from(thrown))).toBe(text);
  });
});
