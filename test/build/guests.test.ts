import { mkdir, symlink } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { build } from '@btcp/codegen';
import { BTCPClient } from '@btcp/client';
import type { Registration } from '@btcp/core';
import { convertGuest } from '@btcp/schema/guests';
import { alike, full } from '../support/runs.ts';
import { GUESTS } from './guest-cases.ts';
import { configText, writeProject } from '../support/write-project.ts';

const CONFIG = configText("['src/*.ts']");
const CORE = "import { defineTool } from '@btcp/core';";

/** A tool that needs nothing but its schema. */
const tool = (name: string, inputSchema: string, execute = '() => 1'): string =>
  `export const ${name} = defineTool({ description: 'Searches the orders of this shop.', capabilities: [],
  inputSchema: ${inputSchema}, execute: ${execute} });`;

describe('what a library says and JSON Schema cannot', () => {
  it.each(Object.entries(GUESTS))(
    '%s: is an error at its place; all else is built',
    async (library, { cases }) => {
      const { diagnostics } = await builtOnce();
      const names = Object.keys(cases);
      const found = diagnostics
        .filter(({ file }) => file === `src/${library}.ts`)
        .map(({ line, message }) => ({ name: names[Math.floor((line - 4) / 2)] ?? '', message }))
        .map(({ name, message }) => [name, message.slice(0, cases[name]?.[1]?.length)]);
      const expected = Object.entries(cases).flatMap(([name, [, report]]) =>
        report === undefined ? [] : [[name, report]],
      );
      expect(found).toEqual(expected);
    },
  );

  let built: ReturnType<typeof build> | undefined;
  const builtOnce = (): ReturnType<typeof build> => (built ??= buildAll());

  async function buildAll(): ReturnType<typeof build> {
    const files = Object.entries(GUESTS).map(([library, { imports, objectOf, cases }]) => {
      const person = library === 'zod' ? PERSON : '';
      const tools = Object.entries(cases).map(([name, [schema]]) =>
        tool(`${library}${name}`, objectOf(schema)),
      );
      return [`src/${library}.ts`, [CORE, imports, person, ...tools].join('\n')];
    });
    return build({ cwd: await writeProject({ 'btcp.config.ts': CONFIG, ...Object.fromEntries(files) }) });
  }
});

it('takes `.readonly()` of Zod for what it is: about TypeScript', async () => {
  const source = [
    CORE,
    "import { z } from 'zod';",
    tool('find', 'z.object({ v: z.array(z.string()).readonly() })'),
  ];
  const cwd = await writeProject({ 'btcp.config.ts': CONFIG, 'src/a.ts': source.join('\n') });
  const { manifest } = await build({ cwd });
  expect(manifest?.tools[0]?.inputSchema.properties).toEqual({
    v: { type: 'array', items: { type: 'string' } },
  });
});

it('lets callers leave out what has a default, which TypeBox 1 lists as required', async () => {
  const schema = 'T.Object({ page: T.Integer({ default: 1 }) }, { additionalProperties: false })';
  const source = [CORE, "import T from 'typebox';", tool('listPages', schema, '({ page }) => page')];
  const cwd = await writeProject({ 'btcp.config.ts': CONFIG, 'src/a.ts': source.join('\n') });
  const { manifest } = await build({ cwd });
  expect(manifest?.tools[0]?.inputSchema).toEqual({
    type: 'object',
    properties: { page: { type: 'integer', default: 1 } },
    additionalProperties: false,
  });
});

it('sees a change of a text in an open object of any library', () => {
  const schema = { type: 'object', properties: { n: { type: 'string' } }, required: ['n'] };
  const trimmed = (value: { n: string }) => ({ value: { ...value, n: value.n.trim() } });
  const isRight = (value: { n?: unknown } | null) => typeof value?.n === 'string';
  const validate = (value: never) => (isRight(value) ? trimmed(value) : { issues: [{}] });
  const standard = { version: 1, vendor: 'any', validate, jsonSchema: { input: () => schema } };
  const converted = convertGuest({ '~standard': standard }, { root: import.meta.url });
  expect(converted?.problems.map(({ message }) => message)).toEqual([
    '`any` makes `{"n":"a"}` of `{"n":" a "}`, and calls get that as it is.',
  ]);
});

const PERSON = 'const Person: z.ZodType = z.object({ get kids() { return z.array(Person); } });';

const HEAD = `${CORE}
import { Type } from '@sinclair/typebox';
import { z } from 'zod';
import * as m from 'zod/mini';
import * as v from 'valibot';
import { type } from 'arktype';
import T from 'typebox';`;

