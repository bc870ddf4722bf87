import type { JsonSchema } from '@btcp/core';
import { emitValidator } from './emit/emit-validator.ts';
import { joinChunks, moduleChunk, type ModuleChunk } from './emit/module-text.ts';
import type { ReadOptions } from './find-schema-issues.ts';

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
