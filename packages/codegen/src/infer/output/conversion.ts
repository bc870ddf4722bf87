import type { JsonSchemaObject } from '@btcp/core';
import type { Types } from '../../source/types/types.ts';
import type { ast, Checker, Type } from '../../source/types/typescript.ts';

/** The location of a type within a tool's result. */
export interface Place {
  /** The declaration to report; undefined at the root, where it depends on the offending type. */
  readonly node: ast.Node | undefined;
  /** For example `rows[].id`; empty for the result itself. */
  readonly path: string;
  /** The type as its author wrote it, where it is written: the order of a union's members is read from it. */
  readonly written: ast.TypeNode | undefined;
  /** Levels below the result. */
  readonly depth: number;
}

/** Why a type has no JSON form, said of a subject such as "`rows[].id`". */
export interface NotJson {
  /** Completes the sentence that begins with the subject. */
  readonly says: string;
  /** A way out. */
  readonly help: string;
}

/** State shared by the converters during one inference. */
export interface Conversion {
  readonly types: Types;
  readonly checker: Checker;
  /** The schema of a type; `undefined` among a union's members is left to the caller. */
  convert(type: Type, place: Place): JsonSchemaObject;
  /** Records that a type has no JSON form, once per place, and gives the schema to go on with. */
  report(type: Type, place: Place, reason: NotJson): JsonSchemaObject;
  /** The `$defs` so far, by name: a recursive union may meet itself under another identity. */
  readonly definitions: ReadonlyMap<string, JsonSchemaObject>;
}