describe.concurrent('the same tool in six libraries', () => {
  const SCHEMAS: Readonly<Record<string, string>> = {
    typebox: `Type.Object({
      query: Type.String({ minLength: 1, description: 'Words to look for.' }),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: 'Most results.' })),
      state: Type.Union([Type.Literal('open'), Type.Literal('paid')]),
      tags: Type.Array(Type.String(), { maxItems: 5 }),
      near: Type.Object({ x: Type.Number() }, { additionalProperties: false }),
    }, { additionalProperties: false })`,
    zod: `z.object({
      query: z.string().min(1).describe('Words to look for.'),
      limit: z.int().min(1).max(50).optional().describe('Most results.'),
      state: z.enum(['open', 'paid']),
      tags: z.array(z.string()).max(5),
      near: z.object({ x: z.number() }),
    })`,
    mini: `m.object({
      query: m.string().check(m.minLength(1), m.describe('Words to look for.')),
      limit: m.optional(m.int().check(m.gte(1), m.lte(50), m.describe('Most results.'))),
      state: m.enum(['open', 'paid']),
      tags: m.array(m.string()).check(m.maxLength(5)),
      near: m.object({ x: m.number() }),
    })`,
    valibot: `v.object({
      query: v.pipe(v.string(), v.minLength(1), v.description('Words to look for.')),
      limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(50), v.description('Most results.'))),
      state: v.picklist(['open', 'paid']),
      tags: v.pipe(v.array(v.string()), v.maxLength(5)),
      near: v.object({ x: v.number() }),
    })`,
    arktype: `type({
      '+': 'reject',
      query: type('string >= 1').describe('Words to look for.'),
      'limit?': type('1 <= number.integer <= 50').describe('Most results.'),
      state: "'open' | 'paid'",
      tags: 'string[] <= 5',
      near: { '+': 'reject', x: 'number' },
    })`,
    typebox1: `T.Object({
      query: T.String({ minLength: 1, description: 'Words to look for.' }),
      limit: T.Optional(T.Integer({ minimum: 1, maximum: 50, description: 'Most results.' })),
      state: T.Union([T.Literal('open'), T.Literal('paid')]),
      tags: T.Array(T.String(), { maxItems: 5 }),
      near: T.Object({ x: T.Number() }, { additionalProperties: false }),
    }, { additionalProperties: false })`,
  };

  full('is published in the same bytes, but for the order in which ArkType keeps properties', async () => {
    const tools = Object.entries(SCHEMAS).map(([name, schema]) =>
      tool(
        `${name}Find`,
        schema,
        '({ query, limit, state, tags, near }) => [query, limit, state, tags, near].length',
      ),
    );
    const cwd = await writeProject({ 'btcp.config.ts': CONFIG, 'src/a.ts': [HEAD, ...tools].join('\n') });
    const { manifest, diagnostics } = await build({ cwd });
    expect(diagnostics).toEqual([]);
    const published = Object.fromEntries(
      (manifest?.tools ?? []).map(({ name, inputSchema }) => [name, JSON.stringify(inputSchema)]),
    );
    const properties = {
      query: '"query":{"minLength":1,"description":"Words to look for.","type":"string"}',
      limit: '"limit":{"minimum":1,"maximum":50,"description":"Most results.","type":"integer"}',
      state: '"state":{"type":"string","enum":["open","paid"]}',
      tags: '"tags":{"maxItems":5,"type":"array","items":{"type":"string"}}',
      near: '"near":{"additionalProperties":false,"type":"object","required":["x"],"properties":{"x":{"type":"number"}}}',
    };
    const { query, limit, state, tags, near } = properties;
    const same = `{"additionalProperties":false,"type":"object","required":["query","state","tags","near"],"properties":{${[query, limit, state, tags, near].join()}}}`;
    expect(published).toEqual({
      typeboxFind: same,
      zodFind: same,
      miniFind: same,
      valibotFind: same,
      typebox1Find: same,
      arktypeFind: `{"additionalProperties":false,"type":"object","required":["near","query","state","tags"],"properties":{${[near, query, state, tags, limit].join()}}}`,
    });
  });
});

describe.concurrent('JSDoc of a property', () => {
  it('describes it in every library, unless it has a description', async () => {
    const properties = (a: string, b: string): string => `{
      /** The words. */
      a: ${a},
      /** Unread. */
      b: ${b} }`;
    const schemas = {
      zod: `z.object(${properties('z.string().optional()', "z.string().describe('Own.')")})`,
      mini: `m.object(${properties('m.optional(m.string())', "m.string().check(m.describe('Own.'))")})`,
      valibot: `v.object(${properties('v.optional(v.string())', "v.pipe(v.string(), v.description('Own.'))")})`,
      arktype: `type(${properties("type('string')", "type('string').describe('Own.')")})`,
      typebox1: `T.Object(${properties('T.Optional(T.String())', "T.String({ description: 'Own.' })")})`,
    };
    const tools = Object.entries(schemas).map(([name, schema]) => tool(`${name}Find`, schema));
    const cwd = await writeProject({ 'btcp.config.ts': CONFIG, 'src/a.ts': [HEAD, ...tools].join('\n') });
    const { manifest } = await build({ cwd });
    const described = (manifest?.tools ?? []).map(({ inputSchema }) => inputSchema.properties);
    const both = {
      a: { description: 'The words.', type: 'string' },
      b: { description: 'Own.', type: 'string' },
    };
    expect(described).toEqual([both, both, both, both, both]);
  });
});

