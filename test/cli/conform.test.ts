import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runBtcp } from '../adapters/serve-project.ts';
import { btcp } from '../support/btcp.ts';
import { full } from '../support/runs.ts';
import { IMPORTS } from '../support/tool-source.ts';
import {
  configText,
  makeProject,
  removeProject,
  writeFiles,
  writeProject,
} from '../support/write-project.ts';

const TOOLS = `${IMPORTS}
const node = Type.Recursive((Self) => Type.Object({ label: Type.String(), children: Type.Array(Self) }), { $id: 'Node' });
const fail = (): never => { throw new Error('This code must not run.'); };

/** Searches the orders of a shop. */
export const searchOrders = defineTool({
  inputSchema: Type.Object({
    text: Type.String({ maxLength: 40 }),
    email: Type.Optional(Type.String({ format: 'email' })),
    state: Type.Optional(Type.Union([Type.Literal('open'), Type.Literal('paid')])),
    limit: Type.Integer({ minimum: 1, maximum: 50, default: 10 }),
    ids: Type.Optional(Type.Array(Type.String({ pattern: '^o[0-9]+$' }), { maxItems: 5, uniqueItems: true })),
  }, { additionalProperties: false }),
  outputSchema: Type.Object({ orders: Type.Array(Type.Object({ id: Type.String(), sum: Type.Number() }, { additionalProperties: false })) }, { additionalProperties: false }),
  capabilities: ['dom:read'],
  examples: [{ input: { text: 'chair' }, output: { orders: [{ id: 'o1', sum: 3 }] } }],
  mcp: { name: 'orders.search' },
  confirm: 'Search the orders?',
  aliases: { findOrders: {} },
  execute: fail,
});
/** Draws a shape, whose kind says which fields it has. */
export const drawShape = defineTool({
  inputSchema: Type.Object({
    shape: Type.Union([
      Type.Object({ kind: Type.Literal('circle'), size: Type.Number({ exclusiveMinimum: 0 }) }),
      Type.Object({ kind: Type.Literal('box'), sides: Type.Tuple([Type.Number(), Type.Number()]) }),
    ]),
    tree: Type.Optional(node),
    more: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  }),
  outputSchema: Type.String({ minLength: 1 }),
  capabilities: [],
  execute: fail,
});
/** Counts what there is, and returns any list of it. */
export const countThings = defineTool({
  inputSchema: Type.Object({}), outputSchema: Type.Array(Type.Integer()), capabilities: [], execute: fail,
});
`;

const FRAMED = `${IMPORTS}
/** Counts the headings of the page. */
export const countHeadings = defineTool({
  inputSchema: Type.Object({}, { additionalProperties: false }), outputSchema: Type.Integer(), capabilities: ['dom:read'],
  execute: async (_, { page }) => (await page.all('h1', {})).length,
});
`;

let root: string;
beforeAll(async () => {
  root = await makeProject({ 'src/tools.ts': TOOLS, 'btcp.config.ts': configText("['src/**/*.ts']") });
  const { code, err } = await btcp(root, 'build');
  if (code !== 0) throw new Error(err);
});
afterAll(() => removeProject(root));

it('finds that all surfaces agree', async () => {
  const { code, out, err } = await btcp(root, 'conform');
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(
    /^4 tools, \d{3,4} calls, each through the client, MCP, WebMCP and Standard Schema: no difference \(seed 1\)\n$/,
  );
});

/** Runs something while built files are changed. */
async function withEdited(
  edits: Readonly<Record<string, (text: string) => string>>,
  run: () => Promise<void>,
): Promise<void> {
  const texts: Record<string, string> = {};
  try {
    for (const [file, change] of Object.entries(edits)) {
      const path = `generated/${file}`;
      const text = await readFile(join(root, path), 'utf8');
      const changed = change(text);
      expect(changed).not.toBe(text);
      texts[path] = text;
      await writeFiles(root, { [path]: changed });
    }
    await run();
  } finally {
    await writeFiles(root, texts);
  }
}

const EDITED = 'generated/validators.js is not what the tools give. Run `btcp build`.\n';

// The limit of the alias, and the default of the tool itself too.
const withLimits = (text: string): string =>
  text.replace('>50', '>60').replaceAll('copy.limit = 10', 'copy.limit = 11');

