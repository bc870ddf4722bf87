import { chunkExpression, type ModuleChunk } from './emit/module-text.ts';
import * as runtime from './runtime/index.ts';

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
