import { expect, it } from 'vitest';
import { exportTools } from '../../export/export-tools.ts';

const exportWith = (mcp: unknown) =>
  exportTools(
    [
      {
        name: 'getSum',
        description: 'Adds numbers.',
        inputSchema: { type: 'object' },
        capabilities: [],
        mcp,
      },
      // An external manifest may have any fields.
    ] as unknown as Parameters<typeof exportTools>[0],
    { target: 'mcp-2025-11-25' },
  ).tools[0];

it('MCP fields are left out where MCP clients would refuse the whole list for them', () => {
  const plain = exportWith(undefined);
  for (const wrong of [
    { title: 5 },
    { annotations: [] },
    { icons: 'a.png' },
    { icons: ['a.png'] },
    { execution: true },
    { _meta: [] },
    { description: 5 },
    { inputSchema: true },
    { name: '' },
    'Sum',
  ])
    expect(exportWith(wrong)).toEqual(plain);
  expect(exportWith({ title: 'Sum', icons: [{ src: 'a.png' }] })).toMatchObject({
    title: 'Sum',
    icons: [{ src: 'a.png' }],
  });
});
