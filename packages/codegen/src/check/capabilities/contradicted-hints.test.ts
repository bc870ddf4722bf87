import { expect, it } from 'vitest';
import { contradictedHints } from './check-capabilities.ts';

const PLACE = { file: 'a.ts', line: 1, column: 1, path: [] };
const DELETING = { capability: 'storage:indexed:write', used: 'IDBObjectStore.delete', ...PLACE } as const;
const ADDING = { capability: 'storage:indexed:write', used: 'IDBObjectStore.add', ...PLACE } as const;
const PUSHING = { kind: 'unmapped', used: 'History.pushState', ...PLACE } as const;

const found = (
  report: Pick<Parameters<typeof contradictedHints>[0], 'capabilities' | 'flags'>,
  annotations: object,
  declared: readonly string[] = [],
): readonly unknown[] =>
  contradictedHints({ maybe: [], ...report }, { annotations }, declared).map(({ at, data }) => [
    at,
    data['used'],
  ]);

const NOTHING = { capabilities: [], flags: [] };
const SAFE = { destructiveHint: false, idempotentHint: true };

it('finds stated hints whose opposite the code shows', () => {
  expect(found({ capabilities: [DELETING], flags: [] }, SAFE)).toEqual([
    ['/mcp/annotations/destructiveHint', 'IDBObjectStore.delete'],
  ]);
  expect(found({ capabilities: [ADDING], flags: [PUSHING] }, SAFE)).toEqual([
    ['/mcp/annotations/idempotentHint', 'IDBObjectStore.add'],
  ]);
  expect(found({ capabilities: [], flags: [PUSHING] }, SAFE)).toEqual([
    ['/mcp/annotations/idempotentHint', 'History.pushState'],
  ]);
});

it('finds those that a declared capability contradicts by its name', () => {
  expect(found(NOTHING, SAFE, ['invoices:delete'])).toEqual([
    ['/mcp/annotations/destructiveHint', 'the capability "invoices:delete"'],
  ]);
  expect(found(NOTHING, SAFE, ['invoices:deletewhatever', 'invoices:send'])).toEqual([]);
});

it('finds nothing where the worse is stated, or nothing', () => {
  const uses = { capabilities: [DELETING, ADDING], flags: [PUSHING] };
  expect(found(uses, { destructiveHint: true, idempotentHint: false }, ['invoices:delete'])).toEqual([]);
  expect(found(uses, {})).toEqual([]);
});
