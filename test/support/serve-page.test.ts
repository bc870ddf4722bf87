import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { servePage, type PageServer } from './serve-page.ts';

// Not fetch: it resolves `..` in a URL before it sends the request.
function get(
  server: PageServer,
  path: string,
): Promise<{ status: number; type: string; policy: string; body: string }> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers['content-type'] ?? '',
          policy: String(response.headers['content-security-policy']),
          body: Buffer.concat(chunks).toString(),
        }),
      );
    })
      .on('error', reject)
      .end();
  });
}

describe('servePage', () => {
  let root: string;
  let server: PageServer;

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'serve-page-'));
    await mkdir(join(root, 'public', 'assets'), { recursive: true });
    await writeFile(join(root, 'secret.txt'), 'secret');
    await writeFile(join(root, 'public', 'index.html'), '<p>home</p>');
    await writeFile(join(root, 'public', 'assets', 'a b.js'), 'run()');
    await symlink(join(root, 'secret.txt'), join(root, 'public', 'link.txt'));
    server = await servePage(join(root, 'public'));
  });

  afterAll(async () => {
    await server.close();
    await rm(root, { recursive: true });
  });

  it.each([
    ['/', 200, 'text/html; charset=utf-8', '<p>home</p>'],
    ['/index.html?x=1', 200, 'text/html; charset=utf-8', '<p>home</p>'],
    ['/assets/a%20b.js', 200, 'text/javascript; charset=utf-8', 'run()'],
    ['/none.js', 404, '', 'Not found\n'],
    ['/assets', 404, '', 'Not found\n'],
    ['/../secret.txt', 404, '', 'Not found\n'],
    ['/assets/..%2f..%2fsecret.txt', 404, '', 'Not found\n'],
    ['/..%5csecret.txt', 404, '', 'Not found\n'],
    ['/link.txt', 404, '', 'Not found\n'],
    ['/%zz', 404, '', 'Not found\n'],
    ['/favicon.ico', 204, '', ''],
  ])('answers %s with %i', async (path, status, type, body) => {
    expect(await get(server, path)).toMatchObject({ status, type, body });
  });

  it('sends the policy with every response', async () => {
    expect((await get(server, '/')).policy).toContain("script-src 'self'; ");
    expect((await get(server, '/none.js')).policy).toContain("script-src 'self'; ");
  });

  it('serves a table of files, whose keys are only names', async () => {
    const table = await servePage({ '/a.json': '{}' });
    expect(await get(table, '/a.json')).toMatchObject({
      status: 200,
      type: 'application/json; charset=utf-8',
    });
    expect(await get(table, '/__proto__')).toMatchObject({ status: 404 });
    await table.close();
  });
});
