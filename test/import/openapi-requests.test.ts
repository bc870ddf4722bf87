import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BTCPError } from '@btcp/core';
import { describe, expect, it } from 'vitest';
import { clientOf, importApi } from '../support/import-api.ts';
import { recordRequests } from '../support/record-requests.ts';

const text = { type: 'string' };
const list = { type: 'array', items: text };
const object = { type: 'object', properties: { r: text, g: { type: 'integer' } } };
const ok = { 200: { description: 'Done.', content: { 'application/json': { schema: { type: 'object' } } } } };

const parameter = (place: string, name: string, schema: object, style: object = {}): object => ({
  in: place,
  name,
  schema,
  ...(place === 'path' && { required: true }),
  ...style,
});

const operation = (operationId: string, more: object): object => ({
  operationId,
  summary: `Does what ${operationId} says, for tests.`,
  responses: ok,
  ...more,
});

const body = (type: string, schema: object, more: object = {}): object => ({
  requestBody: { required: true, content: { [type]: { schema, ...more } } },
});

const API = {
  openapi: '3.1.0',
  info: { title: 'Everything', version: '1' },
  servers: [{ url: 'https://{region}.example.com/v1/', variables: { region: { default: 'eu' } } }],
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'query', name: 'key' },
      session: { type: 'apiKey', in: 'cookie', name: 'sid' },
      bearer: { type: 'http', scheme: 'bearer' },
    },
  },
  paths: {
    '/paths/{plain}/{list}/{exploded}': {
      get: operation('sendPaths', {
        parameters: [
          parameter('path', 'plain', text),
          parameter('path', 'list', list),
          parameter('path', 'exploded', object, { explode: true }),
        ],
      }),
    },
    '/queries': {
      get: operation('sendQueries', {
        parameters: [
          parameter('query', 'form', list),
          parameter('query', 'commas', list, { explode: false }),
          parameter('query', 'spaces', list, { style: 'spaceDelimited' }),
          parameter('query', 'pipes', list, { style: 'pipeDelimited' }),
          parameter('query', 'color', object, { explode: true }),
          parameter('query', 'pairs', object, { explode: false }),
          parameter('query', 'deep', object, { style: 'deepObject', explode: true }),
          parameter('query', 'free', text, { allowReserved: true }),
          parameter('query', 'filter[state]', text),
          { in: 'query', name: 'json', content: { 'application/json': { schema: object } } },
          parameter('header', 'X-Ids', list),
          parameter('header', 'Authorization', text),
          parameter('header', 'X-Api-Key', text),
          parameter('cookie', 'theme', text),
        ],
      }),
    },
    '/items/{id}': {
      parameters: [parameter('path', 'id', { type: 'integer' })],
      put: operation('replaceItem', {
        parameters: [parameter('query', 'id', text)],
        ...body('application/json', {
          type: 'object',
          properties: { id: text, note: { type: ['string', 'null'], default: null }, password: text },
          required: ['id'],
        }),
        security: [{ session: [] }, { key: [], bearer: ['write'] }],
      }),
      delete: operation('removeItem', {
        responses: { 204: { description: 'Gone.' } },
        security: [{}, { key: [] }],
      }),
    },
    '/form': {
      post: operation('postForm', {
        ...body(
          'application/x-www-form-urlencoded',
          { type: 'object', properties: { list, deep: object, plain: object, many: list } },
          { encoding: { deep: { style: 'deepObject', explode: true }, many: { explode: false } } },
        ),
      }),
    },
    '/list': { post: operation('postList', body('application/vnd.api+json', list)) },
    '/text': {
      post: operation('postText', {
        ...body('text/plain', text),
        responses: { 200: { description: 'Text.', content: { 'text/plain': { schema: text } } } },
      }),
    },
    '/bytes': {
      post: operation('postBytes', {
        ...body('application/octet-stream', {}),
        responses: { 200: { description: 'Bytes.', content: { 'image/png': {} } } },
      }),
    },
    '/xml': { post: operation('postXml', body('application/xml', object)) },
  },
};

