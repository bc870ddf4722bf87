import type { JsonSchema, Validator } from '@btcp/core';
import { validatorChunk } from './compile-validators.ts';
import * as runtime from './runtime/index.ts';

/**
 * Compiles a schema at run time. Same verdicts, issues and defaults as an emitted validator: it is the same text,
 * evaluated. Needs eval, so it does not work under a Content-Security-Policy that forbids it.
 *
 * @throws Error when the schema cannot be compiled; it names every problem with its JSON pointer.
 */
export function compileSchema(schema: JsonSchema): Validator {
  const { expression, imports } = validatorChunk('schema', schema);
  const functions: Readonly<Record<string, unknown>> = runtime;
  const make = new Function(...imports.map((name) => `$${name}`), `return ${expression}`);
  // validatorChunk's expression is a call of the runtime's `validator`.
  return make(...imports.map((name) => functions[name])) as Validator;
}
