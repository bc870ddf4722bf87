import { describe, expect, it } from 'vitest';
import { BTCPError } from './btcp-error.ts';

describe('BTCPError', () => {
  it('takes a code, a message and a suggestion', () => {
    const error = new BTCPError('CELL_NOT_FOUND', { message: 'No cell Z99.', suggestion: 'Use A1 to F20.' });
    expect([error.name, error.code, error.message, error.suggestion]).toEqual([
      'BTCPError',
      'CELL_NOT_FOUND',
      'No cell Z99.',
      'Use A1 to F20.',
    ]);
  });

  it('has the suggestion of the table for the toolkit’s own codes, and none for names that objects inherit', () => {
    expect(new BTCPError('CALL_CANCELLED').suggestion).toBe(
      'The caller cancelled: call again if the result is still wanted.',
    );
    expect(new BTCPError('constructor').suggestion).toBeUndefined();
  });

  it('shows a caller neither stack nor cause', () => {
    const error = new BTCPError('SAVE_FAILED', {
      message: 'Disk full.',
      cause: new Error('/secret'),
      data: { free: 0 },
    });
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      code: 'SAVE_FAILED',
      message: 'Disk full.',
      data: { free: 0 },
    });
    expect(error.cause).toBeInstanceOf(Error);
  });

  it('knows an error of another copy of the module, and nothing else', () => {
    const foreign = Object.assign(new Error('x'), { name: 'BTCPError', code: 'X' });
    expect(
      [foreign, new BTCPError('X'), new Error('x'), { name: 'BTCPError', code: 'X' }, null].map(BTCPError.is),
    ).toEqual([true, true, false, false, false]);
  });
});
