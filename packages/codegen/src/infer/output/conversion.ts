import type { JsonSchemaObject } from '@btcp/core';
import type { Types } from '../../source/types/types.ts';
import type { ast, Checker, Type } from '../../source/types/typescript.ts';

export interface Place {
  /** The declaration to report; undefined at the root, where it depends on the offending type. */
  readonly node: ast.Node | undefined;
  /** For example `rows[].id`; empty for the result itself. */
  readonly path: string;
  /** The type's node in the source, if it is written; decides the order of a union's members. */
  readonly written: ast.TypeNode | undefined;
  /** Levels below the result. */
  readonly depth: number;
}

export interface NotJson {
  /** Predicate of the message; its subject is a path such as "`rows[].id`". */
  readonly says: string;
  readonly help: string;
}

export interface Conversion {
  readonly types: Types;
  readonly checker: Checker;
  /** Returns the schema of a type. The caller handles `undefined` among a union's members. */
  convert(type: Type, place: Place): JsonSchemaObject;
  /** Reports a type without a JSON form, and returns the schema to use instead. */
  report(type: Type, place: Place, reason: NotJson): JsonSchemaObject;
}
