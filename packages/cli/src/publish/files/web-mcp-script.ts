import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundlePageScript } from '@btcp/codegen';
import type { ManifestConfig } from '@btcp/core';
import type { FileWriter } from '../publication.ts';

const SCRIPT = 'webmcp.js';

/** The file with QuickJS, for which `page-script.ts` looks by its name. */
const ENGINE = '@btcp/client/quickjs-engine';

// A bundle has all its entries in one folder.
const EXTENSION = extname(import.meta.url);
const RUNNER = fileURLToPath(
  new URL(`${EXTENSION === '.ts' ? '..' : '.'}/page-script${EXTENSION}`, import.meta.url),
);

/** A script with which a page offers the tools to the browser's agent; none where they need Node. */
export const webMcpScript: FileWriter = async ({ manifest, config, report }) => {
  const { leftOut, ...script } = await bundlePageScript({ config, runner: RUNNER });
  for (const [tool, members] of leftOut)
    report(`${SCRIPT}: ${tool} is left out: it reads \`ctx.${members[0]}\`, which no page has.`);
  if (manifest.tools.every(({ name }) => leftOut.has(name))) return [];
  if ('text' in script) {
    const beside = filesBeside(manifest.config?.sandbox, config.outDir);
    const files = beside.map(async (path) => ({ path: basename(path), text: await readFile(path, 'utf8') }));
    return [{ path: SCRIPT, text: script.text }, ...(await Promise.all(files))];
  }
  report(`${SCRIPT} is left out, as the tools cannot be bundled for a page: ${script.problem}`);
  return [];
};

/** The files that the script loads, for tools that run isolated. */
function filesBeside(sandbox: ManifestConfig['sandbox'], built: string): readonly string[] {
  const script = join(built, 'isolated.js');
  switch (sandbox) {
    case undefined:
      return [];
    case 'iframe':
      return [script, join(built, 'btcp-isolated.html')];
    case 'wasm':
      return [script, createRequire(import.meta.url).resolve(ENGINE)];
    default:
      return [script];
  }
}