describe('the tools of an OpenAPI document', () => {
  it('send parameters and bodies as their styles say', async () => {
    const { root, code, err, out } = await importApi('api.json', [], { 'api.json': JSON.stringify(API) });
    expect({ code, err, out }).toMatchInlineSnapshot(`
      {
        "code": 1,
        "err": "error    postXml (POST /xml): Its body is written as application/xml.
        help: Write this tool by hand: JSON, forms, text and bytes are imported.
      note     sendQueries: "filter[state]" of the query is "filter_state" in the input, because models cannot write that name
      note     sendQueries: "X-Api-Key" of the header is left to \`authorize\`, because it is a secret
      note     sendQueries: "theme" of the cookie is left to \`authorize\`, because it is a secret
      note     replaceItem: "id" of the query is "query_id" in the input, because that name is taken
      note     replaceItem: "id" of the body is "body_id" in the input, because that name is taken
      note     replaceItem: "password" of the body is left out, because it is a secret
      ",
        "out": "8 of 9 operations are tools in src/api: 9 files written, 0 unchanged, 0 left.
      ",
      }
    `);
    // A model may not tell them apart by what the document says of them.
    expect(await readFile(join(root, 'src/api/replace-item.ts'), 'utf8')).toMatch(
      /`id` of the query\.[^]+ query_id:[^]+`id` of the body\.[^]+ body_id:/,
    );
    const api = await recordRequests(({ url }) => {
      if (url.includes('/text?')) return { headers: { 'content-type': 'text/plain' }, body: 'Hello' };
      if (url.includes('/bytes?'))
        return { headers: { 'content-type': 'image/png' }, body: Buffer.from('iVBORw0KGgoB/w==', 'base64') };
      return url.includes('/items/9') ? { status: 204 } : { body: {} };
    });
    const client = await clientOf(root, {
      baseUrl: `${api.url}/v1/?tenant=t`,
      authorize(request: { url: URL; headers: Headers }, scheme: { name: string; scopes: string[] }) {
        if (scheme.name === 'session' || scheme.name === 'theme') return false;
        if (scheme.name === 'bearer')
          request.headers.set('authorization', `Bearer ${scheme.scopes.join(' ')}`);
        else request.url.searchParams.append(scheme.name, 's');
        return true;
      },
    });
    const color = { r: 'a b', g: 2 };
    await client.callTool('sendPaths', {
      plain: 'a/b?',
      list: ['1,', '2'],
      exploded: color,
    });
    await client.callTool('sendQueries', {
      form: ['a', 'b'],
      commas: ['a,', 'b'],
      spaces: ['a', 'b'],
      pipes: ['a', 'b'],
      color,
      pairs: color,
      deep: color,
      free: 'https://a.example/?b=c&d',
      filter_state: 'open',
      json: color,
      'X-Ids': ['1', '2'],
    });
    await expect(client.callTool('sendQueries', { 'X-Ids': ['1\r\nX-Other: 2'] })).rejects.toThrow(
      '["1\\r\\nX-Other: 2"] is no X-Ids that can be part of a header.',
    );
    await client.callTool('replaceItem', { id: 7, query_id: 'q', body_id: 'b' });
    expect(await client.callTool('removeItem', { id: 9 })).toBeNull();
    await client.callTool('postForm', { list: ['a', 'b c'], deep: color, plain: color, many: ['x', 'y'] });
    await client.callTool('postForm', {});
    await client.callTool('postList', { body: ['a'] });
    expect(await client.callTool('postText', { body: 'Hi' })).toBe('Hello');
    expect(await client.callTool('postBytes', { body: 'AP8=' })).toBe('iVBORw0KGgoB/w==');
    expect(
      api.requests.map(({ method, url, headers, body: sent }) => [
        `${method} ${url}`,
        headers['content-type'],
        headers['authorization'],
        sent,
      ]),
    ).toEqual([
      ['GET /v1/paths/a%2Fb%3F/1%2C,2/r=a%20b,g=2?tenant=t', undefined, undefined, ''],
      [
        'GET /v1/queries?tenant=t&form=a&form=b&commas=a%2C,b&spaces=a%20b&pipes=a%7Cb&r=a%20b&g=2&pairs=r,a%20b,g,2&deep%5Br%5D=a%20b&deep%5Bg%5D=2&free=https%3A%2F%2Fa.example%2F%3Fb%3Dc%26d&filter%5Bstate%5D=open&json=%7B%22r%22%3A%22a%20b%22%2C%22g%22%3A2%7D',
        undefined,
        undefined,
        '',
      ],
      ['PUT /v1/items/7?tenant=t&id=q&key=s', 'application/json', 'Bearer write', '{"id":"b","note":null}'],
      ['DELETE /v1/items/9?tenant=t&key=s', undefined, undefined, ''],
      [
        'POST /v1/form?tenant=t',
        'application/x-www-form-urlencoded',
        undefined,
        'list=a&list=b+c&deep%5Br%5D=a+b&deep%5Bg%5D=2&plain=%7B%22r%22%3A%22a+b%22%2C%22g%22%3A2%7D&many=x,y',
      ],
      ['POST /v1/form?tenant=t', 'application/x-www-form-urlencoded', undefined, ''],
      ['POST /v1/list?tenant=t', 'application/vnd.api+json', undefined, '["a"]'],
      ['POST /v1/text?tenant=t', 'text/plain', undefined, 'Hi'],
      ['POST /v1/bytes?tenant=t', 'application/octet-stream', undefined, '\u0000\u00ff'],
    ]);
    expect(api.requests[1]?.headers).toMatchObject({ 'x-ids': '1,2', accept: 'application/json' });
    expect(api.requests.at(-1)?.headers).toMatchObject({ accept: 'image/png' });
  });

  it('send what addresses, forms and files are made of beyond the plain', async () => {
    const price = {
      type: 'object',
      properties: { price: text, tiers: { type: 'array', items: { type: 'integer' } } },
    };
    const items = { type: 'array', items: price };
    const file = { type: 'string', format: 'binary' };
    const document = JSON.stringify({
      ...API,
      components: {},
      paths: {
        '/files/{id}#share': { put: operation('shareFile', { parameters: [parameter('path', 'id', text)] }) },
        '/files?action=list': {
          get: operation('listFiles', { parameters: [parameter('query', 'page', text)] }),
        },
        '/notes': {
          get: operation('readNotes', {
            responses: { 200: { description: 'Text.', content: { 'text/plain': { schema: text } } } },
          }),
        },
        '/words': {
          get: operation('findWords', {
            parameters: [
              parameter('query', 'toString', text),
              parameter('query', 'state', { type: ['string', 'null'] }),
            ],
          }),
        },
        '/orders': {
          post: operation(
            'addOrder',
            body(
              'application/x-www-form-urlencoded',
              { type: 'object', properties: { items, tags: list, note: { type: ['string', 'null'] } } },
              { encoding: { items: { style: 'deepObject' }, tags: { style: 'deepObject' } } },
            ),
          ),
        },
        '/uploads': {
          post: operation(
            'upload',
            body('multipart/form-data', { type: 'object', properties: { file, 'more[0]': file } }),
          ),
        },
      },
    });
    const { root, err } = await importApi('api.json', [], { 'api.json': document });
    expect(err).toBe(
      'note     findWords: "toString" of the query is "query_toString" in the input, because that name is taken\n' +
        'note     upload: "more[0]" of the body is "more_0" in the input, because models cannot write that name\n',
    );
    // An API may answer without a type, and in another encoding.
    const latin = {
      headers: { 'content-type': 'text/plain; charset=ISO-8859-1' },
      body: Buffer.from('café', 'latin1'),
    };
    const api = await recordRequests(({ url }) => {
      if (url.includes('/notes')) return latin;
      return url.includes('/words') ? { body: Buffer.from('{"a":1}') } : { body: {} };
    });
    const client = await clientOf(root, { baseUrl: `${api.url}/v1` });
    await client.callTool('shareFile', { id: 'a#b?' });
    await client.callTool('listFiles', { page: '2' });
    expect(await client.callTool('findWords', { state: null })).toEqual({ a: 1 });
    await client.callTool('addOrder', {
      items: [{ price: 'p', tiers: [1, 2] }, { price: 'q' }],
      tags: ['a'],
      note: null,
    });
    await client.callTool('upload', {
      file: 'AP8=',
      file_filename: 'ünï.pdf',
      more_0: 'AP8=',
      more_0__filename: 'b.png',
    });
    expect(
      api.requests.slice(0, 4).map(({ url, body: sent }) => `${url} ${decodeURIComponent(sent)}`.trim()),
    ).toEqual([
      '/v1/files/a%23b%3F',
      '/v1/files?action=list&page=2',
      '/v1/words',
      '/v1/orders items[0][price]=p&items[0][tiers][]=1&items[0][tiers][]=2&items[1][price]=q&tags[]=a',
    ]);
    expect(await client.callTool('readNotes', {})).toBe('café');
    expect(
      Buffer.from(api.requests[4]?.body ?? '', 'latin1')
        .toString()
        .match(/name=.*/g),
    ).toEqual(['name="file"; filename="ünï.pdf"', 'name="more[0]"; filename="b.png"']);
  });

  it('send what other schemas add for a value of a discriminator', async () => {
    const animal = { $ref: '#/components/schemas/Animal' };
    const Animal = {
      type: 'object',
      required: ['kind'],
      properties: { kind: text },
      discriminator: { propertyName: 'kind' },
    };
    const Lion = { allOf: [animal, { type: 'object', properties: { mane: { type: 'integer' } } }] };
    const both = body('application/json', { type: 'object', properties: { animal, note: text } });
    const document = JSON.stringify({
      ...API,
      components: { schemas: { Animal, Lion } },
      paths: {
        '/animals': { post: operation('addAnimal', body('application/json', animal)) },
        '/visits': { post: operation('addVisit', both) },
      },
    });
    const { root } = await importApi('api.json', [], { 'api.json': document });
    const api = await recordRequests(() => ({ body: {} }));
    const client = await clientOf(root, { baseUrl: api.url });
    const lion = { kind: 'Lion', mane: 3 };
    await client.callTool('addAnimal', { body: lion });
    await client.callTool('addVisit', { animal: lion, note: 'a' });
    expect(api.requests.map(({ body }) => JSON.parse(body))).toEqual([lion, { animal: lion, note: 'a' }]);
    await expect(client.callTool('addVisit', { animal: lion, nots: 'a' })).rejects.toThrow('`nots`');
  });

  it.each([{ format: 'binary' }, { contentMediaType: 'image/png', contentEncoding: 'binary' }])(
    'send the bytes of a file that has %j',
    async (notation) => {
      const file = { type: 'object', properties: { file: { type: 'string', ...notation } } };
      const upload = operation('uploadFile', body('multipart/form-data', file));
      const document = JSON.stringify({ ...API, paths: { '/files': { post: upload } } });
      const { root } = await importApi('api.json', [], { 'api.json': document });
      const api = await recordRequests(() => ({ body: {} }));
      const client = await clientOf(root, { baseUrl: api.url });
      await client.callTool('uploadFile', { file: 'AP8=' });
      expect(api.requests[0]?.body).toContain('name="file"; filename="file"');
      expect(api.requests[0]?.body).toContain('\r\n\r\n\u0000\u00ff\r\n');
    },
  );

  it('fail with a code, what the API said, and what to do', async () => {
    const { root } = await importApi('api.json', ['--include', '*Item', '--include', 'sendPaths'], {
      'api.json': JSON.stringify(API),
    });
    const answers = [
      { status: 429, headers: { 'retry-after': '7' }, body: { message: 'Too fast' } },
      {
        status: 503,
        headers: { 'content-type': 'application/json', 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' },
        body: 'upstream down',
      },
      { status: 302, headers: { location: 'https://elsewhere.example/' } },
      { headers: { 'content-type': 'application/json' }, body: '{"a":' },
      { status: 500, headers: { 'content-type': 'text/plain' }, body: 'x'.repeat(20_000) },
    ];
    const api = await recordRequests(() => answers.shift());
    const client = await clientOf(root, { baseUrl: api.url });
    const failure = (name: string, input: object, options?: { timeout: number }): Promise<unknown> =>
      client.callTool(name, input, options).catch((error: unknown) => error);
    const paths = { plain: 'a', list: ['b'], exploded: {} };
    expect(await failure('removeItem', { id: 1 })).toMatchObject({
      code: 'HTTP_ERROR',
      message: 'DELETE /items/{id} was answered with 429: {"message":"Too fast"}',
      suggestion: 'Call again after 7 seconds.',
      data: { status: 429, body: { message: 'Too fast' } },
    });
    expect(await failure('removeItem', { id: 1 })).toMatchObject({
      code: 'HTTP_ERROR',
      message: 'DELETE /items/{id} was answered with 503: upstream down',
      suggestion: 'Call again after Wed, 21 Oct 2026 07:28:00 GMT.',
    });
    expect(await failure('removeItem', { id: 1 })).toMatchObject({
      code: 'HTTP_ERROR',
      data: { status: 302, location: 'https://elsewhere.example/' },
    });
    expect(await failure('removeItem', { id: 1 })).toMatchObject({
      code: 'NETWORK_ERROR',
      message: 'DELETE /items/{id} failed: its answer is no JSON: {"a":',
    });
    const { message, data } = (await failure('removeItem', { id: 1 })) as BTCPError;
    expect(message).toBe(`DELETE /items/{id} was answered with 500: ${'x'.repeat(2000)}`);
    expect(data?.['body']).toHaveLength(10_000);
    expect(await failure('replaceItem', { id: 1, body_id: 'b' })).toMatchObject({
      code: 'NOT_AUTHORIZED',
      message: 'PUT /items/{id} needs session, or key and bearer, for which the host has no credentials.',
    });
    expect(await failure('sendPaths', { ...paths, plain: '..' })).toMatchObject({
      code: 'INVALID_INPUT',
      message: '".." is no plain that can be part of a path.',
    });
    // The sixth answer never comes.
    expect(await failure('sendPaths', { ...paths, exploded: { r: 'e' } }, { timeout: 1000 })).toMatchObject({
      code: 'EXECUTION_TIMEOUT',
    });
    expect(api.requests).toHaveLength(6);
  });
});
