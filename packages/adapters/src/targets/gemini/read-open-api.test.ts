import { expect, it } from 'vitest';
import { readOpenApi } from './export-open-api.ts';

it('reads a nullable enum, which Google cannot list null in, with null', () => {
  expect(readOpenApi({ type: 'STRING', enum: ['a'], nullable: true })).toEqual({
    type: 'string',
    enum: ['a', null],
    nullable: true,
  });
  expect(readOpenApi({ type: 'INTEGER', enum: ['1', '2'] })).toEqual({ type: 'integer', enum: [1, 2] });
});
