import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from '@btcp/codegen';
import { describe, expect, it } from 'vitest';
import { btcp } from '../support/btcp.ts';
import { clientOf, importApi } from '../support/import-api.ts';
import { recordRequests } from '../support/record-requests.ts';
import { full } from '../support/runs.ts';
import { writeProject } from '../support/write-project.ts';

const YAML = `
openapi: 3.0.3
info: { title: Shop, version: '1' }
servers: [{ url: /api }]
paths:
  /orders:
    get:
      tags: [orders]
      summary: Lists the orders of the shop.
      parameters:
        - { in: query, name: limit, description: How many., schema: { type: integer, default: 20, maximum: 50 } }
        - { in: query, name: state, deprecated: true, schema: { type: string, enum: [open, paid] } }
      responses:
        '200':
          description: The orders.
          content: { application/json: { schema: { type: array, items: { $ref: 'schemas.yaml#/Order' } } } }
    post:
      tags: [orders]
      operationId: orders/create
      deprecated: true
      description: Places an order in the shop.
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: 'schemas.yaml#/Order' } } }
      responses: { '201': { description: Placed., content: { application/json: { schema: { $ref: 'schemas.yaml#/Order' } } } } }
  /customers/{customer-id}:
    get:
      tags: [customers]
      operationId: getCustomer
      description: Returns a customer of the shop.
      parameters: [{ in: path, name: customer-id, required: true, schema: { type: string } }]
      responses: { '200': { description: Found. } }
    head:
      responses: { '200': { description: Found. } }
`;

const SCHEMAS = `
Order:
  type: object
  required: [id, item]
  properties:
    id: { type: integer, readOnly: true }
    item: { type: string, nullable: true, example: chair }
`;

const FILES = { 'api.yaml': YAML, 'schemas.yaml': SCHEMAS };

