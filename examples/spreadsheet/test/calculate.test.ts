import { describe, expect, it } from 'vitest';
import { calculate } from '../src/sheet/calculate.ts';
import { readLiteral, toScalar, writeLiteral } from '../src/sheet/cell-value.ts';

function value(formula: string, cells: Record<string, string> = {}): unknown {
  return toScalar(calculate(new Map(Object.entries({ ...cells, Z1: formula }))).get('Z1') ?? null);
}

const CELLS = { A1: '1', A2: '2.5', A3: 'three', A4: '', A5: 'TRUE', B1: '=A1+A2', B2: '=B1*2' };

describe('formulas', () => {
  it.each([
    ['=1+2*3', 7],
    ['=(1+2)*3', 9],
    ['=2^3^2', 64],
    ['=-2^2', -4],
    ['=10-2-3', 5],
    ['=2*-3', -6],
    ['=50%*8', 4],
    ['=0.1+0.2', 0.3],
    ['=1e3', 1000],
    ['="a""b"&1&TRUE', 'a"b1TRUE'],
    ['=1<2', true],
    ['=1<>1', false],
    ['="B"="b"', true],
    ['=2>=3', false],
    ['=b2', 7],
    ['=A4+1', 1],
    ['=SUM(A1:A5)', 3.5],
    ['=SUM(A5:A1,10)', 13.5],
    ['=AVERAGE(A1:A2)', 1.75],
    ['=MIN(A1:A5)', 1],
    ['=MAX(A1:B2)', 7],
    ['=COUNT(A1:A5)', 2],
    ['=ROUND(2.345, 2)', 2.35],
    ['=ROUND(A2)', 3],
    ['=IF(A1=1,"one","other")', 'one'],
    ['=if(A1>5, 1, if(A5, 2, 3))', 2],
    ['=SUM(A1:B999999999)', 14],
  ])('%s', (formula, expected) => {
    expect(value(formula, CELLS)).toBe(expected);
  });

  it.each([
    ['=1/0', '#DIV/0!'],
    ['=AVERAGE(A3:A4)', '#DIV/0!'],
    ['=A3+1', '#VALUE!'],
    ['=A1:A2', '#VALUE!'],
    ['=9^999', '#VALUE!'],
    ['=Q9', '#REF!'],
    ['=NOW()', '#NAME?'],
    ['=CONSTRUCTOR(1)', '#NAME?'],
    ['=1+', '#ERROR!'],
    ['=(1', '#ERROR!'],
    ['=1 2', '#ERROR!'],
    ['=$A$1', '#ERROR!'],
    [`=${'('.repeat(60)}1${')'.repeat(60)}`, '#ERROR!'],
    [`=${'1+'.repeat(600)}1`, '#ERROR!'],
    ['=Z1', '#CYCLE!'],
    ['=SUM(Y1:Z2)', '#CYCLE!'],
  ])('%s is an error', (formula, expected) => {
    expect(value(formula, CELLS)).toBe(expected);
  });

  it('pass errors on', () => {
    expect(value('=IF(B1>1, 1, 2)', { B1: '=1/0' })).toBe('#DIV/0!');
    expect(value('=C1', { B1: '=C1', C1: '=B1' })).toBe('#CYCLE!');
  });

  it('may depend on each other over thousands of cells', () => {
    const chain = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`A${i + 1}`, `=A${i + 2}+1`]));
    expect(value('=A1', { ...chain, A5001: '0' })).toBe(5_000);
  });
});

describe('what is typed', () => {
  it.each([
    ['', null],
    ['42', 42],
    ['-.5e1', -5],
    ['true', true],
    ['007', 7],
    ["'007", '007'],
    ['1,5', '1,5'],
    ['1e999', '1e999'],
    ['Infinity', 'Infinity'],
    ["'", ''],
  ])('%j', (raw, expected) => {
    expect(readLiteral(raw)).toBe(expected);
  });

  it.each(['007', '42', 'true', "'quoted", 'plain', '', 0, -1.5, 1e21, true])(
    '%j survives being written',
    (literal) => {
      expect(readLiteral(writeLiteral(literal))).toBe(literal === '' ? null : literal);
    },
  );
});
