import { expect, it } from 'vitest';
import { measureSchema } from './strict-budget.ts';

const object = (properties: object) => ({ type: 'object', properties });

it('counts levels, not properties named like keywords', () => {
  const text = { type: 'string' };
  expect(measureSchema(object({ a: text })).depth).toBe(1);
  expect(measureSchema(object({ items: { type: 'array', items: object({ properties: text }) } })).depth).toBe(
    3,
  );
  expect(measureSchema({ ...object({}), $defs: { items: object({ items: text }) } }).depth).toBe(1);
});
