import { Type, type SchemaOptions, type Static, type TSchema, type TUnsafe } from '@sinclair/typebox';

/** A schema of which exactly one alternative holds; TypeBox's own `Union` is an `anyOf`. */
export function oneOf<const T extends readonly TSchema[]>(
  schemas: T,
  options: SchemaOptions = {},
): TUnsafe<Static<T[number]>> {
  return Type.Unsafe<Static<T[number]>>({ ...options, oneOf: schemas });
}
