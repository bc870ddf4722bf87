import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { encodeResult } from '@btcp/adapters';
import { makeNames } from '@btcp/adapters/internal';
import type { BTCPClient } from '@btcp/client';
import { bundleScript } from '@btcp/codegen/internal';
import { BTCPError, type ManifestTool, type UiDomains } from '@btcp/core';
import { InputError } from '../errors.ts';
import { type CliIo, line } from '../io.ts';
import { readDocument } from '../system/write-files.ts';

interface ShownCall {
  readonly client: BTCPClient;
  readonly tool: ManifestTool | undefined;
  readonly name: string;
  readonly input: unknown;
  readonly result: unknown;
  readonly outDir: string;
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

interface PreviewParts extends Omit<ShownCall, 'outDir' | 'isOpened'> {
  readonly document: string;
  readonly script: string;
}

interface Answer {
  readonly type: string;
  readonly body: string;
  readonly policy?: string;
}

/** Serves a page that shows a result in the tool's document, on 127.0.0.1 under a path that nobody can guess. */
async function servePreview(
  parts: PreviewParts,
): Promise<{ readonly url: string; readonly close: () => void }> {
  const folder = `/${randomUUID()}/`;
  const answers: Readonly<Record<string, (request: IncomingMessage) => Answer | Promise<Answer>>> = {
    'GET ': () => ({ type: 'text/html', body: PAGE, policy: PAGE_POLICY }),
    'GET host.js': () => ({ type: 'text/javascript', body: parts.script }),
    'GET document.html': () => ({
      type: 'text/html',
      body: parts.document,
      policy: policyOf(parts.tool?.ui),
    }),
    'GET call.json': () => ({ type: 'application/json', body: shownCall(parts) }),
    'POST call': async (request) => ({
      type: 'application/json',
      body: await callTool(parts.client, request),
    }),
  };
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request;
    const answer = url.startsWith(folder) ? answers[`${method} ${url.slice(folder.length)}`] : undefined;
    void respond(response, answer && (async () => answer(request)));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}${folder}`, close };
}

async function respond(response: ServerResponse, answer: (() => Promise<Answer>) | undefined): Promise<void> {
  if (!answer) return void response.writeHead(404).end();
  try {
    const { type, body, policy } = await answer();
    response.writeHead(200, {
      'Content-Type': `${type}; charset=utf-8`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      ...(policy !== undefined && { 'Content-Security-Policy': policy }),
    });
    response.end(body);
  } catch (error) {
    response.writeHead(400).end(BTCPError.from(error).message);
  }
}

const PAGE = `<!doctype html>
<meta charset="utf-8">
<title>btcp</title>
<style>body { margin: 1rem } iframe { width: 100%; height: 20rem; border: 1px solid #888 }</style>
<iframe title="The tool's document" sandbox="allow-scripts allow-forms"></iframe>
<script type="module" src="host.js"></script>
`;

const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; frame-src 'self'; style-src 'unsafe-inline'";

/** The policy of MCP Apps for a document: nothing from outside but what its manifest names. */
function policyOf({ connectDomains = [], resourceDomains = [] }: UiDomains = {}): string {
  const resources = resourceDomains.join(' ');
  return [
    "default-src 'none'",
    ...['script-src', 'style-src'].map((each) => `${each} 'unsafe-inline' ${resources}`),
    ...['img-src', 'font-src', 'media-src'].map((each) => `${each} data: ${resources}`),
    `connect-src ${connectDomains.join(' ') || "'none'"}`,
    "base-uri 'none'",
    "form-action 'none'",
    'sandbox allow-scripts allow-forms',
  ].join('; ');
}

function shownCall({ client, name, input, result }: PreviewParts): string {
  const params = { name, arguments: input };
  return JSON.stringify({
    tool: { name },
    input: { arguments: input },
    result: encoded(client, params, result),
  });
}

async function callTool(client: BTCPClient, request: IncomingMessage): Promise<string> {
  const params = JSON.parse(await readText(request)) as {
    readonly name: string;
    readonly arguments?: unknown;
  };
  const result = await client
    .callTool(params.name, params.arguments ?? {})
    .catch((error: unknown) => BTCPError.from(error));
  return JSON.stringify(encoded(client, params, result));
}

// As a server of MCP sends it: with media in blocks of their own.
function encoded(client: BTCPClient, params: object, result: unknown): unknown {
  const names = makeNames(
    client.listTools().map((tool) => ({ exportedName: tool.name, tool, strict: false })),
  );
  return encodeResult(result, { target: 'mcp-2026-07-28', call: { method: 'tools/call', params }, names });
}
