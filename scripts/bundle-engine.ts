/**
 * Bundles QuickJS and what drives it into packages/client/dist/quickjs-engine.mjs: one file, which nothing is imported
 * into, so that a process may read no other, and a page can serve it under a policy of its own.
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ENTRY = fileURLToPath(new URL('../packages/client/src/isolated/engine/engine.ts', import.meta.url));
const OUT = fileURLToPath(new URL('../packages/client/dist/quickjs-engine.mjs', import.meta.url));

/** The text of the file. */
export async function engineText(): Promise<string> {
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
  });
  return outputFiles[0]?.text ?? '';
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(OUT, await engineText());
  // A program, which exports nothing.
  await writeFile(OUT.replace(/[.]mjs$/, '.d.mts'), 'export {};\n');
}
