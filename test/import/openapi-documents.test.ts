import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { build } from '@btcp/codegen';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { findTypeMistakes } from '../support/find-type-mistakes.ts';
import { clientOf, importApi } from '../support/import-api.ts';
import { recordRequests } from '../support/record-requests.ts';

const installed = (path: string): string =>
  fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url));

async function typeMistakesOf(root: string, options = '--lib es2023,dom'): Promise<readonly string[]> {
  const folder = join(root, 'src/api');
  const files = (await readdir(folder)).map((name) => join(folder, name));
  return findTypeMistakes(files, options);
}

// Documents of packages on npm, as their owners publish them.
describe('btcp import --from openapi', () => {
  it('imports Figma (YAML, 3.1), whose tools send what the API documents', async () => {
    const { root, code, out } = await importApi(installed('@figma/rest-api-spec/openapi/openapi.yaml'), [
      '--tag',
      'Comments',
      '--tag',
      'Files',
      '--include',
      '*omment*',
      '--include',
      'getImages',
    ]);
    expect({ code, out }).toEqual({
      code: 0,
      out: '4 of 54 operations are tools in src/api: 5 files written, 0 unchanged, 0 left.\n',
    });
    expect(await typeMistakesOf(root)).toEqual([]);
    // A Node project has its own fetch.
    expect(await typeMistakesOf(root, '--types node')).toEqual([]);
    const api = await recordRequests(({ method, url }) =>
      method === 'DELETE'
        ? { body: { status: 200, error: false } }
        : url.startsWith('/v1/images')
          ? { body: { err: null, images: { '1:2': null } } }
          : { status: 403, body: { status: 403, err: 'Invalid token' } },
    );
    const asked: unknown[] = [];
    const client = await clientOf(root, {
      baseUrl: api.url,
      authorize(request: { headers: Headers }, scheme: { name: string; parameter?: string }) {
        asked.push(scheme);
        if (scheme.name !== 'OAuth2') return false;
        request.headers.set('authorization', 'Bearer secret');
        return true;
      },
    });
    expect(
      await client.callTool('getImages', {
        file_key: 'a/b',
        ids: '1:2,1:3',
        scale: 0.5,
        svg_include_id: true,
      }),
    ).toEqual({ err: null, images: { '1:2': null } });
    await client.callTool('deleteComment', { file_key: 'k', comment_id: '7' });
    const failed = await client
      .callTool('postComment', { file_key: 'k', message: 'Hello', client_meta: { x: 1, y: 2 } })
      .catch((error: unknown) => error);
    expect(failed).toMatchObject({
      code: 'HTTP_ERROR',
      message:
        'POST /v1/files/{file_key}/comments was answered with 403: {"status":403,"err":"Invalid token"}',
      data: { status: 403, body: { status: 403, err: 'Invalid token' } },
    });
    expect(
      api.requests.map(({ method, url, headers, body }) => [
        method,
        url,
        headers['authorization'],
        headers['content-type'],
        body,
      ]),
    ).toEqual([
      [
        'GET',
        '/v1/images/a%2Fb?ids=1%3A2%2C1%3A3&scale=0.5&format=png&svg_outline_text=true&svg_include_id=true&svg_include_node_id=false&svg_simplify_stroke=true&contents_only=true&use_absolute_bounds=false',
        'Bearer secret',
        undefined,
        '',
      ],
      ['DELETE', '/v1/files/k/comments/7', 'Bearer secret', undefined, ''],
      [
        'POST',
        '/v1/files/k/comments',
        'Bearer secret',
        'application/json',
        '{"message":"Hello","client_meta":{"x":1,"y":2}}',
      ],
    ]);
    expect(asked.at(-1)).toEqual({ type: 'oauth2', name: 'OAuth2', scopes: ['file_comments:write'] });
    expect(asked[0]).toEqual({
      type: 'apiKey',
      in: 'header',
      parameter: 'X-Figma-Token',
      name: 'PersonalAccessToken',
      scopes: [],
    });
  });

  it('gives back the schemas of Figma as the document has them, but for defaults of results', async () => {
    const path = installed('@figma/rest-api-spec/openapi/openapi.yaml');
    const { root } = await importApi(path, ['--include', 'postComment', '--include', 'getImages']);
    const { manifest } = await build({ cwd: root });
    const document = parse(
      (await readFile(path, 'utf8')).replaceAll('#/components/schemas/', '#/$defs/'),
    ) as {
      paths: Record<
        string,
        Record<string, { parameters: { name: string; description: string; schema: object }[] }>
      >;
      components: { schemas: Record<string, object> };
    };
    const [images, comment] = manifest?.tools ?? [];
    const parameters = document.paths['/v1/images/{file_key}']?.['get']?.parameters ?? [];
    expect(parameters).toHaveLength(11);
    expect(images?.inputSchema['properties']).toEqual(
      Object.fromEntries(
        parameters.map(({ name, schema, description }) => [name, { ...schema, description }]),
      ),
    );
    const definitions = comment?.outputSchema?.['$defs'] as Record<string, object>;
    expect(Object.keys(definitions)).toEqual([
      'Vector',
      'FrameOffset',
      'Region',
      'FrameOffsetRegion',
      'User',
      'Reaction',
      'Emoji',
    ]);
    // A client would fill defaults in, which the answer did not have.
    const withoutDefaults = (schema: unknown): unknown =>
      JSON.parse(JSON.stringify(schema, (key, part: unknown) => (key === 'default' ? undefined : part)));
    for (const [name, schema] of Object.entries(definitions))
      expect(schema).toEqual(withoutDefaults(document.components.schemas[name]));
  });

  it('imports the Star Trek API (3.0, 120 operations without an id), filtered', async () => {
    const document = installed('@readme/oas-examples/3.0/json/star-trek.json');
    const { root, code, err, out } = await importApi(document, [
      '--include',
      '/book*',
      '--exclude',
      'GET */search',
      '--exclude',
      '*Collection*',
    ]);
    expect({ code, err, out }).toEqual({
      code: 0,
      err:
        'note     111 of 120 operations are left out by --include.\n' +
        'note     5 of 120 operations are left out by --exclude.\n' +
        'note     getBook, postBookSearch, getBookSeries and 1 more: "apiKey" of the query is left to `authorize`, because it is a secret\n',
      out: '4 of 120 operations are tools in src/api: 5 files written, 0 unchanged, 0 left.\n',
    });
    expect(await typeMistakesOf(root)).toEqual([]);
    const api = await recordRequests(() => ({ body: { page: { pageNumber: 2 }, books: [] } }));
    const client = await clientOf(root, {
      baseUrl: `${api.url}/rest`,
      authorize(request: { url: URL }, scheme: { parameter: string }) {
        request.url.searchParams.set(scheme.parameter, 'k1');
      },
    });
    const input = { pageNumber: 2, sort: 'title,ASC', title: 'The Entropy Effect & more', novel: true };
    await client.callTool('postBookSearch', input);
    expect(api.requests).toMatchObject([
      {
        method: 'POST',
        url: '/rest/book/search?pageNumber=2&sort=title%2CASC&apiKey=k1',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'title=The+Entropy+Effect+%26+more&novel=true',
      },
    ]);
  });

  it('imports the galaxy of Scalar (YAML, 3.1): multipart, null, recursive schemas, several credentials', async () => {
    const { root, err } = await importApi(installed('@scalar/galaxy/dist/3.1.yaml'));
    expect(err).toContain(
      'error    createUser (POST /user/signup): Its body needs a secret, "password", which must not pass through a model.\n',
    );
    expect(await typeMistakesOf(root)).toEqual([]);
    const api = await recordRequests(({ method }) =>
      method === 'DELETE' ? { status: 204 } : { body: { message: 'Uploaded', fileSize: 3 } },
    );
    const client = await clientOf(root, {
      baseUrl: api.url,
      authorize: (request: { headers: Headers }, { name }: { name: string }) =>
        name === 'basicAuth' && request.headers.set('authorization', 'Basic dTpw') === undefined,
    });
    expect(await client.callTool('deletePlanet', { planetId: 4 })).toBeNull();
    expect(await client.callTool('uploadImage', { planetId: 4, image: 'AAEC' })).toEqual({
      message: 'Uploaded',
      fileSize: 3,
    });
    await expect(client.callTool('uploadImage', { planetId: 4, image: '%' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
    expect(api.requests.map(({ method, url, headers }) => [method, url, headers['authorization']])).toEqual([
      ['DELETE', '/planets/4', 'Basic dTpw'],
      ['POST', '/planets/4/image', 'Basic dTpw'],
    ]);
    const [, { headers, body } = { headers: {} as Record<string, unknown>, body: '' }] = api.requests;
    const [, boundary] = /^multipart\/form-data; boundary=(.+)$/.exec(String(headers['content-type'])) ?? [];
    expect(body.split(`--${boundary}`)).toEqual([
      '',
      '\r\nContent-Disposition: form-data; name="image"; filename="image"\r\nContent-Type: application/octet-stream\r\n\r\n\u0000\u0001\u0002\r\n',
      '--\r\n',
    ]);
  });
});
