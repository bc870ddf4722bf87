import * as typebox from '@sinclair/typebox';
import { expect, it } from 'vitest';
import * as nothing from './no-typebox.ts';

it('exports what TypeBox exports', () => {
  expect(Object.keys(nothing).sort()).toEqual(Object.keys(typebox).sort());
});

it('takes whatever a module does with TypeBox, and is never awaited', async () => {
  const { Type, FormatRegistry, TypeBoxError } = nothing as unknown as typeof typebox;
  const Cell = Type.Object({ cell: Type.String({ pattern: '^[A-Z]' }) }, { $id: 'Cell' });
  const Shared = { ...Cell, title: 'Cell' };
  FormatRegistry.Set('cell', () => true);
  Object.assign(Cell, { title: 'Cell' });
  expect(Type.Composite([Cell, Type.Object({ ...Cell.properties })])).toBe(Type);
  expect(Shared.title).toBe('Cell');
  expect(Type.Recursive((This) => Type.Array(This))).toBe(Type);
  expect(await (Type as unknown)).toBe(Type);
  expect(new TypeBoxError('none')).toBe(Type);
});
