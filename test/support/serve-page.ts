import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

/** What a page is served from: a folder, or files by their path in the URL, such as `/index.html`. */
export type PageFiles = string | Readonly<Record<string, string | Uint8Array>>;

/** A running server. */
export interface PageServer {
  /** Such as `http://127.0.0.1:40123`, without a slash at the end. */
  readonly url: string;
  /** Stops the server and drops its connections. */
  readonly close: () => Promise<void>;
}

/** The policy of every response: scripts, styles and requests of the same origin only; nothing inline, no eval. */
const PAGE_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const MIME_TYPES = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.mjs', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.map', 'application/json; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.ico', 'image/x-icon'],
  ['.txt', 'text/plain; charset=utf-8'],
]);

/**
 * Serves a page on 127.0.0.1, on a free port, under a strict Content-Security-Policy.
 *
 * @param files - A folder, or a table of files; `/` is `/index.html`. Nothing outside of it is served.
 * @param headers - Headers of single paths, over the usual ones.
 */
export async function servePage(
  files: PageFiles,
  headers: Readonly<Record<string, Readonly<Record<string, string>>>> = {},
): Promise<PageServer> {
  const read = typeof files === 'string' ? await folderReader(files) : tableReader(files);
  const server = createServer((request, response) => void answer(request, response, read, headers));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  // listen() on a TCP port always gives an AddressInfo, never a pipe's name.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

type Reader = (path: string) => Promise<string | Uint8Array | undefined>;

function tableReader(files: Readonly<Record<string, string | Uint8Array>>): Reader {
  const table = new Map(Object.entries(files));
  return async (path) => table.get(path);
}

async function folderReader(folder: string): Promise<Reader> {
  const root = await realpath(folder);
  return async (path) => {
    try {
      // The real path, so that neither `..` nor a symbolic link leads out of the folder.
      const file = await realpath(join(root, path));
      return file.startsWith(root + sep) ? await readFile(file) : undefined;
    } catch {
      return undefined;
    }
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  read: Reader,
  headers: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Promise<void> {
  const path = pathOf(request.url ?? '/');
  const body = path === undefined ? undefined : await read(path);
  response.setHeader('Content-Security-Policy', PAGE_POLICY);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Cache-Control', 'no-store');
  for (const [name, value] of Object.entries(headers[path ?? ''] ?? {})) response.setHeader(name, value);
  // Browsers ask for it unasked; a 404 would be a problem that no page caused.
  if (path === '/favicon.ico' && body === undefined) return void response.writeHead(204).end();
  if (path === undefined || body === undefined) return void response.writeHead(404).end('Not found\n');
  const type = MIME_TYPES.get(extname(path)) ?? 'application/octet-stream';
  response.writeHead(200, { 'Content-Type': type }).end(body);
}

/** The decoded path of a request, or `undefined` when it isn't one that a page asks for. */
function pathOf(target: string): string | undefined {
  try {
    const path = decodeURIComponent(target.replace(/[?#].*$/s, ''));
    if (path.includes('\0') || path.includes('\\') || path.split('/').includes('..')) return undefined;
    return path.endsWith('/') ? `${path}index.html` : path;
  } catch {
    return undefined;
  }
}
