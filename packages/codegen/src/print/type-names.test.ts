import { expect, test } from 'vitest';
import { pascalCase, toolTypeNames, TypeNames } from './type-names.ts';

test.each([
  ['getCellValue', 'GetCellValue'],
  ['get_cell_value', 'GetCellValue'],
  ['delete', 'Delete'],
  ['__proto__', 'Proto'],
  ['a1_b2', 'A1B2'],
  ['', 'Type'],
  ['1st', 'Type1st'],
  ['é', 'Type'],
])('%j is called %s', (name, expected) => {
  expect(pascalCase(name)).toBe(expected);
});

const tool = (name: string) => ({ name, description: '', inputSchema: {}, capabilities: [] });

test('tools that come to the same name get numbers that no other tool has', () => {
  const names = toolTypeNames(['GetCell', 'getCell', 'getCell2', 'get_cell'].map(tool));
  expect([...names]).toEqual([
    ['GetCell', { input: 'GetCellInput', output: 'GetCellOutput' }],
    ['getCell2', { input: 'GetCell2Input', output: 'GetCell2Output' }],
    ['getCell', { input: 'GetCell3Input', output: 'GetCell3Output' }],
    ['get_cell', { input: 'GetCell4Input', output: 'GetCell4Output' }],
  ]);
});

test('a name is given once', () => {
  const names = new TypeNames(['Tools']);
  expect(['Tools', 'Node', 'Node'].map((name) => names.take(name))).toEqual(['Tools2', 'Node', 'Node2']);
});