/** Validators that accept numbers with a fraction as integers. */
const withFractions = (text: string): string => {
  const [before = '', after = ''] = text.split('export const countThings');
  return `${before}export const countThings${after.replace('Number.isInteger(d0)', 'typeof d0=="number"')}`;
};

it('finds limits, defaults and results that are not those of the manifest, and what other files have otherwise, and says what each caller gets', async () => {
  const edits = {
    'validators.js': (text: string) => withFractions(withLimits(text)),
    // What the tool needs, and not its alias; of the client, no call shows it.
    'registration.ts': (text: string) =>
      text.replace(/("searchOrders".*?"capabilities":)\["dom:read"\]/s, '$1[]'),
    'client.ts': (text: string) => `${text}// edited\n`,
  };
  await withEdited(edits, async () => {
    const { code, out } = await btcp(root, 'conform');
    expect(code).toBe(1);
    expect(out).toContain(EDITED);
    expect(out).toContain('generated/client.ts is not what the tools give. Run `btcp build`.\n');
    expect(out).toContain('generated/registration.ts is not what the tools give. Run `btcp build`.\n');
    expect(out).toContain(
      'generated/registration.ts differs from manifest.json: /tools/3/capabilities/0 is missing, and "dom:read" in manifest.json. Run `btcp build`.\n',
    );
    expect(out).toContain('  the manifest      denies the call without dom:read\n  client            gives ');
    // Every caller agrees.
    expect(out).toMatch(
      new RegExp(
        String.raw`^findOrders  \(\w+\)
  input             \{.*"limit":(?:5[1-9]|60).*\}
  the tool returns  (.*)
  the manifest      refuses the input: the value/limit must be <= 50
  client            gives \1
  mcp               gives \1
  webmcp            gives \1
  standard-schema   gives \1
`,
        'm',
      ),
    );
    expect(out).toMatch(
      /^ {2}the manifest      accepts the input and the result: the tool gets \{.*"limit":10.*\}\n {2}client            gives .*, and the tool gets \{.*"limit":11.*\}$/m,
    );
    expect(out).toMatch(
      new RegExp(
        String.raw`^countThings  \((?:valid|output)\)
  input             .*
  the tool returns  (\[.*\])
  the manifest      refuses the result: the value/\d must be integer
  client            gives \1
  mcp               fails with MCP -32602: Structured content does not match .* must be integer
  webmcp            gives \1
  standard-schema   gives \1
  There are \d+ more like it\.
`,
        'm',
      ),
    );
    expect(out).toMatch(
      /\n4 tools, \d+ calls, each through the client, MCP, WebMCP and Standard Schema: \d+ differences \(seed 1\)\n$/,
    );
  });
});

full('reports as JSON, with another seed', async () => {
  await withEdited({ 'validators.js': withFractions }, async () => {
    const { code, out } = await btcp(root, 'conform', '--format', 'json', '--seed', '5');
    expect(code).toBe(1);
    const report = JSON.parse(out) as { readonly differences: readonly Readonly<Record<string, unknown>>[] };
    const fraction = { ok: true, output: expect.stringMatching(/[.e]/) as string };
    expect(report).toMatchObject({
      seed: 5,
      tools: 4,
      buildFaults: ['generated/validators.js is not what the tools give.'],
      // The others are of inputs that MCP does not carry.
      differences: expect.arrayContaining([
        expect.objectContaining({
          tool: 'countThings',
          manifest: expect.stringContaining('refuses the result: ') as string,
          outcomes: {
            client: fraction,
            mcp: expect.objectContaining({ ok: false, code: 'MCP -32602', paths: [] }) as object,
            webmcp: fraction,
            'standard-schema': fraction,
          },
        }),
      ]) as unknown,
    });
  });
});

full('judges by manifest.json where a limit there is another one', async () => {
  await withEdited(
    { 'manifest.json': (text) => text.replaceAll('"maxLength": 40', '"maxLength": 44') },
    async () => {
      const { code, out } = await btcp(root, 'conform');
      expect(code).toBe(1);
      expect(out).toContain(
        'differs from manifest.json: /tools/2/inputSchema/properties/text/maxLength is 40, and 44 in manifest.json. Run `btcp build`.\n',
      );
      expect(out).toMatch(
        /the manifest      accepts the input .*\n {2}client            fails with INVALID_INPUT at \/text/,
      );
    },
  );
});

