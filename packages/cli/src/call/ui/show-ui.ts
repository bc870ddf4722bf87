import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bundleScript } from '@btcp/codegen';
import type { BTCPClient } from '@btcp/client';
import type { ManifestTool } from '@btcp/core';
import { InputError } from '../../errors.ts';
import type { CliIo } from '../../io.ts';
import { line } from '../../printable-io.ts';
import { readDocument } from '../../system/read-document.ts';
import { type PreviewParts, servePreview } from './serve-preview.ts';

/** The result of a call, to be shown. */
export interface ShownCall {
  readonly client: BTCPClient;
  readonly tool: ManifestTool | undefined;
  readonly name: string;
  readonly input: unknown;
  readonly result: unknown;
  readonly outDir: string;
  /** Whether to open a browser. */
  readonly isOpened: boolean;
}

const PREVIEW = "import { runPreview } from '@btcp/client/app-preview'; void runPreview();";

/** Shows a result in the tool's document until the process ends. */
export async function showUi({ outDir, isOpened, ...call }: ShownCall, io: CliIo): Promise<void> {
  const document = await documentOf(call, outDir);
  const script = await bundleScript(PREVIEW, fileURLToPath(import.meta.url)).catch((error: unknown) => {
    throw new InputError(
      `The page around the document cannot be made: ${(error as Error).message}.`,
      'Run `npm install --save-dev @modelcontextprotocol/ext-apps@2`.',
    );
  });
  const { url, close } = await servePreview({ ...call, document, script } satisfies PreviewParts);
  io.stderr(line`btcp: ${call.name} is shown until Ctrl+C, at ${url}`);
  if (isOpened) openBrowser(url);
  // Without a signal until the process ends.
  await new Promise((resolve) => io.signal?.addEventListener('abort', resolve));
  close();
}

function documentOf({ tool, name }: Pick<ShownCall, 'tool' | 'name'>, outDir: string): Promise<string> {
  if (tool?.ui === undefined)
    throw new InputError(
      `"${name}" has no \`ui\` that shows its result.`,
      "Add `ui: './card.html'` to the tool, and build; or leave out --ui.",
    );
  return readDocument(tool, outDir);
}

/** What opens a URL, by platform; Linux and others have `xdg-open`. */
const OPENERS: Readonly<Record<string, string>> = { darwin: 'open', win32: 'explorer.exe' };

// Whoever has no browser has the URL; `explorer.exe` exits with 1 where it has opened one.
function openBrowser(url: string): void {
  execFile(OPENERS[process.platform] ?? 'xdg-open', [url], () => undefined);
}
