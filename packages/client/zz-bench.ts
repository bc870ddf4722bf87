import { copyJson } from './src/json-copy.ts';
import { createContext } from './src/tool-context.ts';
import { BTCPClient } from '@btcp/client';
import { schemaFingerprint, type Validator } from '@btcp/core';
const inputSchema = {
  type: 'object',
  properties: { cell: { type: 'string' }, fmt: { type: 'boolean', default: false } },
  required: ['cell'],
  additionalProperties: false,
};
const outputSchema = {
  type: 'object',
  properties: { value: { type: 'number' }, formula: { type: 'null' } },
  required: ['value'],
};
const val = (schema: object, fn: (v: any) => boolean, def?: (v: any) => any): Validator =>
  Object.assign(
    (v: any) => (fn(v) ? { ok: true as const, value: def ? def(v) : v } : { ok: false as const, issues: [] }),
    { schema: schemaFingerprint(schema) },
  );
const vi = val(
  inputSchema,
  (v) => {
    if (typeof v !== 'object' || v === null || typeof v.cell !== 'string') return false;
    for (const k in v) if (k !== 'cell' && k !== 'fmt') return false;
    return true;
  },
  (v) => ({ cell: v.cell, fmt: v.fmt === undefined ? false : v.fmt }),
);
const vo = val(outputSchema, (v) => typeof v === 'object' && v !== null && typeof v.value === 'number');
const getCell = async ({ cell }: { cell: string }) => ({ value: cell.length, formula: null });
const client = new BTCPClient();
await client.registerManifest({
  manifest: {
    btcp: '1.0',
    name: 'm',
    version: '1.0.0',
    capabilities: ['dom:read'],
    tools: [
      {
        name: 'getCell',
        description: 'Gets a cell of the sheet.',
        inputSchema,
        outputSchema,
        capabilities: ['dom:read'],
      },
    ],
  },
  implementations: { getCell },
  validators: { getCell: { input: vi, output: vo } },
});
await client.grantCapabilities(['dom:read']);
const N = 20000;
const res: Record<string, number[]> = { bare: [], client: [] };
const input = { cell: 'B5' };
for (let r = 0; r < 41; r++) {
  let t = process.hrtime.bigint();
  for (let i = 0; i < N; i++) await getCell(input);
  res['bare']!.push(Number(process.hrtime.bigint() - t) / N);
  t = process.hrtime.bigint();
  for (let i = 0; i < N; i++) await client.callTool('getCell', input);
  res['client']!.push(Number(process.hrtime.bigint() - t) / N);
}
const med = (a: number[]) => a.sort((x, y) => x - y)[a.length >> 1]!;
const min = (a: number[]) => Math.min(...a);
for (const [n, f] of Object.entries({
  validators: () => (vi(input), vo({ value: 2, formula: null })),
  copyIn: () => copyJson(input, false),
  copyOut: () => copyJson({ value: 2, formula: null }, true),
  context: () => createContext(() => null as never, undefined),
  now: () => performance.now(),
})) {
  const a: number[] = [];
  for (let r = 0; r < 21; r++) {
    const t = process.hrtime.bigint();
    for (let i = 0; i < N; i++) f();
    a.push(Number(process.hrtime.bigint() - t) / N);
  }
  console.log(n, med(a).toFixed(0));
}
console.log(
  'median bare',
  med(res['bare']!).toFixed(0),
  'client',
  med(res['client']!).toFixed(0),
  'over',
  (med(res['client']!) - med(res['bare']!)).toFixed(0),
  'min over',
  (min(res['client']!) - min(res['bare']!)).toFixed(0),
);
