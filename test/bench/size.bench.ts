import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { compileToolValidators } from '@btcp/schema/compile';
import { CELL_TOOL } from './call/cell-tool.ts';
import type { Bench } from './support/row.ts';

const RUNTIME = '@btcp/schema/runtime';
const HERE = fileURLToPath(new URL('.', import.meta.url));

/** The code that a page loads, bundled, minified and gzipped. */
export const size: Bench = async () => {
  const { code } = compileToolValidators([CELL_TOOL]);
  const client = `export * from '@btcp/client';`;
  return [
    { limit: 'size-validator', variant: 'getCellValue', ...(await sizeOf(code, { external: [RUNTIME] })) },
    { limit: 'size-client', variant: '@btcp/client', ...(await sizeOf(client)) },
    {
      ...shown("getCellValue's validators with the part of the runtime that they use"),
      ...(await sizeOf(code)),
    },
    { ...shown('the whole runtime of validators'), ...(await sizeOf(`export * from '${RUNTIME}';`)) },
    {
      ...shown('a page with client, one tool and runtime'),
      ...(await sizeOf(`export { BTCPClient } from '@btcp/client';\n${code}`)),
    },
  ];
};

const shown = (variant: string) => ({ figure: 'other sizes, minified and gzipped', variant, unit: 'KB' });

/** The size of the code that a page loads at first. */
async function sizeOf(
  contents: string,
  options: { readonly external?: string[] } = {},
): Promise<{ measured: number; details: string }> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: HERE },
    bundle: true,
    // Dynamic imports are in files of their own.
    splitting: true,
    outdir: HERE,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    logLevel: 'warning',
    ...options,
  });
  const bytes = outputFiles[0]?.contents ?? new Uint8Array();
  const gzipped = gzipSync(bytes, { level: 9 }).length;
  return { measured: gzipped / 1024, details: `${gzipped} bytes, ${bytes.length} before gzip` };
}
