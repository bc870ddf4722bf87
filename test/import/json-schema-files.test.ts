import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { importTools } from '@btcp/adapters';
import { describe, expect, it } from 'vitest';
import { btcp } from '../support/btcp.ts';
import { writeProject } from '../support/write-project.ts';

const FILES = {
  'schemas/place-order.json': JSON.stringify({
    description: 'Places an order of a customer.',
    type: 'object',
    properties: {
      address: { $ref: 'common/address.json' },
      line: { $ref: './line.schema.json#/definitions/line' },
      note: { $ref: '#/$defs/note' },
      default: { $ref: 'common/country.yaml' },
    },
    required: ['address'],
    $defs: { note: { type: 'string' }, address: { type: 'integer' } },
  }),
  'schemas/common/address.json': JSON.stringify({
    $id: 'https://example.com/address.json',
    type: 'object',
    properties: { street: { type: 'string' }, country: { $ref: 'country.yaml' }, previous: { $ref: '#' } },
  }),
  'schemas/common/country.yaml': 'type: string\nenum: [AT, DE]\n',
  'schemas/line.schema.json': JSON.stringify({
    definitions: {
      line: { type: 'object', properties: { count: { $ref: '#/definitions/count' } } },
      count: { type: 'integer' },
    },
  }),
};

describe('btcp import --from json-schema', () => {
  it('imports the files of a folder that refer to each other', async () => {
    const root = await writeProject(FILES);
    const { err, out } = await btcp(root, 'import', '--from', 'json-schema', 'schemas');
    expect({ err, out }).toMatchInlineSnapshot(`
      {
        "err": "note     schemas/common/address.json is no tool, because another file refers to it.
      note     schemas/common/country.yaml is no tool, because another file refers to it.
      note     schemas/line.schema.json is no tool, because another file refers to it.
      warning  placeOrder: capabilities-missing at /capabilities: the source cannot say what the tool may use, so it gets \`capabilities: []\`; once \`execute\` is written, \`btcp check --write-capabilities\` adds what it uses
      ",
        "out": "import { Type, type Static } from '@sinclair/typebox';
      import { BTCPError, defineTool } from '@btcp/core';

      const Note = Type.String();

      const Address = Type.Integer();

      const Country = Type.Union([Type.Literal('AT'), Type.Literal('DE')]);

      type Address2 = {
        street?: string;
        country?: Static<typeof Country>;
        previous?: Address2;
      };

      const Address2 = Type.Object({
        street: Type.Optional(Type.String()),
        country: Type.Optional(Type.Unsafe<Static<typeof Country>>({ $ref: '#/$defs/country' })),
        previous: Type.Optional(Type.Unsafe<Address2>({ $ref: '#/$defs/address_2' })),
      });

      const Line = Type.Unknown();

      const Count = Type.Integer();

      const Line2 = Type.Object({
        count: Type.Optional(Type.Unsafe<Static<typeof Count>>({ $ref: '#/$defs/count' })),
      });

      /** Places an order of a customer. */
      export const placeOrder = defineTool({
        inputSchema: Type.Object(
          {
            address: Type.Unsafe<Address2>({ $ref: '#/$defs/address_2' }),
            line: Type.Optional(Type.Unsafe<Static<typeof Line2>>({ $ref: '#/$defs/line_2' })),
            note: Type.Optional(Type.Unsafe<Static<typeof Note>>({ $ref: '#/$defs/note' })),
            default: Type.Optional(Type.Unsafe<Static<typeof Country>>({ $ref: '#/$defs/country' })),
          },
          {
            $defs: {
              note: Note,
              address: Address,
              address_2: Address2,
              country: Country,
              line: Line,
              line_2: Line2,
              count: Count,
            },
          },
        ),
        capabilities: [],
        execute() {
          throw new BTCPError('NOT_IMPLEMENTED', {
            message: 'The tool "placeOrder" has been imported, but not written yet.',
            suggestion: 'Do without it until its provider has written what it does.',
          });
        },
      });
      ",
      }
    `);
  });

  it('imports one file with those that it refers to', async () => {
    const root = await writeProject(FILES);
    const { code, out } = await btcp(root, 'import', '--from', 'json-schema', 'schemas/place-order.json');
    expect(code).toBe(0);
    expect(out).toContain("const Country = Type.Union([Type.Literal('AT'), Type.Literal('DE')]);");
  });

  it('reads no file outside of the folder, and no address', async () => {
    const root = await writeProject({
      ...FILES,
      'up/a.json':
        '{ "title": "a", "type": "object", "properties": { "b": { "$ref": "../schemas/common/address.json" } } }',
      'net/a.json':
        '{ "title": "a", "type": "object", "properties": { "b": { "$ref": "http://127.0.0.1:1/b.json" } } }',
      'none/a.json': '{ "title": "a", "type": "object", "properties": { "b": { "$ref": "b.json" } } }',
      'link/a.json': '{ "title": "a", "type": "object", "properties": { "b": { "$ref": "b.json" } } }',
    });
    await symlink(join(root, 'schemas/common/address.json'), join(root, 'link/b.json'));
    const errors = ['up', 'net', 'none', 'link'].map(async (folder) => {
      const { code, err } = await btcp(root, 'import', '--from', 'json-schema', `${folder}/a.json`);
      return { code, err: err.replaceAll(root, '<root>') };
    });
    expect(await Promise.all(errors)).toMatchInlineSnapshot(`
      [
        {
          "code": 1,
          "err": "btcp: up/a.json cannot be imported: \`$ref: ../schemas/common/address.json\` leads out of the folder <root>/up.
      help: Import from the folder that holds all of the files.
      ",
        },
        {
          "code": 1,
          "err": "btcp: net/a.json cannot be imported: \`$ref: http://127.0.0.1:1/b.json\` is an address, and nothing is fetched.
      help: Put that document beside this one, and refer to it by its relative path.
      ",
        },
        {
          "code": 1,
          "err": "btcp: none/a.json cannot be imported: \`$ref: b.json\` names a file that is not there.
      help: Correct the path, or add the file.
      ",
        },
        {
          "code": 1,
          "err": "btcp: link/a.json cannot be imported: \`$ref: b.json\` leads out of the folder <root>/link.
      help: Import from the folder that holds all of the files.
      ",
        },
      ]
    `);
  });

  it('leaves a schema without other files as it is', () => {
    const schema = { title: 'a', type: 'object', properties: { b: { $ref: 'b.json' } } };
    expect(importTools(schema, { format: 'json-schema' }).refused).toHaveLength(1);
  });
});
