import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { btcp } from '../support/btcp.ts';
import { writeProject } from '../support/write-project.ts';

const apiWith = (ref: string): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    paths: {
      '/a': { get: { responses: { 200: { content: { 'application/json': { schema: { $ref: ref } } } } } } },
    },
  });

it('reads no file outside of the folder of a document, and no address', async () => {
  const root = await writeProject({
    'schemas/address.json': '{ "type": "string" }',
    'up/a.json': apiWith('../schemas/address.json'),
    'net/a.json': apiWith('http://127.0.0.1:1/b.json'),
    'none/a.json': apiWith('b.json'),
    'folder/a.json': apiWith('parts'),
    'folder/parts/b.json': '{ "type": "string" }',
    'link/a.json': apiWith('b.json'),
  });
  await symlink(join(root, 'schemas/address.json'), join(root, 'link/b.json'));
  const errors = ['up', 'net', 'none', 'folder', 'link'].map(async (folder) => {
    const args = ['--from', 'openapi', `${folder}/a.json`, '--out', 'src'];
    const { code, err } = await btcp(root, 'import', ...args);
    return [code, err.replaceAll(root, '<root>').split('\n')[0]];
  });
  expect(await Promise.all(errors)).toEqual([
    [1, 'error    getA (GET /a): `$ref: ../schemas/address.json` leads out of the folder <root>/up.'],
    [1, 'error    getA (GET /a): `$ref: http://127.0.0.1:1/b.json` is an address, and nothing is fetched.'],
    [1, 'error    getA (GET /a): `$ref: b.json` names a file that is not there.'],
    [1, 'error    getA (GET /a): `$ref: parts` names a file that is not there.'],
    [1, 'error    getA (GET /a): `$ref: b.json` leads out of the folder <root>/link.'],
  ]);
});

it('refuses a JSON Schema that refers to another file', async () => {
  const root = await writeProject({
    'a.json': '{ "title": "a", "type": "object", "properties": { "b": { "$ref": "b.json" } } }',
    'b.json': '{ "type": "string" }',
  });
  const { code, err } = await btcp(root, 'import', '--from', 'json-schema', 'a.json');
  expect({ code, err }).toMatchInlineSnapshot(`
    {
      "code": 1,
      "err": "error    a tool at /schema/properties/b/$ref: The reference "b.json" points outside the schema.
      help: Copy the schema to \`$defs\` and write "#/$defs/Name": nothing is ever fetched.
    ",
    }
  `);
});