describe('btcp import --from openapi', () => {
  it('imports by names that the compiler takes where it writes files', async () => {
    const compilerOptions = { module: 'NodeNext', rootDir: 'src', outDir: 'dist', strict: true };
    const files = { ...FILES, 'tsconfig.json': JSON.stringify({ compilerOptions }) };
    const { root, code } = await importApi('api.yaml', ['--include', 'GET /orders'], files);
    expect(code).toBe(0);
    expect(await readFile(join(root, 'src/api/get-orders.ts'), 'utf8')).toContain(
      "import { callApi } from './http.js';\n",
    );
  });

  it('writes a tool with its code', async () => {
    const { root, code, err } = await importApi('api.yaml', [], FILES);
    expect({ code, err }).toMatchInlineSnapshot(`
      {
        "code": 0,
        "err": "note     HEAD /customers/{customer-id}: left out, because its result is not for an agent
      note     ordersCreate: named so because BTCP allows only letters, digits and _ in names, and 64 characters
      note     The document names no server: pass its address as \`baseUrl\` of \`ctx.openapi\`.
      ",
      }
    `);
    expect(await readFile(join(root, 'src/api/get-orders.ts'), 'utf8')).toMatchInlineSnapshot(`
      "// Imported from GET /orders; \`btcp import\` updates this file until you edit it (6627cfdb5aeca7a3).
      import { Type, type Static } from '@sinclair/typebox';
      import { defineTool } from '@btcp/core';
      import { callApi } from './http.ts';

      const Order = Type.Object({
        id: Type.Integer({ readOnly: true }),
        item: Type.Unsafe<string | null>({ type: ['string', 'null'], examples: ['chair'] }),
      });

      /** Lists the orders of the shop. */
      export const getOrders = defineTool({
        inputSchema: Type.Object(
          {
            /** How many. */
            limit: Type.Integer({ default: 20, maximum: 50 }),
            state: Type.Optional(Type.Union([Type.Literal('open'), Type.Literal('paid')], { deprecated: true })),
          },
          { additionalProperties: false },
        ),
        outputSchema: Type.Array(Type.Unsafe<Static<typeof Order>>({ $ref: '#/$defs/Order' }), {
          $defs: { Order },
        }),
        capabilities: ['network:fetch:cross-origin'],
        tags: ['orders'],
        mcp: { annotations: { readOnlyHint: true } },
        execute(input, { openapi, signal }) {
          return callApi(
            {
              method: 'GET',
              path: '/orders',
              parameters: [
                { name: 'limit', in: 'query', value: input.limit },
                { name: 'state', in: 'query', value: input.state },
              ],
            },
            { openapi, signal },
          );
        },
      });
      "
    `);
    expect(await readFile(join(root, 'src/api/orders-create.ts'), 'utf8')).toMatchInlineSnapshot(`
      "// Imported from POST /orders; \`btcp import\` updates this file until you edit it (0eead01d46d4956f).
      import { Type } from '@sinclair/typebox';
      import { defineTool } from '@btcp/core';
      import { callApi } from './http.ts';

      /** Places an order in the shop. */
      export const ordersCreate = defineTool({
        inputSchema: Type.Object(
          { item: Type.Unsafe<string | null>({ type: ['string', 'null'], examples: ['chair'] }) },
          { additionalProperties: false },
        ),
        outputSchema: Type.Object({
          id: Type.Integer({ readOnly: true }),
          item: Type.Unsafe<string | null>({ type: ['string', 'null'], examples: ['chair'] }),
        }),
        capabilities: ['network:fetch:cross-origin'],
        deprecated: true,
        deprecationMessage: 'The API has deprecated this operation.',
        tags: ['orders'],
        execute(input, { openapi, signal }) {
          return callApi(
            {
              method: 'POST',
              path: '/orders',
              body: { type: 'application/json', value: { item: input.item }, isRequired: true },
            },
            { openapi, signal },
          );
        },
      });
      "
    `);
  });

  it('updates files until they are edited, and names those of operations that are gone', async () => {
    const { root } = await importApi('api.yaml', [], FILES);
    const file = (name: string): string => join(root, 'src/api', name);
    const again = (...args: readonly string[]): ReturnType<typeof btcp> =>
      btcp(root, 'import', '--from', 'openapi', 'api.yaml', '--out', 'src/api', ...args);
    expect((await again()).out).toBe(
      '3 of 3 operations are tools in src/api: 0 files written, 4 unchanged, 0 left.\n',
    );
    const edited = (await readFile(file('get-customer.ts'), 'utf8')).replace('shop', 'store');
    await writeFile(file('get-customer.ts'), edited);
    // A formatter does not count.
    await writeFile(
      file('get-orders.ts'),
      (await readFile(file('get-orders.ts'), 'utf8')).replaceAll('\n', '\r\n'),
    );
    await writeFile(
      join(root, 'api.yaml'),
      YAML.replaceAll('of the shop', 'of our shop').replace('    post:', '    put:'),
    );
    const { code, err, out } = await again();
    expect({ code, err, out }).toMatchInlineSnapshot(`
      {
        "code": 0,
        "err": "note     HEAD /customers/{customer-id}: left out, because its result is not for an agent
      note     ordersCreate: named so because BTCP allows only letters, digits and _ in names, and 64 characters
      note     The document names no server: pass its address as \`baseUrl\` of \`ctx.openapi\`.
      note     src/api/get-customer.ts is left as it is, because it was edited, also if only by a formatter, or is not of this import; --force replaces it.
      ",
        "out": "3 of 3 operations are tools in src/api: 2 files written, 1 unchanged, 1 left.
      ",
      }
    `);
    expect(await readFile(file('get-customer.ts'), 'utf8')).toBe(edited);
    expect(await readFile(file('get-orders.ts'), 'utf8')).toContain('Lists the orders of our shop.');
    await writeFile(
      join(root, 'api.yaml'),
      YAML.replace('/orders:', '/bills:').replaceAll('of the shop', 'of our shop'),
    );
    expect((await again()).err).toContain(
      'note     src/api/get-orders.ts is of an operation that the document does not have any more, or has by another name; delete it if nothing needs it.\n',
    );
    await writeFile(
      join(root, 'api.yaml'),
      YAML.replace('getCustomer', 'readCustomer').replaceAll('of the shop', 'of our shop'),
    );
    expect((await again()).err).toContain(
      'note     src/api/get-customer.ts is of an operation that the document does not have any more, or has by another name; delete it if nothing needs it.\n',
    );
    await rm(file('read-customer.ts'));
    await writeFile(join(root, 'api.yaml'), YAML.replace('title: Shop', 'title: Other'));
    expect((await again()).err).toContain(
      'btcp: The folder has tools of the API "Shop", and these are of the API "Other".\nhelp: Name another folder by --out, or pass --force if it is the same API.\n',
    );
    await writeFile(
      join(root, 'api.yaml'),
      YAML.replaceAll('of the shop', 'of our shop').replace('    post:', '    put:'),
    );
    expect((await again('--force')).out).toContain('2 files written, 2 unchanged, 0 left.');
    expect(await readFile(file('get-customer.ts'), 'utf8')).toContain('Returns a customer of our shop.');
  });

  full('says where the config does not match what it writes', async () => {
    const { root, err } = await importApi('api.yaml', [], FILES);
    expect(err).not.toContain('btcp.config.ts');
    const { err: elsewhere } = await btcp(
      root,
      'import',
      '--from',
      'openapi',
      'api.yaml',
      '--out',
      'src/shop',
    );
    expect(elsewhere).toContain(
      "warning  `tools` of btcp.config.ts does not match src/shop/get-orders.ts, so a build leaves it out; write: tools: ['src/api/*.ts', 'src/shop/*.ts'],\n",
    );
  });

  full('is not edited by fixes until its author edits it', async () => {
    const { root } = await importApi('api.yaml', [], FILES);
    const http = join(root, 'src/api/http.ts');
    const counted = (await readFile(http, 'utf8')).replace(
      /(export (?:async )?function callApi\b[^]*?\{\n)/,
      "$1  localStorage.setItem('called', 'yes');\n",
    );
    await writeFile(http, counted);
    const path = join(root, 'src/api/orders-create.ts');
    const text = await readFile(path, 'utf8');
    expect((await btcp(root, 'check', '--fix')).out).toContain('capability-missing');
    expect(await readFile(path, 'utf8')).toBe(text);
    await writeFile(path, `${text}// Edited.\n`);
    await btcp(root, 'check', '--fix');
    expect(await readFile(path, 'utf8')).toContain("'storage:local:write'");
  });

  it('shows what the server answers to a call, and how a call is given credentials', async () => {
    const { url } = await recordRequests(() => ({ status: 422, body: { detail: 'Not so many.', limit: 9 } }));
    const { root } = await importApi('api.yaml', [], {
      ...FILES,
      'api.yaml': YAML.replace(
        "version: '1' }",
        "version: '1' }\nsecurity: [{ key: [] }]\ncomponents: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }",
      ),
      'context.ts': `export default { openapi: { baseUrl: '${url}', authorize: () => true } };\n`,
    });
    await btcp(root, 'build');
    const call = (...args: readonly string[]): ReturnType<typeof btcp> =>
      btcp(root, 'call', 'getCustomer', '{"customer-id":"7"}', '--grant-all', ...args);
    expect(await call()).toMatchInlineSnapshot(`
      {
        "code": 1,
        "err": "INVALID_ARGUMENT: Nothing says where the API is.
      help: Let the host pass its address: context: { openapi: { baseUrl } }. Here, --context <file> names the module whose default export is that context.
      ",
        "out": "",
      }
    `);
    expect(await call('--context', 'context.ts')).toMatchInlineSnapshot(`
      {
        "code": 1,
        "err": "HTTP_ERROR: GET /customers/{customer-id} was answered with 422: {"detail":"Not so many.","limit":9}
      help: Correct the input by what the answer says.
      ",
        "out": "",
      }
    `);
  });

  it('says which request an operation sends that the document does not describe', async () => {
    const document = YAML.replace('      description: Returns a customer of the shop.\n', '').replace(
      '    head:',
      '    delete:\n      tags: [customers]\n      parameters: [{ in: path, name: customer-id, required: true, schema: { type: string } }]',
    );
    const files = { ...FILES, 'api.yaml': document };
    const { root, err } = await importApi('api.yaml', ['--tag', 'customers'], files);
    expect(err).toContain(
      'getCustomer, deleteCustomersByCustomerId: the document does not describe it; its description names the request\n',
    );
    const client = await clientOf(root, {});
    expect(client.listTools().map(({ name, description, mcp }) => [name, description, mcp])).toEqual([
      [
        'deleteCustomersByCustomerId',
        'Sends DELETE /customers/{customer-id}; the API does not describe it.',
        undefined,
      ],
      [
        'getCustomer',
        'Sends GET /customers/{customer-id}; the API does not describe it.',
        { annotations: { readOnlyHint: true } },
      ],
    ]);
  });

  it('reads an operation that is a reference to another file', async () => {
    const list = `
operationId: listOrders
summary: Lists the orders of the shop.
parameters: [{ in: query, name: limit, schema: { $ref: 'schemas.yaml#/Limit' } }]
responses: { '204': { description: None. } }
`;
    const { root, out, err } = await importApi('api.yaml', [], {
      'api.yaml': `
openapi: 3.0.3
servers: [{ url: 'https://a.example' }]
paths:
  /orders: { get: { $ref: 'orders/list.yaml' }, post: { $ref: 'orders/none.yaml' } }
`,
      'orders/list.yaml': list,
      'orders/schemas.yaml': 'Limit: { type: integer }',
    });
    expect(err).toBe(
      'note     POST /orders: left out: `$ref: orders/none.yaml` names a file that is not there.\n',
    );
    expect(out).toBe('1 of 1 operations are tools in src/api: 2 files written, 0 unchanged, 0 left.\n');
    expect(await readFile(join(root, 'src/api/list-orders.ts'), 'utf8')).toContain(
      "{ name: 'limit', in: 'query', value: input.limit }",
    );
  });

  it('names tools and files the same whatever is selected', async () => {
    const twice = YAML.replace('operationId: getCustomer', 'operationId: get-orders');
    const { root, err } = await importApi('api.yaml', ['--tag', 'customers'], {
      ...FILES,
      'api.yaml': twice,
    });
    expect(err).toContain(
      'note     getOrders2: named so because BTCP allows only letters, digits and _ in names',
    );
    expect(await readFile(join(root, 'src/api/get-orders2.ts'), 'utf8')).toContain(
      'export const getOrders2 =',
    );
  });

  it('says what is wrong with options, and how to go on', async () => {
    const root = await writeProject({
      ...FILES,
      'two.json': '{ "swagger": "2.0" }',
      'bad.yaml': 'a: [1',
      'away.yaml': YAML.replaceAll('schemas.yaml', '../schemas.yaml'),
    });
    const said = async (...args: readonly string[]): Promise<string> =>
      (await btcp(root, 'import', '--from', 'openapi', ...args)).err;
    const out = ['--out', 'src'];
    const errors = [
      await said('api.yaml'),
      await said('api.yaml', ...out, '--tag', 'order'),
      await said('api.yaml', ...out, '--include', 'nothing*'),
      await said('two.json', ...out),
      await said('bad.yaml', ...out),
      await said('schemas.yaml', ...out),
      await said('away.yaml', ...out, '--include', 'GET /orders'),
      (await btcp(root, 'import', '--from', 'mcp', 'two.json', '--tag', 'a')).err,
    ];
    expect(errors).toMatchInlineSnapshot(`
      [
        "btcp: The tools of an API are several files: name their folder, for example --out src/api.
      usage: btcp import --from <format> (<file> | <address> | - | -- <command…>) [--out <folder>] [--force] [--include <pattern>]… [--exclude <pattern>]… [--tag <tag>]… [--allow <rule>]… [--config <file>] [--timeout <ms>]
      ",
        "btcp: No operation of api.yaml has the tag "order".
      help: Did you mean "orders"?
      ",
        "btcp: Of the 3 operations of api.yaml, none is selected.
      help: Patterns of --include and --exclude are names, paths or "GET /path", in which \`*\` stands for anything.
      ",
        "btcp: two.json cannot be imported: This is Swagger 2.0.
      help: Convert it to OpenAPI 3, for example by \`npx swagger2openapi <file> -o openapi.json\`.
      ",
        "btcp: bad.yaml cannot be imported: it is not YAML: Flow sequence in block collection must be sufficiently indented and end with a ] at line 1, column 6.
      help: Correct it, or export it anew as JSON.
      ",
        "btcp: schemas.yaml cannot be imported: This is no OpenAPI document: it has no \`openapi\`.
      help: Name another file.
      ",
        "error    getOrders (GET /orders): \`$ref: ../schemas.yaml#/Order\` names a file that is not there.
        help: Correct the path, or add the file.
      note     2 of 3 operations are left out by --include.
      note     The document names no server: pass its address as \`baseUrl\` of \`ctx.openapi\`.
      ",
        "btcp: --tag chooses operations, so it needs --from openapi.
      usage: btcp import --from <format> (<file> | <address> | - | -- <command…>) [--out <folder>] [--force] [--include <pattern>]… [--exclude <pattern>]… [--tag <tag>]… [--allow <rule>]… [--config <file>] [--timeout <ms>]
      ",
      ]
    `);
  });

  it('says where a document has no operations, or no tags', async () => {
    const root = await writeProject({
      'empty.yaml': 'openapi: 3.1.0\npaths: {}\n',
      'untagged.yaml':
        'openapi: 3.1.0\npaths:\n  /a:\n    get: { responses: { "200": { description: Read. } } }\n',
    });
    const said = async (file: string): Promise<string> =>
      (await btcp(root, 'import', '--from', 'openapi', file, '--out', 'src', '--tag', 'orders')).err;
    expect(await said('empty.yaml')).toBe(
      'btcp: empty.yaml has no operations.\nhelp: They are its `paths`, such as `paths: { /orders: { get: … } }`; name the document that has them.\n',
    );
    await writeFile(join(root, 'wide.yaml'), Buffer.from('\uFEFFopenapi: 3.1.0\n', 'utf16le'));
    expect(await said('wide.yaml')).toBe('btcp: wide.yaml is not UTF-8.\nhelp: Write it as UTF-8.\n');
    expect(await said('untagged.yaml')).toBe(
      'btcp: No operation of untagged.yaml has the tag "orders".\nhelp: None has a tag: take --include instead.\n',
    );
  });

  it('reads a document from its address, but nothing that it refers to', async () => {
    const root = await writeProject({});
    const site = await recordRequests(() => ({ headers: { 'content-type': 'text/yaml' }, body: YAML }));
    const { code, err } = await btcp(
      root,
      'import',
      '--from',
      'openapi',
      `${site.url}/docs/api.yaml`,
      '--out',
      'src',
    );
    expect(code).toBe(1);
    expect(err).toContain(
      'error    getOrders (GET /orders): `$ref: schemas.yaml#/Order` leads out of the document.\n',
    );
    expect(site.requests.map(({ url }) => url)).toEqual(['/docs/api.yaml']);
    expect(await readFile(join(root, 'src/http.ts'), 'utf8')).toContain(
      `const SERVER: string | undefined = '${site.url}/api';`,
    );
    await rm(join(root, 'src'), { recursive: true });
    // As FastAPI writes it: the server is the one that has the document. YAML takes 3.1 for a number.
    const bare = 'openapi: 3.1\npaths: { /a: { get: { responses: {} } } }\n';
    const other = await recordRequests(() => ({ body: bare }));
    await btcp(root, 'import', '--from', 'openapi', `${other.url}/docs/api.yaml`, '--out', 'src');
    expect(await readFile(join(root, 'src/http.ts'), 'utf8')).toContain(
      `const SERVER: string | undefined = '${other.url}';`,
    );
    await rm(join(root, 'src'), { recursive: true });
  });

  it('knows the files of a path that is no text', async () => {
    const document = { openapi: '3.1.0', paths: { '/a\uD800': { get: { responses: {} } } } };
    const { out, err } = await importApi('api.json', [], { 'api.json': JSON.stringify(document) });
    expect(out).toContain('2 files written');
    expect(err).not.toContain('does not have any more');
  });

  it('lets no text of a document become code', async () => {
    const path = '/a\nexport const evil = 1; //\u2028`${evil}`';
    const document = {
      openapi: '3.1.0',
      info: { title: 'A\n*/ evil() /*\u2028' },
      servers: [{ url: 'https://a.example/$SCHEMES' }],
      components: {
        securitySchemes: { "');evil('": { type: 'http', scheme: '*/ evil() /*\u200B\u{E0041}' } },
      },
      paths: {
        [path]: {
          get: {
            description: 'Returns */ evil() /* things.',
            parameters: [
              { in: 'query', name: '__proto__', schema: { type: 'string' } },
              { in: 'path', name: 'evil', required: true, schema: { type: 'string' } },
            ],
            responses: {},
          },
        },
      },
    };
    const { root, code } = await importApi('api.json', [], { 'api.json': JSON.stringify(document) });
    expect(code).toBe(0);
    const client = await clientOf(root, { baseUrl: 'http://127.0.0.1:1' });
    const file = (await readdir(join(root, 'src/api'))).find((name) => name !== 'http.ts') ?? '';
    expect(await readFile(join(root, 'src/api', file), 'utf8')).toMatchInlineSnapshot(`
      "// Imported from GET /a\\u{A}export const evil = 1; //\\u{2028}\`\${evil}\`; \`btcp import\` updates this file until you edit it (af42a160be9bbc21).
      import { Type } from '@sinclair/typebox';
      import { defineTool } from '@btcp/core';
      import { callApi } from './http.ts';

      export const getAExportConstEvil1ByEvil = defineTool({
        description: 'Returns */ evil() /* things.',
        inputSchema: Type.Object(
          {
            /** \`__proto__\` of the query. */
            query___proto__: Type.Optional(Type.String()),
            evil: Type.String(),
          },
          { additionalProperties: false },
        ),
        outputSchema: Type.Unknown(),
        capabilities: ['network:fetch:cross-origin'],
        mcp: { annotations: { readOnlyHint: true } },
        execute(input, { openapi, signal }) {
          return callApi(
            {
              method: 'GET',
              path: '/a\\nexport const evil = 1; //\\u{2028}\`\${evil}\`',
              parameters: [
                { name: '__proto__', in: 'query', value: input.query___proto__ },
                { name: 'evil', in: 'path', value: input.evil },
              ],
            },
            { openapi, signal },
          );
        },
      });
      "
    `);
    const [tool] = client.listTools();
    expect(Object.keys(Object(tool?.inputSchema.properties) as object)).toEqual(['query___proto__', 'evil']);
    const http = await readFile(join(root, 'src/api/http.ts'), 'utf8');
    expect(http).toContain("const SERVER: string | undefined = 'https://a.example/$SCHEMES';");
    expect(http).toContain("scheme: '*/ evil() /*\\u{200b}\\u{e0041}'");
  });

  it('names the other server that an operation is sent to', async () => {
    const get = { description: 'Returns one of the things.', responses: {} };
    const paths = {
      '/things': { get },
      '/old': { get, servers: [{ url: 'https://a.example/v0' }] },
      '/files': { get: { ...get, servers: [{ url: 'https://files.example' }] } },
      '/new': { get: { ...get, servers: [{ url: '/v2' }] } },
    };
    const document = JSON.stringify({ openapi: '3.1.0', servers: [{ url: 'https://a.example/v1' }], paths });
    const { err } = await importApi('api.json', [], { 'api.json': document });
    expect(err).toBe(
      `note     getFiles: is sent to https://files.example, with what \`authorize\` adds, because the document names another server for it
note     getNew: names the server "/v2", which is no whole address: it is sent to the server of the others
`,
    );
  });

  it('reports a path that is none, one without its parameter, and a server without its variable', async () => {
    const get = { description: 'Returns one of the things.', responses: {} };
    const paths = { things: { get }, '/things/{id}': { get }, '/all': { get }, 'x-own': {} };
    const servers = [{ url: 'https://{region}.example.com' }];
    const document = JSON.stringify({ openapi: '3.1.0', servers, paths });
    const { err } = await importApi('api.json', [], { 'api.json': document });
    expect(err)
      .toBe(`error    getThingsById (GET /things/{id}): Its path has {id}, which none of its parameters is.
  help: Add it, with \`in: path\`.
note     things: left out, because no path begins without a slash
note     The document names no server: pass its address as \`baseUrl\` of \`ctx.openapi\`.
`);
  });

  it('says what is wrong with a shared definition once, and leaves out a default below a slow pattern', async () => {
    const of = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const post = (schema: object) => ({
      post: {
        description: 'Creates one of the things.',
        requestBody: { content: { 'application/json': { schema } } },
        responses: {},
      },
    });
    const size = (name: string) => ({ type: 'object', properties: { [name]: of('Size') } });
    const slow = { type: 'string', pattern: '^(a+)+$', min_length: 1, default: 3 };
    const document = JSON.stringify({
      openapi: '3.1.0',
      servers: [{ url: 'https://a.example' }],
      components: { schemas: { Size: { type: 'integer', minimum: 2, maximum: 1 } } },
      paths: {
        '/boxes': post(size('box')),
        '/crates': post(size('crate')),
        '/bags': post({ type: 'object', properties: { color: slow } }),
      },
    });
    const { err } = await importApi('api.json', [], { 'api.json': document });
    expect(err).toMatchInlineSnapshot(`
      "warning  postBags: keyword-dropped at /inputSchema/properties/color/min_length: it is left out: "min_length" is not a keyword of JSON Schema, and limits nothing; did you mean \`minLength\`?
      warning  postBags: keyword-dropped at /inputSchema/properties/color/pattern: it is left out: The pattern "^(a+)+$" may take more than a million tries on a string of 18 characters.
      warning  postBags: field-dropped at /inputSchema/properties/color/default: the default was left out: The default breaks its own schema: \`default\` must be a string; got 3.
      error    postBoxes, postCrates at /inputSchema/$defs/Size: No value can satisfy this schema: \`minimum\` is 2 and \`maximum\` is 1.
        help: Correct one of the keywords that contradict each other. If it is right as it is, import it with --allow schema-unsatisfiable.
      "
    `);
  });

  it('imports what only the document could mend so that it builds', async () => {
    const state = { type: 'string', enum: [] as string[], allOf: [{ enum: ['open', 'paid'] }] };
    const part = {
      type: 'object',
      required: ['kind'],
      properties: { kind: { type: 'string', default: 'text', description: 'What it is.' } },
    };
    const input = {
      type: 'object',
      properties: {
        state: { ...state, description: 'Only those in this state.' },
        part: { anyOf: [part, { type: 'string' }], description: 'A part.' },
        stop: { type: 'string', default: '<|endoftext|>', description: 'Where it ends.' },
        beta: { type: 'boolean', example: 'true', description: 'Whether it is one.' },
      },
    };
    const result = { type: 'object', required: ['id', 'id'], properties: { id: { type: 'string' } } };
    const bad = { type: 'object', required: [7], properties: { id: { type: 'string' } } };
    const post = (schema: object) => ({
      post: {
        description: 'Creates one of the things.',
        requestBody: { content: { 'application/json': { schema: input } } },
        responses: { 200: { content: { 'application/json': { schema } } } },
      },
    });
    const document = JSON.stringify({
      openapi: '3.1.0',
      servers: [{ url: 'https://a.example' }],
      paths: { '/boxes': post(result), '/bags': post(bad) },
    });
    const { root, code, err } = await importApi('api.json', [], { 'api.json': document });
    expect({ code, err }).toMatchInlineSnapshot(`
      {
        "code": 0,
        "err": "warning  postBoxes, postBags: keyword-dropped at /inputSchema/properties/beta/examples/0: it is left out: The example "true" violates its own schema.
      warning  postBoxes: keyword-dropped at /inputSchema/properties/stop/default: it is left out: A text of "postBoxes" gives orders to the model: "<|endoftext|>".
      warning  postBags: keyword-dropped at /inputSchema/properties/stop/default: it is left out: A text of "postBags" gives orders to the model: "<|endoftext|>".
      note     postBags: output-schema-dropped at /outputSchema/required: \`required\` must be an array of strings, each only once; got an array.
      ",
      }
    `);
    const { diagnostics } = await build({ cwd: root });
    expect(diagnostics.map(({ id }) => id)).toEqual([]);
    const box = await readFile(join(root, 'src/api/post-boxes.ts'), 'utf8');
    expect(box).toContain('outputSchema: Type.Object({ id: Type.String() }),');
  });

  it('warns of too many tools', async () => {
    const paths = Object.fromEntries(
      Array.from({ length: 41 }, (_, index) => [
        `/things/${index}`,
        { get: { description: 'Returns one of the things.', tags: ['a'], responses: {} } },
      ]),
    );
    const document = JSON.stringify({ openapi: '3.1.0', servers: [{ url: 'https://a.example' }], paths });
    const { err } = await importApi('api.json', [], { 'api.json': document });
    expect(err).toBe(
      'warning  41 tools are more than a model can choose among, and their schemas fill its context.\n' +
        '  help: Import what agents need, by --tag, --include and --exclude. Its tags: a (41).\n',
    );
  });
});
