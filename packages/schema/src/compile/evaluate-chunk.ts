import { chunkExpression, type ModuleChunk } from './emit/module-text.ts';
import * as runtime from './runtime/index.ts';

/** The export that a chunk makes, evaluated here instead of imported from a file. */
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
