import type { JsonSchema, Validator } from '@btcp/core';
import { validatorChunk } from './compile-validators.ts';
import { chunkExpression, type ModuleChunk } from './emit/module-text.ts';
import * as runtime from '../runtime/index.ts';

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

/** Evaluates the export of a chunk in this process, instead of importing it from a file. */
export function evaluateChunk(chunk: ModuleChunk): unknown {
  const { imports } = chunk;
  const functions: Readonly<Record<string, unknown>> = runtime;
  const parameters = imports.map((name) => `$${name}`);
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- the text is ours, made from a schema in hand
  const make = new Function(...parameters, `return ${chunkExpression(chunk)}`) as (
    ...values: unknown[]
  ) => unknown;
  return make(...imports.map((name) => functions[name]));
}
