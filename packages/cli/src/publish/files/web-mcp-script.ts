import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundlePageScript } from '@btcp/codegen';
import type { FileWriter } from '../publication.ts';

const SCRIPT = 'webmcp.js';

// A bundle has all its entries in one folder.
const EXTENSION = extname(import.meta.url);
const RUNNER = fileURLToPath(
  new URL(`${EXTENSION === '.ts' ? '..' : '.'}/page-script${EXTENSION}`, import.meta.url),
);

/** A script with which a page offers the tools to the browser's agent; none where they need Node. */
export const webMcpScript: FileWriter = async ({ config, report }) => {
  const script = await bundlePageScript({ config, runner: RUNNER });
  if ('text' in script) return [{ path: SCRIPT, text: script.text }];
  report(`${SCRIPT} is left out, as the tools cannot be bundled for a page: ${script.problem}`);
  return [];
};
