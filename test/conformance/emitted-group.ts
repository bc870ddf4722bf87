import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { JsonSchema, Validator } from '@btcp/core';
import { compileValidators, type CompileValidatorsOptions } from '@btcp/schema/compile';
import { makeFolderBeside } from '../support/make-folder-beside.ts';

// The sources, even where the package is not built.
const RUNTIME = new URL('../../packages/schema/src/runtime/index.ts', import.meta.url).href;
const HERE = fileURLToPath(new URL('.', import.meta.url));

/**
 * Emits schemas as one module, writes it to disk and imports it, as a host would; returns the errors of invalid ones.
 */
export async function emitAndImport(
  schemas: readonly JsonSchema[],
  options: CompileValidatorsOptions,
): Promise<(Validator | Error)[]> {
  const errors = schemas.map((schema) => problemsOf(schema, options));
  const sound = schemas.flatMap((schema, index) =>
    errors[index] === undefined ? [[`v${index}`, schema] as const] : [],
  );
  const { code } = compileValidators(Object.fromEntries(sound), { ...options, runtime: RUNTIME });
  const module = await importText(code);
  return schemas.map((_, index) => errors[index] ?? (module[`v${index}`] as Validator)); // exported above
}

function problemsOf(schema: JsonSchema, options: CompileValidatorsOptions): Error | undefined {
  try {
    compileValidators({ schema }, options);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function importText(text: string): Promise<Readonly<Record<string, unknown>>> {
  const folder = makeFolderBeside(HERE);
  try {
    const file = join(folder, 'validators.js');
    writeFileSync(file, text);
    return (await import(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
