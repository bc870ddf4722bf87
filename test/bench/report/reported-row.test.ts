import { describe, expect, it } from 'vitest';
import type { Row } from '../support/row.ts';
import { reportRows } from './reported-row.ts';

const ROWS: readonly Row[] = [
  { limit: 'size-client', variant: 'client', measured: 5.5 },
  { figure: 'start-up', variant: 'ajv', measured: 1470.4, unit: 'ms', details: 'alone' },
  { limit: 'size-client', variant: 'another', measured: 5.5049 },
];

describe('reportRows', () => {
  it('keeps figures together and says which rows keep their limit', () => {
    expect(reportRows(ROWS).map(({ variant, measured, verdict }) => [variant, measured, verdict])).toEqual([
      ['client', '5.5 KB', 'ok'],
      ['another', '5.5 KB', 'missed'],
      ['ajv', '1,470 ms', ''],
    ]);
  });

  it('names figure and limit', () => {
    expect(reportRows(ROWS.slice(1, 2))).toEqual([
      { figure: 'start-up', variant: 'ajv', limit: '', measured: '1,470 ms', verdict: '', details: 'alone' },
    ]);
    expect(reportRows(ROWS.slice(0, 1))[0]).toMatchObject({
      figure: 'client runtime with core, minified and gzipped',
      limit: '5.5 KB',
    });
  });

  it('misses a limit that was not measured', () => {
    expect(reportRows([{ limit: 'size-client', variant: 'client', measured: NaN }])[0]?.verdict).toBe(
      'missed',
    );
  });
});
