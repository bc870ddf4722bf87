import * as runtime from '../runtime/index.ts';
import type { JsonSchema, Validator } from '@btcp/core';
import { chunkExpression, type ModuleChunk, joinChunks, moduleChunk } from './emit/module-text.ts';
import { emitValidator } from './emit/emit-validator.ts';
import type { ReadOptions } from './find-schema-issues.ts';

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

/** How emitted modules find their runtime. */
export interface CompileOptions {
  /** Module specifier of the runtime. Default: `@btcp/schema/runtime`. */
  readonly runtime?: string;
}

/** How schemas are compiled to a module. */
export interface CompileValidatorsOptions extends CompileOptions, ReadOptions {}

/**
 * Compiles schemas to one ES module with one export per key, each a `Validator`. The module imports the runtime and
 * nothing else, and needs no eval.
 *
 * @param schemas - JSON Schema 2020-12, or an older draft from draft-04 on where `$schema` says so. Any string may be a key.
 * @throws Error when a schema cannot be compiled; it names the key and every issue with its JSON pointer.
 */
export function compileValidators(
  schemas: Readonly<Record<string, JsonSchema>>,
  options: CompileValidatorsOptions = {},
): { code: string } {
  const chunks = Object.keys(schemas).map((key) => validatorChunk(key, schemas[key] ?? true, options));
  return { code: joinChunks(chunks, options.runtime) };
}

/** The chunk that exports the validator of one schema. */
export function validatorChunk(key: string, schema: JsonSchema, options: ReadOptions = {}): ModuleChunk {
  return moduleChunk(key, 'validator', [emitValidator(JSON.stringify(key), schema, options)]);
}
