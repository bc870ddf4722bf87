import { chmod, mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { build } from '@btcp/codegen';
import { buildTogether } from '../support/build-together.ts';
import { alike, full } from '../support/runs.ts';
import { definition, IMPORTS } from '../support/tool-source.ts';
import { configText, writeProject } from '../support/write-project.ts';

const together = buildTogether(build, configText("['*/src/*.ts']"));

async function reportsOf(tool: string, top = ''): Promise<readonly string[]> {
  const { diagnostics } = await together({
    'src/a.ts': `${IMPORTS}${top}\n/** Reads the value of a cell. */\nexport const getCell = defineTool({\n${tool}\n});\n`,
  });
  return diagnostics.map(({ id, line, column, message }) => `${line}:${column} ${id}: ${message}`);
}

const REST = `  capabilities: [],\n  outputSchema: Type.Null(),\n  execute: () => null,`;

describe.concurrent('reports a module that can never load', () => {
  const loads = async (top: string): Promise<readonly string[]> =>
    (await reportsOf(`  inputSchema: Type.Object({}),\n${REST}`, `${top}\n`)).filter((text) =>
      text.includes('module-never-loads'),
    );

  it.each([
    "throw new Error('x');",
    'process.exit(3);',
    'await new Promise(() => {});',
    'for (;;) {}',
    'while (true) await null;',
    "fail();\nfunction fail(): never { throw new Error('x'); }",
  ])('%s', async (top) => {
    expect(await loads(top)).toEqual([
      `3:1 module-never-loads: Tool "getCell" can never run: its module stops at \`${top.split('\n')[0]}\` whenever it is loaded.`,
    ]);
  });

  it.each([
    "if (typeof Promise === 'undefined') throw new Error('x');",
    'export const stop = () => process.exit(3);',
    'await new Promise((resolve) => setTimeout(resolve, 1));',
    'for (;;) { if (Math.random() > 0.5) break; }',
    "try { throw new Error('x'); } catch {}",
  ])('but not %s', async (top) => {
    expect(await loads(top)).toEqual([]);
  });
});

describe.concurrent('reports an author\u2019s mistake at its place', () => {
  it.each<[string, string, string, readonly string[]]>([
    [
      'a misspelt field',
      '',
      `  capabilites: [],\n  inputSchema: Type.Object({}),\n${REST}`,
      ["6:3 field-unknown: `capabilites` is not part of a tool's definition; did you mean `capabilities`?"],
    ],
    [
      'a misspelt field once, also where types say no more because of it',
      '',
      `  capabilites: ['dom:read'],\n  inputSchema: Type.Object({ cell: Type.String() }),\n  execute: ({ cell }) => cell,`,
      ["6:3 field-unknown: `capabilites` is not part of a tool's definition; did you mean `capabilities`?"],
    ],
    [
      'the fields of another format, each once',
      '',
      `  parameters: { cell: 'string' },\n  capabilities: 'dom:read',\n  handler() {},`,
      [
        "6:3 field-unknown: `parameters` is not part of a tool's definition; did you mean `inputSchema`?",
        '7:3 tool-invalid: `capabilities` must be an array; got "dom:read".',
        "8:3 field-unknown: `handler` is not part of a tool's definition; did you mean `execute`?",
      ],
    ],
    [
      'properties in place of a schema',
      '',
      `  inputSchema: { cell: 'string' } as never,\n${REST}`,
      ['6:3 tool-invalid: `inputSchema` must describe an object, with `"type": "object"` at its root.'],
    ],
    [
      'a keyword that the declared draft does not read',
      "const KIND = { $ref: '#/definitions/kind', maxLength: 9 };\n",
      `  inputSchema: { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', properties: { kind: KIND }, definitions: { kind: { type: 'string', maxLength: 20 } } },\n  capabilities: [],\n  outputSchema: Type.Null(),\n  execute: () => null,`,
      [
        '3:44 keyword-ignored: `maxLength` is ignored: the schema declares draft-07, which reads nothing beside `$ref`.',
      ],
    ],
    [
      'a field that means nothing',
      '',
      `  colour: 'red',\n  inputSchema: Type.Object({}),\n${REST}`,
      ["6:3 field-unknown: `colour` is not part of a tool's definition."],
    ],
    [
      "a field of MCP's tools",
      '',
      `  title: 'Cell',\n  inputSchema: Type.Object({}),\n${REST}`,
      ["6:3 field-unknown: `title` is not part of a tool's definition; it goes into `mcp`."],
    ],
    [
      'no input schema, no execute, no capabilities',
      '',
      `  outputSchema: Type.Null(),`,
      [
        '5:14 capabilities-missing: Tool "getCell" does not say which capabilities it needs.',
        '5:14 execute-missing: Tool "getCell" has no `execute`.',
        '5:14 input-schema-missing: Tool "getCell" has no `inputSchema`.',
      ],
    ],
    [
      'a default that breaks its own schema',
      '',
      `  inputSchema: Type.Object({\n    limit: Type.Integer({ maximum: 5, default: 10 }),\n  }),\n${REST}`,
      ['7:39 default-invalid: The default breaks its own schema: `default` must be at most 5; got 10.'],
    ],
    [
      'a type that is not JSON',
      '',
      `  inputSchema: Type.Object({\n    when: Type.Date(),\n  }),\n${REST}`,
      ['7:5 schema-invalid: '],
    ],
    [
      'an external $ref',
      '',
      `  inputSchema: Type.Object({\n    cell: Type.Unsafe({ $ref: 'https://example.com/cell.json' }),\n  }),\n${REST}`,
      ['7:25 schema-invalid: '],
    ],
    [
      'a pattern that is no regular expression',
      '',
      `  inputSchema: Type.Object({\n    cell: Type.String({\n      pattern: '[',\n    }),\n  }),\n${REST}`,
      ['8:7 schema-invalid: '],
    ],
    [
      'an example that breaks the input schema',
      '',
      `  inputSchema: Type.Object({ cell: Type.String() }),\n  examples: [\n    { input: { cell: 5 } as never },\n  ],\n${REST}`,
      ['8:16 example-invalid: '],
    ],
    [
      'an example output that breaks the output schema',
      '',
      `  inputSchema: Type.Object({}),\n  examples: [{ input: {}, output: 'x' as never }],\n${REST}`,
      ['7:27 example-invalid: '],
    ],
    [
      'a timeout out of range',
      '',
      `  timeout: 5,\n  inputSchema: Type.Object({}),\n${REST}`,
      ['6:3 tool-invalid: '],
    ],
    [
      'a name that is not one',
      '',
      `  name: 'get-cell',\n  inputSchema: Type.Object({}),\n${REST}`,
      ['6:3 tool-invalid: '],
    ],
    [
      'a description that is too short',
      '',
      `  description: 'Gets.',\n  inputSchema: Type.Object({}),\n${REST}`,
      ['6:3 tool-invalid: '],
    ],
    ['an input that is no object', '', `  inputSchema: Type.Any(),\n${REST}`, ['6:3 tool-invalid: ']],
    [
      'a capability that is not well-formed',
      '',
      `  inputSchema: Type.Object({}),\n  outputSchema: Type.Null(),\n  execute: () => null,\n  capabilities: ['DOM:read'],`,
      ['9:18 capability-malformed: '],
    ],
    [
      'a value in an example that is not JSON',
      '',
      `  inputSchema: Type.Object({}),\n  examples: [{ input: { at: new Date(0) } }],\n${REST}`,
      ['7:25 value-not-json: This value is a Date, which is not JSON.'],
    ],
  ])('%s', async (_, top, tool, expected) => {
    const reports = await reportsOf(tool, top);
    expect(reports).toHaveLength(expected.length);
    for (const [index, start] of expected.entries()) expect(reports[index]).toContain(start);
  });
});

describe('reports of a whole project', () => {
  full('two tools of one name, and a wrong result type without a schema, in one run', async () => {
    const cwd = await writeProject({
      'src/b.ts': `${IMPORTS}
/** Reads the value of a cell. */
export const getCell = defineTool({ inputSchema: Type.Object({}), capabilities: [], execute: () => ({
  count: 1n,
}) });`,
      'src/a.ts': `${IMPORTS}
/** Reads the value of a cell. */
export const getCell = defineTool({ inputSchema: Type.Object({}), capabilities: [], execute: () => ({ count: 1 }) });`,
    });
    const { diagnostics, ok } = await build({ cwd });
    expect(ok).toBe(false);
    expect(diagnostics.map(({ id, file, line, column }) => `${file}:${line}:${column} ${id}`)).toEqual([
      'src/b.ts:5:14 tool-duplicate-name',
      'src/b.ts:6:3 output-not-json',
    ]);
  });

  it.each([[{ lib: ['ES2022'] }, "'dom' is of type 'unknown'"]])(
    'what keeps TypeScript from the types of a result, with %j',
    async (compilerOptions, reason) => {
      const cwd = await writeProject({
        'tsconfig.json': JSON.stringify({ compilerOptions: { strict: true, ...compilerOptions } }),
        'src/orders.ts': `${IMPORTS}
/** Lists the orders of the page. */
export const listOrders = defineTool({
  inputSchema: Type.Object({}),
  capabilities: ['dom:read'],
  execute: (_input, { dom }) => ({ orders: [...dom.querySelectorAll('li')].map((each) => ({ id: each.id })) }),
});`,
      });
      const { diagnostics } = await build({ cwd });
      expect([...new Set(diagnostics.map(({ id }) => id))]).toEqual(['types-unresolved']);
      expect(diagnostics.map(({ message }) => message).join('\n')).toContain(reason);
    },
  );

  it.each(
    alike([
      [{ moduleResolution: 'node10', module: 'es2020', ignoreDeprecations: '6.0' }],
      [{ target: 'es5', ignoreDeprecations: '6.0' }],
      [{ baseUrl: 'src', ignoreDeprecations: '6.0' }],
      [{ paths: { page: ['${configDir}/src/page.ts'] } }],
    ]),
  )(
    'nothing of options that older compilers have, or that name the folder, with %j',
    async (compilerOptions) => {
      const cwd = await writeProject({
        'tsconfig.json': JSON.stringify({ compilerOptions: { strict: true, ...compilerOptions } }),
        'src/page.ts': `export const idsOf = (page: Document) => [...page.querySelectorAll('li')].map((each) => ({ id: each.id }));`,
        'src/orders.ts': `${IMPORTS}
${'baseUrl' in compilerOptions || 'paths' in compilerOptions ? "import { idsOf } from 'page';" : "import { idsOf } from './page';"}
/** Lists the orders of the page. */
export const listOrders = defineTool({
  inputSchema: Type.Object({}, { additionalProperties: false }),
  capabilities: ['dom:read'],
  execute: (_input, { dom }) => ({ orders: idsOf(dom) }),
});`,
      });
      const { diagnostics, manifest } = await build({ cwd });
      expect(diagnostics).toEqual([]);
      expect(manifest?.tools[0]?.outputSchema).toEqual({
        type: 'object',
        properties: {
          orders: {
            type: 'array',
            items: {
              type: 'object',
              properties: { id: { type: 'string' } },
              required: ['id'],
              additionalProperties: false,
            },
          },
        },
        required: ['orders'],
        additionalProperties: false,
      });
    },
  );

  it('types where nothing can be kept beside the packages', async () => {
    const cwd = await writeProject({
      'node_modules/.cache': '',
      'src/tools.ts': `${IMPORTS}\nexport const getCell = defineTool(${definition()});`,
    });
    expect((await build({ cwd })).ok).toBe(true);
    expect(await readdir(join(cwd, '.btcp'))).toEqual([]);
  });

  it('types without leaving the tsconfig that they are read with', async () => {
    const cwd = await writeProject({
      'node_modules/other/package.json': '{}',
      'src/tools.ts': `${IMPORTS}\nexport const getCell = defineTool(${definition()});`,
    });
    expect((await build({ cwd })).ok).toBe(true);
    const left = await readdir(join(cwd, 'node_modules/.cache/btcp'));
    expect(left.filter((name) => name.startsWith('tsconfig'))).toEqual([]);
  });

  it('every mistake of a config at once', async () => {
    const messages = async (text: string): Promise<readonly string[]> => {
      const { diagnostics } = await build({ cwd: await writeProject({ 'btcp.config.ts': text }) });
      return diagnostics.map(({ line, column, message }) => `${line}:${column} ${message}`);
    };
    expect(await messages("export default { tool: ['a'], outdir: 'x', name: 7 };")).toEqual([
      '1:18 `tool` is not a setting; did you mean `tools`?',
      '1:31 `outdir` is not a setting; did you mean `outDir`?',
      '1:44 `name` must be a string, not empty.',
    ]);
    expect(await messages("import './nope';\nexport default { tools: ['a'] };")).toEqual([
      '1:8 The config file cannot be loaded: Could not resolve "./nope"',
    ]);
    expect(await messages("export default { tools: ['a'], provider: { name: 'x', since: 10n } };")).toEqual([
      '1:32 `provider` must be an object of JSON.',
    ]);
    expect(await messages("export default { get tools() { throw new Error('no'); } };")).toEqual([
      '1:38 The config file cannot be loaded: no',
    ]);
    expect(await messages('export default {\n  syntax ( error')).toEqual([
      expect.stringMatching(/^2:1\d The config file cannot be loaded: Expected/),
    ]);
  });

  it.each([{ files: [] }, { files: [], include: [] }])(
    'the aliases of the tsconfig that one with %j refers to',
    async (lists) => {
      const root = await writeProject({
        'my-app/btcp.config.ts': configText("['src/*.ts']"),
        'my-app/package.json':
          '{ "name": "weather", "version": "1.0.0", "description": "Tells the weather.", "type": "module" }',
        'my-app/tsconfig.json': JSON.stringify({
          ...lists,
          references: [{ path: './tsconfig.node.json' }, { path: './tsconfig.app.json' }],
        }),
        'my-app/tsconfig.node.json': '{}',
        'my-app/tsconfig.app.json': JSON.stringify({
          compilerOptions: {
            strict: true,
            module: 'esnext',
            moduleResolution: 'bundler',
            paths: { '@/*': ['./lib/*'] },
          },
        }),
        'my-app/lib/schemas.ts': `import { Type } from '@sinclair/typebox';\nexport const City = Type.String({ minLength: 1 });`,
        'my-app/src/weather.ts': `${IMPORTS}import { City } from '@/schemas';
/** Retrieves the weather of a city. */
export const getWeather = defineTool({
  inputSchema: Type.Object({ city: City }),
  outputSchema: Type.String(),
  capabilities: [],
  execute: ({ city }) => city,
});`,
      });
      const cwd = join(root, 'my-app');
      expect(await build({ cwd })).toMatchObject({ ok: true, manifest: { tools: [{ name: 'getWeather' }] } });
    },
  );

  it('a config without tools, with an unknown setting, and none at all', async () => {
    const messages = async (files: Record<string, string>): Promise<readonly string[]> =>
      (await build({ cwd: await writeProject(files) })).diagnostics.map(
        ({ id, message }) => `${id}: ${message}`,
      );
    expect(await messages({ 'btcp.config.ts': 'export default {};' })).toEqual([
      'config-invalid: The config does not say where the tools are.',
    ]);
    expect(await messages({ 'btcp.config.ts': "export default { tools: ['a'], outdir: 'x' };" })).toEqual([
      'config-invalid: `outdir` is not a setting; did you mean `outDir`?',
    ]);
    const { diagnostics } = await build({ cwd: await writeProject({}), configFile: 'other.config.ts' });
    expect(diagnostics.map(({ id }) => id)).toEqual(['config-not-found']);
  });

  it.each(alike(['vm', 'inline']))('a level of isolation that a config cannot have: %s', async (sandbox) => {
    const config = `export default { tools: ['src/*.ts'], config: { sandbox: '${sandbox}' } };`;
    const { diagnostics } = await build({ cwd: await writeProject({ 'btcp.config.ts': config }) });
    expect(diagnostics.find(({ id }) => id === 'config-invalid')).toMatchObject({
      message: `\`sandbox\` must be one of iframe, wasm; got "${sandbox}".`,
      help: "Write 'iframe' or 'wasm' to isolate the tools, or leave `sandbox` out for tools that run in the page itself.",
    });
  });

  it.each(alike(['worker', 'ses']))('a level that confines nothing: %s', async (sandbox) => {
    const config = `export default { tools: ['src/*.ts'], config: { sandbox: '${sandbox}' } };`;
    const { diagnostics } = await build({ cwd: await writeProject({ 'btcp.config.ts': config }) });
    expect(diagnostics.map(({ message }) => message)).toContainEqual(
      expect.stringContaining(`\`sandbox: '${sandbox}'\` is refused by clients`),
    );
  });

  it('a config file that is not there', async () => {
    const cwd = await writeProject({ 'app/web.btcp.config.ts': '', 'lib/a.ts': '' });
    const texts = async (folder: string, configFile?: string): Promise<readonly string[]> => {
      const { diagnostics } = await build({ cwd: join(cwd, folder), ...(configFile && { configFile }) });
      return diagnostics.flatMap(({ message, help = '' }) =>
        [message, help].map((text) => text.replaceAll(cwd, '')),
      );
    };
    const help =
      "Run `npx btcp init`, which writes one, or write `import { defineConfig } from '@btcp/core'` and `export default defineConfig({ tools: ['src/tools/**/*.ts'] })`; or pass the path of another with --config, in code as `configFile`.";
    expect(await texts('', 'app/btcp.config.ts')).toEqual(['There is no file btcp.config.ts in /app.', help]);
    expect(await texts('lib', '.')).toEqual(['There is no file lib in .', help]);
  });

  it('each setting of the config at its own place', async () => {
    const config = `import { defineConfig } from '@btcp/core';
const rules = { 'name-to-general': 'off', 'tool-invalid': 'off' };
export default defineConfig({
  tools: ['src/*.ts'],
  outDir: 5,
  rules,
});
`;
    const { diagnostics } = await build({ cwd: await writeProject({ 'btcp.config.ts': config }) });
    expect(diagnostics.map(({ id, line, column, length }) => [id, line, column, length])).toEqual([
      ['config-invalid', 5, 3, 6],
      ['config-invalid', 2, 17, 17],
      ['config-invalid', 2, 43, 14],
    ]);
  });

  it('each value that goes into the manifest at its own place, in the same run', async () => {
    const config = `export default {
  tools: ['src/*.ts'],
  name: 'My App',
  version: '1.0',
  outDir: 5,
  provider: { url: 'here' },
  config: { maxConcurent: 1, timeout: '5s' },
};
`;
    const { diagnostics } = await build({ cwd: await writeProject({ 'btcp.config.ts': config }) });
    expect(diagnostics.map(({ id, line, column, message }) => `${line}:${column} ${id}: ${message}`)).toEqual(
      [
        '5:3 config-invalid: `outDir` must be a string, not empty.',
        '3:3 config-invalid: `name` must match ^[a-z][a-z0-9-]*$; got "My App".',
        '4:3 config-invalid: `version` must be a full semantic version; got "1.0".',
        '6:3 config-invalid: `name` is missing.',
        '6:15 config-invalid: `url` must be a URL with its scheme; got "here".',
        '7:30 config-invalid: `timeout` must be a whole number from 1000 to 300000; got "5s".',
        '7:13 config-invalid: `config` has no setting "maxConcurent"; did you mean `maxConcurrent`?',
      ],
    );
  });

  it('what is misspelt in a section of a definition at its place', async () => {
    const source = `${IMPORTS}/** Reads the value of a cell. */
export const getCell = defineTool({
  inputSchema: Type.Object({}),
  mcp: {
    titel: 'Cell',
    'shop.example/row': 1,
    annotations: { readOnly: true, destructivHint: false },
    icons: [{ src: 'https://shop.example/a.png', mimetype: 'image/png' }],
    execution: { tasksupport: 'optional' },
  },
  examples: [{ descripton: 'Reads it', input: {} }] as never,
${REST}
});
`;
    const { diagnostics } = await together({ 'src/a.ts': source });
    const found = diagnostics.filter(({ id }) => id === 'field-misspelt');
    expect(found.map(({ line, column, message }) => `${line}:${column} ${message}`)).toEqual([
      '7:5 "titel" is not a field of `mcp`; did you mean `title`?',
      '9:20 "readOnly" is not a field of `mcp.annotations`; did you mean `readOnlyHint`?',
      '9:36 "destructivHint" is not a field of `mcp.annotations`; did you mean `destructiveHint`?',
      '10:50 "mimetype" is not a field of `mcp.icons[]`; did you mean `mimeType`?',
      '11:18 "tasksupport" is not a field of `mcp.execution`; did you mean `taskSupport`?',
      '13:16 "descripton" is not a field of `examples[]`; did you mean `description`?',
    ]);
  });

  full('what is misspelt in the provider at its place', async () => {
    const source = `${IMPORTS}/** Reads the value of a cell. */\nexport const readCell = defineTool(${definition()});\n`;
    const config = `export default {\n  tools: ['src/*.ts'],\n  provider: { name: 'Acme', contct: 'help@acme.example' },\n};\n`;
    const cwd = await writeProject({ 'btcp.config.ts': config, 'src/a.ts': source });
    const { diagnostics } = await build({ cwd });
    expect(
      diagnostics
        .filter(({ file }) => file === 'btcp.config.ts')
        .map(({ id, line, column }) => `${line}:${column} ${id}`),
    ).toEqual(['3:29 manifest-field-misspelt']);
  });
});

describe('reports what is wrong with the project', () => {
  it('places what is wrong in a tsconfig', async () => {
    const cwd = await writeProject({
      'tsconfig.json': '{\n  "compilerOptions": { "strct": true }\n}\n',
    });
    expect((await build({ cwd })).diagnostics).toEqual([
      {
        id: 'tsconfig-invalid',
        severity: 'error',
        file: 'tsconfig.json',
        line: 2,
        column: 24,
        length: 7,
        message: "tsconfig.json cannot be read: Unknown compiler option 'strct'. Did you mean 'strict'?",
        help: 'Correct it; `npx -p typescript tsc --showConfig` shows the same.',
      },
    ]);
  });

  it('names the command that writes a tsconfig which no clone has', async () => {
    const cwd = await writeProject({ 'tsconfig.json': '{ "extends": "./.svelte-kit/tsconfig.json" }' });
    expect((await build({ cwd })).diagnostics).toMatchObject([
      {
        id: 'tsconfig-invalid',
        help: 'Run `npx svelte-kit sync`, which writes that file; as a script `prepare` in package.json, it is written after every clone.',
      },
    ]);
  });

  it.each(
    alike([
      ['brackets', `const x = ${'['.repeat(20_000)}${']'.repeat(20_000)};`],
      ['statements', `function x(a: number) { ${'if (a) '.repeat(20_000)}return; }`],
    ]),
  )('a source that is nested too deeply: %s', async (_, top) => {
    const tool = `${IMPORTS}${top}\n/** Reads the value of a cell. */\nexport const getCell = defineTool({\n  inputSchema: Type.Object({}),\n${REST}\n});\n`;
    const cwd = await writeProject({ 'src/a.ts': tool, 'src/b.ts': 'export const b = 1;' });
    expect((await build({ cwd })).diagnostics).toMatchObject([
      {
        id: 'source-too-deep',
        file: 'btcp.config.ts',
        message: 'A file of the tools, or what it imports, is nested too deeply to be read.',
      },
    ]);
  });

  it('names a file that cannot be read', async () => {
    const cwd = await writeProject({ 'src/a.ts': 'export const a = 1;' });
    await symlink('/proc/self/mem', join(cwd, 'src/b.ts'));
    expect((await build({ cwd })).diagnostics).toMatchObject([
      { id: 'syntax-error', file: 'src/b.ts', message: 'The file cannot be read: EIO: i/o error, read.' },
    ]);
  });

  // Root may write everywhere.
  it.skipIf(process.getuid?.() === 0)('says what to do where the folder must not be written', async () => {
    const cwd = await writeProject({
      'src/a.ts': `${IMPORTS}/** Reads the value of a cell. */\nexport const getCell = defineTool({\ninputSchema: Type.Object({}),\n${REST}\n});\n`,
    });
    await mkdir(join(cwd, 'generated'));
    await chmod(join(cwd, 'generated'), 0o555);
    expect((await build({ cwd })).diagnostics).toMatchObject([
      { id: 'output-not-writable', help: 'Change the permissions of the folder and of the files in it.' },
    ]);
  });

  full('a tsconfig that is nested too deeply', async () => {
    const options = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const cwd = await writeProject({
      'src/a.ts': 'export const a = 1;',
      'tsconfig.json': `{ "compilerOptions": { "types": ${options} } }`,
    });
    expect((await build({ cwd })).diagnostics).toMatchObject([
      { id: 'tsconfig-invalid', file: 'tsconfig.json' },
    ]);
  });

  it.each(['src/tools/*.json', 'src/tools.v1'])(
    'says what to write where nothing matches: %s',
    async (glob) => {
      const cwd = await writeProject({
        'src/tools/a.json': '{ "name": "a" }',
        'src/tools.v1/a.ts': 'export const a = 1;',
        'btcp.config.ts': `export default { tools: ['!src/**/*.mdx', '${glob}'] };`,
      });
      expect((await build({ cwd })).diagnostics).toMatchObject([
        {
          id: 'no-files',
          help: 'Correct `tools` in the config: globs of TypeScript or JavaScript files, relative to its folder, with "/" between names, such as "src/tools/**/*.ts".',
        },
      ]);
    },
  );

  full('names the config that was read, whatever its name', async () => {
    const cwd = await writeProject({ 'admin.config.ts': `export default { tools: ['nope/*.ts'] };` });
    const { diagnostics } = await build({ cwd, configFile: 'admin.config.ts' });
    expect(diagnostics.map(({ file, id }) => `${file} ${id}`)).toEqual(['admin.config.ts no-files']);
  });

  full('an output folder of another config, unless that is gone', async () => {
    const source = `${IMPORTS}/** Reads the value of a cell. */\nexport const getCell = defineTool({\n  inputSchema: Type.Object({}),\n${REST}\n});\n`;
    const settings = `export default { tools: ['src/*.ts'] };`;
    const cwd = await writeProject({ 'src/a.ts': source, 'admin.config.ts': settings });
    const buildAdmin = async () => build({ cwd, configFile: 'admin.config.ts' });
    expect(await build({ cwd })).toMatchObject({ ok: true });
    const before = await readFile(join(cwd, 'generated/sources.json'), 'utf8');
    expect((await buildAdmin()).diagnostics).toEqual([
      {
        id: 'output-of-other-config',
        severity: 'error',
        file: 'admin.config.ts',
        line: 1,
        column: 1,
        message: 'The output folder generated holds what btcp.config.ts builds, and would be overwritten.',
        help: 'Give each config an `outDir` of its own. If the folder is meant for this one, delete generated first.',
      },
    ]);
    expect(await readFile(join(cwd, 'generated/sources.json'), 'utf8')).toBe(before);
    expect(await build({ cwd })).toMatchObject({ ok: true, stale: [] });
    await rm(join(cwd, 'btcp.config.ts'));
    expect(await buildAdmin()).toMatchObject({ ok: true });
  });

  it.each<[string, Readonly<Record<string, string>>, string, string?]>(
    alike(
      [
        ['an output folder that is a file', { generated: '' }, 'output-not-writable'],
        ['options that prettier cannot read', { '.prettierrc': '{ nope' }, 'format-failed'],
        ['options that prettier refuses', { '.prettierrc': '{ "printWidth": "wide" }' }, 'format-failed'],
        [
          'a tsconfig that is not JSON',
          { 'tsconfig.json': '{ nope', 'btcp.config.ts': `export default { tools: ['src/*.ts'] };` },
          'tsconfig-invalid',
          'tsconfig.json',
        ],
        [
          'a tsconfig whose base is missing',
          { 'tsconfig.json': '{ "extends": "./missing.json" }' },
          'tsconfig-invalid',
          'tsconfig.json',
        ],
        ['an empty tsconfig', { 'tsconfig.json': '' }, 'tsconfig-invalid', 'tsconfig.json'],
        [
          'a tsconfig whose braces are not closed',
          { 'tsconfig.json': '{ "compilerOptions": {' },
          'tsconfig-invalid',
          'tsconfig.json',
        ],
        [
          'a tsconfig that only the config names',
          { 'btcp.config.ts': `export default { tools: ['src/*.ts'], tsconfig: 'nope.json' };` },
          'tsconfig-invalid',
          'nope.json',
        ],
        [
          'a package that Node takes for CommonJS',
          { 'package.json': '{ "name": "sheet", "version": "1.0.0", "description": "Tools for a sheet." }' },
          'package-not-module',
          'package.json',
        ],
        ['a package.json that is not JSON', { 'package.json': '{ nope' }, 'package-invalid', 'package.json'],
        ['a config that exits', { 'btcp.config.ts': 'process.exit(0);' }, 'config-not-loaded'],
      ],
      6,
    ),
  )('%s', async (_, files, id, file = 'btcp.config.ts') => {
    const source = `${IMPORTS}/** Reads the value of a cell. */\nexport const getCell = defineTool({\n  inputSchema: Type.Object({}),\n${REST}\n});\n`;
    const { diagnostics } = await build({ cwd: await writeProject({ 'src/a.ts': source, ...files }) });
    expect(diagnostics.map((diagnostic) => `${diagnostic.file} ${diagnostic.id}`)).toEqual([`${file} ${id}`]);
  });
});

it.each(['next', '@angular/core'])(
  'does not warn of CommonJS where %s bundles what is built',
  async (name) => {
    const source = `${IMPORTS}/** Reads the value of a cell. */\nexport const getCell = defineTool({\n  inputSchema: Type.Object({}),\n${REST}\n});\n`;
    const fields = `{ "name": "sheet", "version": "1.0.0", "description": "Tools for a sheet.", "dependencies": { "${name}": "^16.0.0" } }`;
    const { diagnostics } = await build({
      cwd: await writeProject({ 'src/a.ts': source, 'package.json': fields }),
    });
    expect(diagnostics).toEqual([]);
  },
);

it.each([
  ['nodenext', { allowJs: true }, []],
  ['commonjs', { allowJs: true }, []],
  // A bundler takes both.
  ['esnext', { noEmit: true }, []],
  // The validators, which are JavaScript, stay as they are.
  ['nodenext', {}, ['package-not-module']],
  ['nodenext', { allowJs: true, noEmit: true }, ['package-not-module']],
  ['commonjs', {}, ['package-not-module']],
  ['esnext', { allowJs: true }, ['package-not-module']],
])('warns of CommonJS unless tsc writes it: %s, %j', async (module, options, ids) => {
  const source = `${IMPORTS}/** Reads the value of a cell. */\nexport const getCell = defineTool({\n  inputSchema: Type.Object({}),\n${REST}\n});\n`;
  const moduleResolution = module === 'nodenext' ? 'nodenext' : 'bundler';
  const { diagnostics } = await build({
    cwd: await writeProject({
      'src/a.ts': source,
      'package.json': '{ "name": "sheet", "version": "1.0.0", "description": "Tools for a sheet." }',
      'tsconfig.json': JSON.stringify({ compilerOptions: { module, moduleResolution, ...options } }),
    }),
  });
  expect(diagnostics.map(({ id }) => id)).toEqual(ids);
  // First what does not break an app of CommonJS.
  for (const { help } of diagnostics)
    expect(help).toMatch(/^Where tsc .*"allowJs": true.*npm pkg set type=module/);
});

it('says that an import of types loads their module', async () => {
  const source = `${IMPORTS}import { Row } from './lib/rows.ts';
/** Counts the rows of the sheet. */
export const countRows = defineTool({
  inputSchema: Type.Object({}),
  capabilities: [],
  execute: () => { const rows: Row[] = []; return rows.length; },
});
`;
  const rows = `localStorage.setItem('seen', '1');\nexport interface Row { id: string }\n`;
  const { diagnostics } = await build({
    cwd: await writeProject({ 'src/a.ts': source, 'src/lib/rows.ts': rows }),
  });
  expect(diagnostics.find(({ id }) => id === 'capability-missing')?.help).toContain('write `import type`');
});

full('reports a module of a handler that does not parse', async () => {
  const { diagnostics } = await together({
    'src/a.ts': `${IMPORTS}import { list } from './lib.ts';
/** Reads the value of a cell. */
export const getCell = defineTool({ inputSchema: Type.Object({}), capabilities: [], outputSchema: Type.Null(), execute: () => list() });`,
    'src/lib.ts': 'export const list = (): null => null;\nexport function ( {',
  });
  expect(diagnostics.map(({ id, file, line }) => `${id} ${file}:${line}`)).toContain(
    'syntax-error src/lib.ts:2',
  );
});
