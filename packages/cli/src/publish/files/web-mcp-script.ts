import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundlePageScript } from '@btcp/codegen';
import type { FileWriter } from '../publication.ts';

const SCRIPT = 'webmcp.js';

/** What tools that run isolated are loaded from. */
const ISOLATED = ['isolated.js', 'btcp-isolated.html'];

// A bundle has all its entries in one folder.
const EXTENSION = extname(import.meta.url);
const RUNNER = fileURLToPath(
  new URL(`${EXTENSION === '.ts' ? '..' : '.'}/page-script${EXTENSION}`, import.meta.url),
);

/** A script with which a page offers the tools to the browser's agent; none where they need Node. */
export const webMcpScript: FileWriter = async ({ manifest, config, report }) => {
  const script = await bundlePageScript({ config, runner: RUNNER });
  if ('text' in script) {
    const beside = manifest.config?.sandbox === undefined ? [] : ISOLATED;
    const files = beside.map(async (path) => ({
      path,
      text: await readFile(join(config.outDir, path), 'utf8'),
    }));
    return [{ path: SCRIPT, text: script.text }, ...(await Promise.all(files))];
  }
  report(`${SCRIPT} is left out, as the tools cannot be bundled for a page: ${script.problem}`);
  return [];
};
