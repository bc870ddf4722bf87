import type { ModuleChunk } from './emit/module-text.ts';
import * as runtime from './runtime/index.ts';

/** The value of a chunk's expression, evaluated here instead of imported from a file. */
export function evaluateChunk({ expression, imports }: ModuleChunk): unknown {
  const functions: Readonly<Record<string, unknown>> = runtime;
  const parameters = imports.map((name) => `$${name}`);
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- the text is ours, made from a schema in hand
  const make = new Function(...parameters, `return ${expression}`) as (...values: unknown[]) => unknown;
  return make(...imports.map((name) => functions[name]));
}
