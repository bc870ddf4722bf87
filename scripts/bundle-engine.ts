/**
 * Bundles QuickJS and what drives it into packages/client/dist/quickjs-engine.mjs: one file, which nothing is imported
 * into, so that a process may read no other, and a page can serve it under a policy of its own.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ENTRY = fileURLToPath(new URL('../packages/client/src/isolated/engine/engine.ts', import.meta.url));
const OUT = fileURLToPath(new URL('../packages/client/dist/quickjs-engine.mjs', import.meta.url));
const LICENSE = fileURLToPath(new URL('../node_modules/quickjs-wasi/LICENSE', import.meta.url));

/** The text of the file. */
export async function engineText(): Promise<string> {
  const license = await readFile(LICENSE, 'utf8');
  const { outputFiles } = await build({
    entryPoints: [ENTRY],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    platform: 'neutral',
    target: 'es2022',
    conditions: ['@btcp/source'],
    loader: { '.wasm': 'base64' },
    // It allows copies that keep it.
    banner: { js: `/*! Holds QuickJS, as quickjs-wasi.\n\n${license}*/` },
  });
  return outputFiles[0]?.text ?? '';
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(OUT, await engineText());
  // A program, which exports nothing.
  await writeFile(OUT.replace(/[.]mjs$/, '.d.mts'), 'export {};\n');
}
