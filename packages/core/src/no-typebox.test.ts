import * as typebox from '@sinclair/typebox';
import { expect, it } from 'vitest';
import * as nothing from './no-typebox.ts';

it('exports all that schemas are made with, and nothing that TypeBox lacks', () => {
  const { JavaScriptTypeBuilder, JsonTypeBuilder, ...exported } = typebox;
  const builders = new Set(
    [JavaScriptTypeBuilder, JsonTypeBuilder].flatMap(({ prototype }) =>
      Object.getOwnPropertyNames(prototype),
    ),
  );
  const made = Object.keys(exported).filter((name) => builders.has(name));
  expect(made.length).toBeGreaterThan(55);
  expect(Object.keys(nothing)).toEqual(
    expect.arrayContaining([...made, 'Type', 'Kind', 'OptionalKind', 'FormatRegistry', 'TypeRegistry']),
  );
  expect(Object.keys(typebox)).toEqual(expect.arrayContaining(Object.keys(nothing)));
});

it('supports all that a module does with TypeBox, and is not a thenable', async () => {
  const { Type, FormatRegistry, TypeBoxError } = nothing as unknown as typeof typebox;
  const Cell = Type.Object({ cell: Type.String({ pattern: '^[A-Z]' }) }, { $id: 'Cell' });
  const Shared = { ...Cell, title: 'Cell' };
  FormatRegistry.Set('cell', () => true);
  Object.assign(Cell, { title: 'Cell' });
  expect(Type.Composite([Cell, Type.Object({ ...Cell.properties })])).toBeTypeOf('function');
  expect(Shared.title).toBe('Cell');
  expect(Type.Recursive((This) => Type.Array(This))).toBeTypeOf('function');
  expect(await (Type as unknown)).toBe(Type);
  expect(new TypeBoxError('none')).toBeTypeOf('function');
  expect(new Error('none') instanceof TypeBoxError).toBe(false);
});

it('keeps changes and freezing of one schema from the others', () => {
  const { Type } = nothing as unknown as typeof typebox;
  const frozen = Object.freeze(Type.String());
  const sealed = Object.seal(Object.defineProperty(Type.String(), 'title', { value: 'A' }));
  const other = Object.assign(Type.String(), { title: 'B' });
  expect([sealed.title, other.title]).toEqual(['A', 'B']);
  expect([Reflect.get(frozen, 'name'), Reflect.get(frozen, 'prototype')]).not.toContain(undefined);
  other.title = 'C';
  expect(other.title).toBe('C');
});