it('publishes what Zod before 4.1.13 says of a property, each copy of which keeps that to itself', async () => {
  const schema = `z.object({ a: z.string().optional().describe('Own.'), b: z.uuid().meta({ title: 'Order' }),
  /** The words. */
  c: z.string().default('') })`;
  const source = [CORE, "import { z } from 'zod';", tool('findOrders', schema)].join('\n');
  const cwd = await writeProject({ 'btcp.config.ts': CONFIG, 'src/a.ts': source });
  await mkdir(join(cwd, 'node_modules'));
  await symlink(
    fileURLToPath(new URL('../../node_modules/zod-4.1', import.meta.url)),
    join(cwd, 'node_modules/zod'),
  );
  const { manifest } = await build({ cwd });
  expect(manifest?.tools[0]?.inputSchema.properties).toMatchObject({
    a: { description: 'Own.' },
    b: { title: 'Order' },
    c: { description: 'The words.', default: '' },
  });
});

describe.concurrent('a result without an output schema', () => {
  it.each(
    alike([
      ['Zod', "import { z } from 'zod';", "z.object({ id: z.string().describe('The order.') })"],
      ['Valibot', "import * as v from 'valibot';", 'v.object({ id: v.string() })'],
    ]),
  )('is an error where it has no JSON form, with an input in %s', async (_, imports, input) => {
    const source = [CORE, imports, tool('findOrders', input, '({ id }) => ({ found: new Map([[id, 1]]) })')];
    const cwd = await writeProject({ 'btcp.config.ts': CONFIG, 'src/a.ts': source.join('\n') });
    const { ok, diagnostics } = await build({ cwd });
    expect(ok).toBe(false);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toMatchObject([
      { id: 'output-not-json', line: 4, message: '`found` is a Map, which JSON writes as {}.' },
    ]);
  });
});

describe.concurrent('a call of a tool in Zod', () => {
  const SOURCE = `${CORE}
import { z } from 'zod';
${tool(
  'findOrders',
  'z.object({ query: z.string().min(2), limit: z.int().max(50).default(10), near: z.object({ x: z.number() }).optional() })',
  '(input) => ({ ...input, isTaken: false })',
).replace('execute:', 'outputSchema: z.object({ query: z.string(), limit: z.int() }), execute:')}`;

  it('is held to the published schema, gets defaults, and gives only what is declared', async () => {
    const cwd = await writeProject({ 'btcp.config.ts': CONFIG, 'src/a.ts': SOURCE });
    const { diagnostics } = await build({ cwd });
    expect(diagnostics).toEqual([]);
    const { registration } = (await import(pathToFileURL(join(cwd, 'generated/registration.ts')).href)) as {
      registration: Registration;
    };
    const client = new BTCPClient();
    await client.registerManifest(registration);
    expect(await client.callTool('findOrders', { query: 'ab' })).toEqual({ query: 'ab', limit: 10 });
    await expect(client.callTool('findOrders', { query: 'a' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
    // Zod would leave it out; a handler sees it in neither case.
    await expect(client.callTool('findOrders', { query: 'ab', admin: true })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  });
});

it('publishes times of Valibot, which have neither seconds nor a zone, with their own patterns', async () => {
  const schema = 'v.object({ at: v.pipe(v.string(), v.isoTime()), on: v.pipe(v.string(), v.isoDateTime()) })';
  const source = [HEAD, tool('findOrders', schema)].join('\n');
  const { manifest } = await build({
    cwd: await writeProject({ 'btcp.config.ts': CONFIG, 'src/a.ts': source }),
  });
  const time = String.raw`(?:0\d|1\d|2[0-3]):[0-5]\d$`;
  const date = String.raw`^\d{4}-(?:0[1-9]|1[0-2])-(?:[12]\d|0[1-9]|3[01])`;
  expect(manifest?.tools[0]?.inputSchema.properties).toEqual({
    at: { type: 'string', pattern: `^${time}` },
    on: { type: 'string', pattern: `${date}[T ]${time}` },
  });
});

full('publishes media of Zod with the pattern of its media type', async () => {
  const media = ".meta({ contentEncoding: 'base64', contentMediaType: 'image/png' })";
  const tools = ['z.string()', 'z.base64()'].map((schema, index) =>
    tool(`send${index}`, `z.object({ file: ${schema}${media} })`),
  );
  const cwd = await writeProject({ 'btcp.config.ts': CONFIG, 'src/a.ts': [HEAD, ...tools].join('\n') });
  const { diagnostics, manifest } = await build({ cwd });
  const files = manifest?.tools.map(({ inputSchema }) => (inputSchema.properties as { file?: unknown }).file);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const file = {
    type: 'string',
    contentEncoding: 'base64',
    contentMediaType: 'image/png',
    maxLength: 6_666_668,
    pattern: expect.stringMatching(/^\^iVBORw0KGg/) as string,
  };
  expect(files).toEqual([file, file]);
});
