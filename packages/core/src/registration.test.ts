import { expect, it } from 'vitest';
import { loadOnCall } from './registration.ts';

it('loads nothing by itself', async () => {
  let loads = 0;
  const run = (): number => 1;
  const implementation = loadOnCall(async () => (loads++, run));
  expect(loads).toBe(0);
  expect(implementation).toEqual({ load: expect.any(Function) as unknown });
});
