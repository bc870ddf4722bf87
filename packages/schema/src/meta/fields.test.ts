import { expect, it } from 'vitest';
import { meantField } from './fields.ts';

const FIELDS = ['name', 'inputSchema', 'capabilities', 'confirm', 'execute'];

it.each([
  ['handler', 'execute'],
  ['parameters', 'inputSchema'],
  ['requiresConfirmation', 'confirm'],
  ['input_schema', 'inputSchema'],
  ['capabilites', 'capabilities'],
  ['returns', undefined],
  ['colour', undefined],
])('takes %s for %s', (written, meant) => {
  expect(meantField(written, FIELDS)).toBe(meant);
});
