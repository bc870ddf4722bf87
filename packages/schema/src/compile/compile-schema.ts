import type { JsonSchema, Validator } from '@btcp/core';
import { validatorChunk } from './compile-validators.ts';
import { evaluateChunk } from './evaluate-chunk.ts';

/**
 * Compiles a schema at run time. Same verdicts, issues and defaults as an emitted validator, as the code is the same.
 * Needs eval, so it does not work under a Content-Security-Policy that forbids it.
 *
 * @throws Error when the schema cannot be compiled; it names every issue with its JSON pointer.
 */
export function compileSchema(schema: JsonSchema): Validator {
  // The export of a `validatorChunk` is what the runtime's `validator` returns.
  return evaluateChunk(validatorChunk('schema', schema)) as Validator;
}
