import type { ModuleChunk } from './emit/module-text.ts';
import * as runtime from './runtime/index.ts';

/** The value of a chunk's expression, evaluated here instead of imported from a file. */
export function evaluateChunk({ expression, imports }: ModuleChunk): unknown {
  const functions: Readonly<Record<string, unknown>> = runtime;
  const make = new Function(...imports.map((name) => `$${name}`), `return ${expression}`);
  return make(...imports.map((name) => functions[name])) as unknown;
}
