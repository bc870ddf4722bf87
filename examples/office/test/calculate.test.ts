import { expect, it } from 'vitest';
import { calculate } from '../src/tools/calculate.ts';

it.each([
  ['add', 2, 3, 5],
  ['subtract', 2, 3, -1],
  ['multiply', 6, 7, 42],
  ['divide', 1, 4, 0.25],
] as const)('%s %d %d', (operation, a, b, result) => {
  expect(calculate({ operation, a, b })).toEqual({ result });
});

it('refuses to divide by zero', () => {
  expect(() => calculate({ operation: 'divide', a: 1, b: 0 })).toThrow(
    expect.objectContaining({ code: 'DIVISION_BY_ZERO', suggestion: 'Choose a divisor other than 0.' }),
  );
});

it('refuses a result that JSON cannot carry', () => {
  expect(() => calculate({ operation: 'multiply', a: 1e308, b: 10 })).toThrow(
    expect.objectContaining({ code: 'RESULT_OUT_OF_RANGE' }),
  );
});
