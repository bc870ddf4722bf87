import type { TSchema } from '@sinclair/typebox';
import type { GenericSchema } from 'valibot';
import type { ZodType } from 'zod';
import type { JsonSchemaObject } from '@btcp/core';

/** One schema, written for every library, with values that fit it and values that do not. */
export interface ValidatorCase {
  /** For the emitted validator and ajv. */
  readonly schema: JsonSchemaObject;
  /** The schema with additions that make ajv fastest, if there are any. */
  readonly ajvSchema?: JsonSchemaObject;
  readonly typebox: TSchema;
  readonly zod: ZodType;
  readonly valibot: GenericSchema;
  /** The check as a careful programmer writes it by hand: everything that the schema requires, nothing else. */
  readonly check: (value: unknown) => boolean;
  /** A valid value, different for each number. */
  readonly valid: (number: number) => object;
  /** Changes that make such a value invalid, each in its own way. */
  readonly breaks: readonly ((value: Breakable) => void)[];
}

/** A value that a case breaks: JSON of a shape that the case knows. */
// The cases reach deep into values of their own making; a type per case would only repeat `valid`.
// oxlint-disable-next-line typescript/no-explicit-any
export type Breakable = any;