it('names the place of a mistake in manifest.json', async () => {
  await withEdited(
    { 'manifest.json': (text) => text.replace('"inputSchema": {', '"inputSchema": [], "was": {') },
    async () => {
      const { code, out, err } = await btcp(root, 'conform');
      expect([code, out]).toEqual([1, '']);
      expect(err).toMatch(/^btcp: generated\/manifest\.json:\d+: .*\nhelp: Run `btcp build`\.\n$/);
    },
  );
});

full('fails where an edited file ends the process', async () => {
  await withEdited({ 'validators.js': (text) => `${text}process.exit(0);\n` }, async () => {
    expect(await runBtcp(root, ['conform'], '')).toEqual({
      code: 1,
      out: EDITED,
      err: 'btcp: The built files end the process, so nothing was compared.\nhelp: Run `btcp build`, and take `process.exit` out of modules with tools.\n',
    });
  });
});

full('makes fewer calls with inputs that are very large', async () => {
  const cwd = await writeProject({
    'src/sort.ts': `${IMPORTS}
/** Sorts many numbers at once. */
export const sortNumbers = defineTool({
  inputSchema: Type.Object({ all: Type.Array(Type.Integer(), { minItems: 200_000, uniqueItems: true }) }),
  outputSchema: Type.Null(),
  capabilities: [],
  execute: (): null => null,
});
`,
  });
  expect(await btcp(cwd, 'build')).toMatchObject({ code: 0 });
  const { code, out } = await btcp(cwd, 'conform');
  expect([code, out]).toEqual([0, expect.stringMatching(/^1 tool, \d{1,2} calls, .* no difference/)]);
});

it('refuses a build whose sources have changed', async () => {
  await writeFiles(root, { 'src/tools.ts': TOOLS.replace('maximum: 50', 'maximum: 60') });
  try {
    expect(await btcp(root, 'conform')).toEqual({
      code: 1,
      out: '',
      err: 'btcp: The build is stale: src/tools.ts was changed after it.\nhelp: Run `btcp build` first.\n',
    });
  } finally {
    await writeFiles(root, { 'src/tools.ts': TOOLS });
  }
});

it('makes the calls of tools for a frame, without one', async () => {
  const files = {
    'src/tools.ts': FRAMED,
    'btcp.config.ts': configText("['src/**/*.ts']").replace(
      'defineConfig({',
      "defineConfig({ config: { sandbox: 'iframe' },",
    ),
  };
  const cwd = await writeProject(files);
  expect(await btcp(cwd, 'build')).toMatchObject({ code: 0, err: '' });
  const { code, out, err } = await btcp(cwd, 'conform');
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(
    /^1 tool, \d+ calls, each through .*: no difference \(seed 1\)\nIsolation \(`sandbox: 'iframe'`\) is not exercised, as none of the tools' code is run\.\n$/,
  );
  const json = await btcp(cwd, 'conform', '--format', 'json');
  expect(JSON.parse(json.out)).toMatchObject({ notExercised: ['iframe'], differences: [] });
});

it('needs a build, and whole numbers', async () => {
  const cwd = await writeProject({ 'src/tools.ts': TOOLS });
  expect(await btcp(cwd, 'conform')).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no build in') as string,
  });
  expect(await btcp(cwd, 'conform', '--seed', '-1')).toMatchObject({ code: 2 });
  expect(await btcp(cwd, 'conform', '--seed', 'x')).toEqual({
    code: 2,
    out: '',
    err: 'btcp: --seed takes a whole number; got "x".\nusage: btcp conform [--format pretty|json] [--seed <number>] [--config <file>]\n',
  });
  await writeFiles(cwd, {
    'generated/manifest.json': await readFile(join(root, 'generated/manifest.json'), 'utf8'),
    'generated/registration.ts': 'export const registration = ;',
  });
  const { code, err } = await btcp(cwd, 'conform');
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(
      /btcp: The build cannot be loaded: .*generated\/registration\.ts:1: Unexpected .*; run `btcp build`\nhelp: Run `btcp build`\.\n$/,
    ),
  ]);
});
