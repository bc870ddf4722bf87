import { describe, expect, it } from 'vitest';
import { makeNames, toolOf } from './exported-names.ts';

const tool = (name: string) => ({
  name,
  description: 'Does something useful.',
  inputSchema: { type: 'object' },
  capabilities: [],
});

describe('makeNames', () => {
  it('maps exported names to tool names, as JSON', () => {
    const names = makeNames([{ exportedName: 'get_cell', tool: tool('getCell'), strict: false }]);
    expect(JSON.stringify(names)).toBe('{"get_cell":"getCell"}');
    expect(Object.keys(names)).toEqual(['get_cell']);
  });

  it('keeps the tools in memory, with the form that they were exported in', () => {
    const getCell = tool('getCell');
    const names = makeNames([{ exportedName: 'get_cell', tool: getCell, strict: true }]);
    expect(toolOf(names, 'get_cell')).toEqual({ tool: getCell, strict: true });
    expect(toolOf(names, 'getCell')).toBeUndefined();
    expect(toolOf(JSON.parse(JSON.stringify(names)) as Record<string, string>, 'get_cell')).toBeUndefined();
  });

  it('finds tools named like members of Object.prototype, and only those', () => {
    const names = makeNames(
      ['__proto__', 'constructor'].map((name) => ({ exportedName: name, tool: tool(name), strict: false })),
    );
    expect(JSON.stringify(names)).toBe('{"__proto__":"__proto__","constructor":"constructor"}');
    expect(toolOf(names, '__proto__')?.tool.name).toBe('__proto__');
    expect(toolOf(names, 'toString')).toBeUndefined();
    expect('toString' in names).toBe(false);
  });
});
