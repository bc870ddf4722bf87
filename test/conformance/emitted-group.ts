import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { JsonSchema, Validator } from '@btcp/core';
import { validatorChunk } from '../../packages/schema/src/compile/compile-validators.ts';
import { joinChunks } from '../../packages/schema/src/compile/emit/module-text.ts';
import type { ReadOptions } from '../../packages/schema/src/compile/link/schema-registry.ts';

const RUNTIME = new URL('../../packages/schema/src/compile/runtime/index.ts', import.meta.url).href;
const HERE = fileURLToPath(new URL('.', import.meta.url));

/** Emits schemas as one module, writes it to disk and imports it, as a host would. */
export async function emitAndImport(
  schemas: readonly JsonSchema[],
  options: ReadOptions,
): Promise<(Validator | Error)[]> {
  const failures = new Map<number, Error>();
  const chunks = schemas.flatMap((schema, index) => {
    try {
      return [validatorChunk(`v${index}`, schema, options)];
    } catch (error) {
      failures.set(index, error instanceof Error ? error : new Error(String(error)));
      return [];
    }
  });
  const module = await importText(joinChunks(chunks, RUNTIME));
  return schemas.map((_, index) => failures.get(index) ?? (module[`v${index}`] as Validator)); // a chunk exports one
}

async function importText(text: string): Promise<Readonly<Record<string, unknown>>> {
  const folder = mkdtempSync(join(HERE, '.emitted-'));
  try {
    const file = join(folder, 'validators.js');
    writeFileSync(file, text);
    return (await import(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
