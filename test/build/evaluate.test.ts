import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { build, type BuildResult } from '@btcp/codegen';
import { buildTogether } from '../support/build-together.ts';
import { alike, full } from '../support/runs.ts';
import { definition, IMPORTS } from '../support/tool-source.ts';
import { CODE_USES, configText, writeProject } from '../support/write-project.ts';

const CONFIG = configText("['src/tools/*.ts']", CODE_USES);

const together = buildTogether(build, configText("['*/src/tools/*.ts']", CODE_USES));

async function inputSchemaOf(source: string, more: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const { diagnostics, tools } = await together({ 'src/tools/a.ts': source, ...more });
  expect(loadable(diagnostics).map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
  return tools?.[0]?.inputSchema;
}

const findProblems = buildTogether(build, configText("['*/src/tools/*.ts']", CODE_USES));

async function reportsOf(
  source: string,
  more: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  return texts(await findProblems({ 'src/tools/a.ts': source, ...more }));
}

/** As `reportsOf`, with a short timeout in milliseconds, for modules that never end. */
async function reportsWithin(
  evaluationTimeout: number,
  source: string,
  more: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const cwd = await writeProject({ 'btcp.config.ts': CONFIG, 'src/tools/a.ts': source, ...more });
  return texts(await build({ cwd, evaluationTimeout }));
}

// That the whole module cannot be loaded is another matter, and so is what its handlers import.
const loadable = (diagnostics: BuildResult['diagnostics']): BuildResult['diagnostics'] =>
  diagnostics.filter(({ id }) => id !== 'module-never-loads' && id !== 'package-not-installed');

const texts = ({ diagnostics }: Pick<BuildResult, 'diagnostics'>): readonly string[] =>
  loadable(diagnostics).map(
    ({ id, file, line, column, message }) => `${file}:${line}:${column} ${id}: ${message}`,
  );

/** Never ends, and needs no processor meanwhile. */
const ENDLESS = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)';

const CELL_INPUT = { type: 'object', properties: { cell: { type: 'string' } }, required: ['cell'] };
const CELL = 'Type.Object({ cell: Type.String() })';

describe.concurrent('reads schemas without handler code', () => {
  it.each([
    ['imports a package that is not installed', `import sharp from 'not-installed';`, 'return sharp(1);'],
    ['imports a style sheet', `import './a.css'; import styles from './b.module.css';`, 'return styles;'],
    [
      'reads the document at top level',
      `const title = document.title;\nwindow.onload = () => {};`,
      'return title;',
    ],
    ['ends the process at top level', `process.exit(3);`, 'return 1;'],
    ['never ends at top level', `for (;;) ${ENDLESS};`, 'return 1;'],
    ['throws at top level', `throw new Error('no');`, 'return 1;'],
  ])('of a module that %s', async (_, top, body) => {
    const source = `${IMPORTS}${top}\nexport const getCell = defineTool({ description: 'Reads a cell.', inputSchema: ${CELL}, outputSchema: Type.Any(), capabilities: ['dom:read'], execute(): any { ${body} } });`;
    expect(await inputSchemaOf(source)).toEqual(CELL_INPUT);
  });

  it('of a module whose handler is imported', async () => {
    const source = `${IMPORTS}import { run } from '../handlers.ts';\nexport const getCell = defineTool({ description: 'Reads a cell.', inputSchema: ${CELL}, outputSchema: Type.Any(), capabilities: [], execute: run });`;
    expect(
      await inputSchemaOf(source, { 'src/handlers.ts': `process.exit(1);\nexport const run = () => 1;` }),
    ).toEqual(CELL_INPUT);
  });

  it('with a property that is itself called execute', async () => {
    const source = `${IMPORTS}export const getCell = defineTool(${definition('', 'Type.Object({ execute: Type.Boolean() })')});`;
    expect(await inputSchemaOf(source)).toEqual({
      type: 'object',
      properties: { execute: { type: 'boolean' } },
      required: ['execute'],
    });
  });
});

describe.concurrent('evaluates real TypeBox', () => {
  it.each([
    ['shared modules', `import { Cell } from '../shared.ts';`, 'Type.Object({ cell: Cell })', CELL_INPUT],
    [
      'modules behind a barrel',
      `import { Cell } from '../barrel.ts';`,
      'Type.Object({ cell: Cell })',
      CELL_INPUT,
    ],
    ['namespaces', `import * as S from '../barrel.ts';`, 'Type.Object({ cell: S.Cell })', CELL_INPUT],
    ['factories', `import { withCell } from '../shared.ts';`, 'withCell(Type.String())', CELL_INPUT],
    ['spreads', `const fields = { cell: Type.String() };`, 'Type.Object({ ...fields })', CELL_INPUT],
    [
      'changes after the declaration',
      `const Changed = ${CELL};\nChanged.additionalProperties = false;`,
      'Changed',
      { ...CELL_INPUT, additionalProperties: false },
    ],
    [
      'loops',
      `const fields: any = {};\nfor (const key of ['cell']) fields[key] = Type.String();`,
      'Type.Object(fields)',
      CELL_INPUT,
    ],
    ['Composite', '', `Type.Composite([Type.Object({ cell: Type.String() }), Type.Object({})])`, CELL_INPUT],
    [
      'enums and template literals',
      `enum Kind { Row = 'row', Column = 'column' }`,
      'Type.Object({ kind: Type.Enum(Kind), key: Type.TemplateLiteral([Type.Literal("k-"), Type.Number()]) })',
      {
        type: 'object',
        properties: {
          kind: { enum: ['row', 'column'], type: 'string' },
          key: { type: 'string', pattern: '^k-(0|[1-9][0-9]*)$' },
        },
        required: ['kind', 'key'],
      },
    ],
    [
      'Recursive',
      `const Tree = Type.Recursive((This) => Type.Object({ children: Type.Array(This) }), { $id: 'Tree' });`,
      'Type.Object({ root: Tree })',
      {
        type: 'object',
        properties: { root: { $ref: '#/$defs/Tree' } },
        required: ['root'],
        $defs: {
          Tree: {
            type: 'object',
            properties: { children: { type: 'array', items: { $ref: '#/$defs/Tree' } } },
            required: ['children'],
          },
        },
      },
    ],
    [
      'Ref to a schema that is not embedded',
      `const Cell = Type.String({ $id: 'Cell' });`,
      'Type.Object({ cell: Type.Ref(Cell) })',
      {
        type: 'object',
        properties: { cell: { $ref: '#/$defs/Cell' } },
        required: ['cell'],
        $defs: { Cell: { type: 'string' } },
      },
    ],
  ])('with %s', async (_, top, schema, expected) => {
    const shared = {
      'src/shared.ts': `import { Type, type TSchema } from '@sinclair/typebox';
import { gone } from 'not-installed';
document.title;
export const Cell = Type.String();
export function withCell<T extends TSchema>(cell: T) { return Type.Object({ cell }); }
export const unused = gone();`,
      'src/barrel.ts': `export * from './shared.ts';`,
    };
    expect(
      await inputSchemaOf(
        `${IMPORTS}${top}\nexport const getCell = defineTool(${definition('', schema)});`,
        shared,
      ),
    ).toEqual(expected);
  });

  it('uses the JSDoc of properties without a description', async () => {
    const schema = `Type.Object({
      /** The address of the cell,
       *  in A1 notation. */
      cell: Type.String(),
      /** Not this one. */
      row: Type.Integer({ description: 'The row.' }),
      /** Rows below. @deprecated Use row. */
      below: Type.Optional(Type.Integer()),
    })`;
    expect(
      await inputSchemaOf(`${IMPORTS}export const getCell = defineTool(${definition('', schema)});`),
    ).toEqual({
      type: 'object',
      properties: {
        cell: { type: 'string', description: 'The address of the cell, in A1 notation.' },
        row: { type: 'integer', description: 'The row.' },
        below: { type: 'integer', description: 'Rows below.', deprecated: true },
      },
      required: ['cell', 'row'],
    });
  });
});

it('takes the TypeBox that is installed, of another version, and the one that a package of the schemas uses', async () => {
  const tool = (title: string): string =>
    `export const getCell = defineTool(${definition('', `Type.Object({}, { title: ${title} })`)});`;
  const own = `import { marker, Type } from '@sinclair/typebox';\nimport { defineTool } from '@btcp/core';\n${tool('marker')}`;
  const installed = 'src/tools/node_modules/@sinclair/typebox';
  const versions = {
    [`${installed}/package.json`]: `{ "name": "@sinclair/typebox", "version": "0.34.1", "exports": "./build/esm/index.mjs" }`,
    [`${installed}/build/esm/index.mjs`]: `export * from '${import.meta.resolve('@sinclair/typebox')}';\nexport const marker = '0.34.1';`,
  };
  const shared = `import { FormatRegistry } from '@sinclair/typebox';\nimport { known } from 'has-formats';\n${IMPORTS}${tool("FormatRegistry.Has(known) ? 'shared' : 'apart'")}`;
  const formats = {
    'src/tools/node_modules/has-formats/package.json': '{ "name": "has-formats", "main": "./index.mjs" }',
    'src/tools/node_modules/has-formats/index.mjs': `import { FormatRegistry } from '@sinclair/typebox';\nFormatRegistry.Set('of-package', () => true);\nexport const known = 'of-package';`,
  };
  const titles = async (source: string, files: Readonly<Record<string, string>>): Promise<unknown> => {
    const cwd = await writeProject({ 'btcp.config.ts': CONFIG, 'src/tools/a.ts': source, ...files });
    const { manifest } = await build({ cwd });
    return manifest?.tools[0]?.inputSchema['title'];
  };
  expect(await titles(own, versions)).toBe('0.34.1');
  expect(await titles(shared, formats)).toBe('shared');
});

it('takes path aliases, JSON, constant enums, top-level await, namespaces, JavaScript, JSX, a byte order mark and CRLF', async () => {
  const tool = (name: string, schema: string): string =>
    `/** Reads a thing. */\nexport const ${name} = defineTool({ inputSchema: ${schema}, capabilities: [], execute: () => ({ ok: true }) });`;
  const cwd = await writeProject({
    'btcp.config.ts': configText("['src/tools/*']"),
    'package.json':
      '\uFEFF{ "name": "a", "version": "1.0.0", "description": "Reads things.", "type": "module" }',
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        target: 'ES2022',
        module: 'ESNext',
        moduleResolution: 'Bundler',
        lib: ['ES2023'],
        types: [],
        strict: true,
        jsx: 'react-jsx',
        paths: { '@/*': ['./src/*'] },
        customConditions: ['@btcp/source'],
        allowImportingTsExtensions: true,
        noEmit: true,
      },
    }),
    'src/kinds.json': '{ "kinds": ["a", "b"] }',
    'src/shared.ts': `import { Type } from '@sinclair/typebox';
import file from './kinds.json';
export const enum Color { Red = 'red' }
export const Kind = Type.Union(file.kinds.map((kind) => Type.Literal(kind)));
const later = await Promise.resolve(Type.Integer());
export { later as Later };
export namespace Shapes { export const Flag = Type.Boolean(); }`,
    'src/tools/a.ts': `\ufeff${IMPORTS}import { Color, Kind, Later, Shapes } from '@/shared';
${tool('a', 'Type.Object({ color: Type.Literal(Color.Red), kind: Kind, n: Later, flag: Shapes.Flag })')}`.replaceAll(
      '\n',
      '\r\n',
    ),
    'src/tools/b.tsx': `${IMPORTS}export const view = <p>text</p>;\n${tool('b', 'Type.Object({})')}`,
    'src/tools/c.js': `${IMPORTS}/** @typedef {object} Note
 * @property {string} id - Which note.
 * @property {string} [text] What it says. */
/** @returns {Note} */
const read = () => ({ id: 'n1' });
${tool('c', 'Type.Object({})').replace('() => ({ ok: true })', 'read')}`,
  });
  const { diagnostics, manifest } = await build({ cwd });
  expect(diagnostics).toEqual([]);
  // An element is as a call of the package that makes it, which is not read.
  expect(
    manifest?.tools.map(({ name, description, capabilitiesVerified }) => [
      name,
      description,
      capabilitiesVerified,
    ]),
  ).toEqual([
    ['a', 'Reads a thing.', true],
    ['b', 'Reads a thing.', undefined],
    ['c', 'Reads a thing.', true],
  ]);
  expect(manifest?.tools[0]?.inputSchema).toEqual({
    type: 'object',
    properties: {
      color: { type: 'string', const: 'red' },
      kind: { type: 'string', enum: ['a', 'b'] },
      n: { type: 'integer' },
      flag: { type: 'boolean' },
    },
    required: ['color', 'kind', 'n', 'flag'],
  });
  expect(manifest?.tools[2]?.outputSchema).toMatchObject({
    properties: { id: { description: 'Which note.' }, text: { description: 'What it says.' } },
    required: ['id'],
  });
});

it('runs every statement that changes a value the schemas use, and no other', async () => {
  const changes = {
    cast: `(F as any).x = Type.Null();`,
    assign: `Object.assign(F as object, { x: Type.Null() });`,
    reflect: `Reflect.set(F, 'x', Type.Null());`,
    destructuring: `({ a: F.x } = { a: Type.Null() });`,
    localHelper: `add(F);\nfunction add(fields: any) { fields.x = Type.Null(); }`,
    importedHelper: `import { add } from '../helpers.ts';\nadd(F);`,
    importedRegistry: `import { register, registered } from '../helpers.ts';\nregister('x', Type.Null());\nObject.assign(F, registered);`,
    declaration: `const list: any[] = [];\nconst count = list.push(Type.Null());\nF.x = list[0];`,
    loop: `for (const fields of [F]) fields.x = Type.Null();`,
    callback: `[F].forEach((fields) => { fields.x = Type.Null(); });`,
    block: `{ const fields = F; fields.x = Type.Null(); }`,
    staticBlock: `class Setup { static { F.x = Type.Null(); } }`,
    initialiser: `let late: any;\ninit();\nfunction init() { late = Type.Null(); }\nF.x = late;`,
    method: `class Fields { all: any = F; field(name: string) { this.all[name] = Type.Null(); } }\nconst builder = new Fields();\nbuilder.field('x');\nF.x = builder.all.x;`,
  };
  const cwd = await writeProject({
    'btcp.config.ts': CONFIG,
    'src/helpers.ts': `import { Type } from '@sinclair/typebox';
export function add(fields: any) { const all = fields; all.x = Type.Null(); }
export const registered: any = {};
export const register = (name: string, schema: any) => { registered[name] = schema; };`,
    ...Object.fromEntries(
      Object.entries(changes).map(([name, text]) => [
        `src/tools/${name}.ts`,
        `${IMPORTS}import { render } from 'not-installed';
const F: any = {};
${text}
render(F); document.body.append(F.title); F.toString(); console.log(F);
const rendered = render(F);
export const ${name} = defineTool(${definition('', 'Type.Object(F)')});`,
      ]),
    ),
  });
  const { diagnostics, manifest } = await build({ cwd });
  // The three that hand the schema to the package or the page.
  expect(loadable(diagnostics).map(({ id }) => id)).toEqual(
    Object.keys(changes).flatMap(() => Array<string>(3).fill('schema-statement-left-out')),
  );
  const without = manifest?.tools.filter(({ inputSchema }) => !('x' in Object(inputSchema['properties'])));
  expect(without?.map((tool) => tool.name)).toEqual([]);
  expect(manifest?.tools.length).toBe(14);
});

full.concurrent('sets import.meta', async () => {
  const source = `${IMPORTS}import { readFileSync } from 'node:fs';
import path from 'node:path';
const { limit } = JSON.parse(readFileSync(new URL('./limits.json', import.meta.url), 'utf8'));
Promise.reject(new Error('Nobody waits for this.'));
export const getCell = defineTool(${definition('', 'Type.Object({}, { title: path.basename(import.meta.dirname), maxProperties: limit })')});`;
  expect(await inputSchemaOf(source, { 'src/tools/limits.json': '{ "limit": 5 }' })).toEqual({
    type: 'object',
    properties: {},
    title: 'tools',
    maxProperties: 5,
  });
});

full('builds a project whose folder has characters of a glob, or lies below node_modules', async () => {
  const project = (folder: string): Readonly<Record<string, string>> => ({
    [`${folder}/btcp.config.ts`]: CONFIG,
    [`${folder}/package.json`]:
      '{ "name": "sheet", "version": "1.0.0", "description": "Tools for a sheet.", "type": "module" }',
    [`${folder}/src/tools/a.ts`]: `${IMPORTS}export const a = defineTool(${definition()});`,
    [`${folder}/src/tools/a.d.ts`]: 'export {};',
  });
  const folders = ['app [dev] (*)/{a}', 'node_modules/app'];
  const root = await writeProject(Object.assign({}, ...folders.map(project)) as Record<string, string>);
  for (const folder of folders) {
    const { diagnostics, manifest } = await build({ cwd: join(root, folder) });
    expect(diagnostics.map(({ message }) => message)).toEqual([]);
    expect(manifest?.tools.map(({ name }) => name)).toEqual(['a']);
  }
});

full.concurrent('reads a tool that is changed after its definition', async () => {
  const source = `${IMPORTS}export const getCell = defineTool(${definition()});\nObject.assign(getCell.inputSchema, { title: 'Late' });`;
  expect(await inputSchemaOf(source)).toEqual({ type: 'object', properties: {}, title: 'Late' });
});

it('removes handlers from every form of definition', async () => {
  const tool = (name: string, text: string): string => `export const ${name} = defineTool(${text});`;
  const cwd = await writeProject({
    'btcp.config.ts': CONFIG,
    'src/handlers.ts': `process.exit(1);\nexport const run = () => 1, wrap = (f: any) => f, common = {};`,
    'src/shared.ts': `import { run, wrap } from './handlers.ts';
import { Type } from '@sinclair/typebox';
const rest = { description: 'Reads the value of a cell.', inputSchema: Type.Object({}), outputSchema: Type.Any(), capabilities: [] };
export const spread = { ...rest, execute: wrap(run) };
export const made = (more: object) => ({ ...rest, ...more, get execute() { return run; } });
export const nested = { tools: { ...rest, execute: run } };`,
    'src/tools/a.ts': `${IMPORTS}import { run, wrap } from '../handlers.ts';
import { made, nested, spread } from '../shared.ts';
const inputSchema = Type.Object({});
const base = { description: 'Reads the value of a cell.', inputSchema, outputSchema: Type.Any(), capabilities: [] };
const helpers = { schema() { return Type.String(); } };
${tool('a', '{ ...base, execute: wrap(run) }')}
${tool('b', '{ ...base, get execute() { return run; } }')}
${tool('c', "{ ...base, ['execute']: run }")}
${tool('d', 'Object.freeze({ ...base, execute: run })')}
${tool('e', 'true ? { ...base, execute: run } : { ...base, execute: wrap(run) }')}
${tool('f', '{ ...spread }')}
${tool('g', 'made({ tags: [] })')}
${tool('h', '{ ...nested.tools }')}
${tool('i', '{ ...base, inputSchema: Type.Object({ inputSchema: helpers.schema(), execute: Type.Boolean() }), execute: run }')}`,
  });
  const { diagnostics, manifest } = await build({ cwd });
  expect(loadable(diagnostics).map(({ id, tool }) => `${tool}: ${id}`)).toEqual([]);
  expect(manifest?.tools.map((each) => each.name).join('')).toBe('abcdefghi');
  expect(Object.keys(Object(manifest?.tools[8]?.inputSchema['properties']))).toEqual([
    'inputSchema',
    'execute',
  ]);
});

it.concurrent.each(
  alike([
    [
      'a function of this name that makes a schema',
      `const helpers = { execute: (): any => Type.String() };\n`,
      'Type.Object({ x: helpers.execute() })',
      'schema-throws: Reading the schemas threw: `execute` is a handler, which the build never runs',
    ],
    [
      'a property of a schema that is apart from it',
      `const Flag = Type.Boolean();\nconst fields = { execute: Flag };\n`,
      'Type.Object(fields)',
      'schema-invalid: A function cannot be represented in JSON.',
    ],
  ]),
)('takes for a handler, and says so: %s', async (_, top, schema, report) => {
  const [said, ...others] = await reportsOf(
    `${IMPORTS}${top}export const getCell = defineTool(${definition('', schema)});`,
  );
  expect(others).toEqual([]);
  expect(said?.replace(/^\S+ /, '')).toBe(report);
});

const using = (value: string): string =>
  `export const getCell = defineTool(${definition('', `Type.Object({ cell: Type.String({ title: ${value} }) })`)});`;

describe.concurrent('reports what the schemas need but cannot have:', () => {
  it('an import that is not installed', async () => {
    expect(
      await reportsOf(`${IMPORTS}import { title } from 'not-installed';\n${using('title.text')}`),
    ).toEqual([
      'src/tools/a.ts:6:57 schema-needs-import: The schemas need the import `not-installed`, which cannot be loaded: `not-installed` cannot be found.',
    ]);
  });

  it('an import that is not installed, passed on with all else of its module', async () => {
    const all = { 'src/all.ts': `export * from 'not-installed';` };
    const source = `${IMPORTS}import { title } from '../all.ts';\n${using('title.text')}`;
    expect(await reportsOf(source, all)).toEqual([
      'src/tools/a.ts:6:57 schema-needs-import: The schemas need the import `not-installed`, which cannot be loaded: `not-installed` cannot be found.',
    ]);
  });

  it.each([
    [
      `const { title } = await import('../text.ts');`,
      'schema-throws: Reading the schemas threw: `import()` does not run while schemas are read: import the module at the top',
    ],
    [
      `import title = require('../text.ts');`,
      'schema-needs-global: The schemas need `require`, which modules of CommonJS have; tools are ES modules.',
    ],
  ])('a module that no import at the top names: %s', async (top, report) => {
    const all = { 'src/text.ts': `export const title = { text: 'Text.' };` };
    const [said, ...others] = await reportsOf(`${IMPORTS}${top}\n${using('title.text')}`, all);
    expect(others).toEqual([]);
    expect(said?.replace(/^\S+ /, '')).toBe(report);
  });

  it('an import that is no code', async () => {
    expect(
      await reportsOf(`${IMPORTS}import styles from './a.css';\n${using('styles.title')}`, {
        'src/tools/a.css': '',
      }),
    ).toEqual([
      'src/tools/a.ts:6:57 schema-needs-import: The schemas need the import `./a.css`, which cannot be loaded: `./a.css` is not code.',
    ]);
  });

  it('a global of a page', async () => {
    expect(await reportsOf(`${IMPORTS}\n${using('document.title')}`)).toEqual([
      'src/tools/a.ts:6:57 schema-needs-global: The schemas need `document.title`, and `document` is not declared or imported here, and no global of Node, where the build reads them.',
    ]);
  });

  it('a value that throws, in a module they import, once for all tools', async () => {
    const source = (name: string): string =>
      `${IMPORTS}import { Cell } from '../shared.ts';\nexport const ${name} = defineTool(${definition('', 'Type.Object({ cell: Cell })')});`;
    const more = {
      'src/tools/b.ts': source('readRow'),
      'src/shared.ts': `import { Type } from '@sinclair/typebox';\nexport const Cell = Type.String();\nCell.title = (() => { throw new Error('no title'); })();`,
    };
    expect(await reportsOf(source('getCell'), more)).toEqual([
      'src/shared.ts:3:29 schema-throws: Reading the schemas threw: no title. The same goes for "readRow".',
    ]);
  });

  it('a module that exits the process', async () => {
    const more = { 'src/shared.ts': `export const text = process.exit(3);` };
    expect(await reportsOf(`${IMPORTS}import { text } from '../shared.ts';\n${using('text')}`, more)).toEqual(
      [
        'src/shared.ts:1:1 schema-ends-process: This module ended the process while the schemas were read: it exited with code 3.',
      ],
    );
  });

  it('a package that ends the process, and goes on with the others', async () => {
    const more = {
      'src/tools/node_modules/ends/package.json': '{ "name": "ends", "main": "./ends.cjs" }',
      'src/tools/node_modules/ends/ends.cjs': 'process.exit(4);',
      'src/tools/b.ts': `${IMPORTS}export const readRow = defineTool(${definition('tagz: [],')});`,
    };
    expect(await reportsOf(`${IMPORTS}import { title } from 'ends';\n${using('title')}`, more)).toEqual([
      'src/tools/a.ts:3:1 schema-ends-process: The import `ends` ended the process while the schemas were read: it exited with code 4.',
      "src/tools/b.ts:8:3 field-unknown: `tagz` is not part of a tool's definition; did you mean `tags`?",
    ]);
  });

  it('a name that the other module does not export', async () => {
    expect(
      await reportsOf(`${IMPORTS}import { Cel } from '../shared.ts';\n${using('Cel')}`, {
        'src/shared.ts': 'export const Cell = 1;',
      }),
    ).toEqual([
      'src/tools/a.ts:3:1 schema-needs-export: The schemas need `Cel` of `../shared.ts`, which exports nothing of that name; did you mean `Cell`?',
    ]);
  });

  it('a name of a module of CommonJS', async () => {
    expect(
      await reportsOf(`${IMPORTS}import { Cell } from '../shared.js';\n${using('Cell')}`, {
        'src/shared.js': 'const Cell = 1;\nmodule.exports = { Cell };',
      }),
    ).toEqual([
      'src/tools/a.ts:3:1 schema-needs-export: The schemas need `Cell` of `../shared.js`, which exports nothing of that name: it is CommonJS.',
    ]);
  });

  it('what a circular import has not given yet, as in Node', async () => {
    const more = {
      'src/order.ts': `import { Type } from '@sinclair/typebox';\nimport { Item } from './item.ts';\nexport const Order = Type.Object({ items: Type.Array(Item) });`,
      'src/item.ts': `import { Type } from '@sinclair/typebox';\nimport { Order } from './order.ts';\nexport const Item = Type.Object({ text: Type.String(), order: Type.Optional(Order) });`,
    };
    expect(await reportsOf(`${IMPORTS}import { Order } from '../order.ts';\nexport const getCell = defineTool(${definition('', 'Type.Object({ order: Order })')});`, more)).toEqual([
      'src/item.ts:3:77 schema-circular-import: `Order` has no value yet: the import of `./order.ts` leads back to `src/item.ts`.',
    ]);
  }); // prettier-ignore

  it.each([
    ['fetch', '', `(await fetch('http://127.0.0.1:9/')).status`],
    ['net', `import http from 'node:http';`, `await new Promise((ok, no) => http.get('http://127.0.0.1:9/', ok).on('error', no))`],
    ['dns', `import { lookup } from 'node:dns/promises';`, `(await lookup('localhost')).family`],
    ['WebSocket', '', `new WebSocket('ws://127.0.0.1:9/').readyState`],
  ])('the network: %s', async (network, top, value) => {
    const [said, ...others] = await reportsOf(`${IMPORTS}${top}\nconst limit: any = ${value};\nexport const getCell = defineTool(${definition('', 'Type.Object({ n: Type.Integer({ maximum: limit }) })')});`);
    expect(others).toEqual([]);
    expect(said?.replace(/:\d+ /, ' ')).toBe(`src/tools/a.ts:4 schema-needs-network: The schemas need the network (\`${network}\`), which they are read without: the same source gives the same schemas.`);
  }); // prettier-ignore

  it('a package whose name for it is that of a global, and goes on with the others', async () => {
    const more = { 'src/tools/b.ts': `${IMPORTS}export const readRow = defineTool(${definition('tagz: [],')});` };
    expect(await reportsOf(`${IMPORTS}import { URL } from 'not-installed';\n${using('new URL("a:b").href')}`, more)).toEqual([
      'src/tools/a.ts:6:57 schema-needs-import: The schemas need the import `not-installed`, which cannot be loaded: `not-installed` cannot be found.',
      "src/tools/b.ts:8:3 field-unknown: `tagz` is not part of a tool's definition; did you mean `tags`?",
    ]);
  }); // prettier-ignore

  it('a package that another module passes on, and nothing of one that it only may use', async () => {
    const more = {
      'src/sizes.ts': `import { parse } from 'not-installed';\nexport { parse };\nexport class Sizes { static most = 9; read(text: string) { return parse(text); } }`,
      'src/tools/b.ts': `${IMPORTS}import { Sizes } from '../sizes.ts';\nexport const readRow = defineTool(${definition('tagz: [],', 'Type.Object({ n: Type.Integer({ maximum: Sizes.most }) })')});`,
    };
    const missing = 'schema-needs-import: The schemas need the import `not-installed`, which cannot be loaded: `not-installed` cannot be found.';
    const wrong = "src/tools/b.ts:9:3 field-unknown: `tagz` is not part of a tool's definition; did you mean `tags`?";
    expect(await reportsOf(`${IMPORTS}\n${using("'Text.'")}`, more)).toEqual([wrong]);
    expect(await reportsOf(`${IMPORTS}import { parse } from '../sizes.ts';\n${using('parse("9")')}`, more)).toEqual([
      `src/tools/a.ts:6:57 ${missing}`,
      wrong,
    ]);
  }); // prettier-ignore

  it('syntax errors, all of them, and the mistakes of the other files too', async () => {
    const more = {
      'src/tools/b.ts': `${IMPORTS}export const readRow = defineTool(${definition('tagz: [],')});`,
    };
    expect(
      await reportsOf(
        `${IMPORTS}export const getCell = defineTool({ inputSchema: Type.Object({ , capabilities: [] });`,
        more,
      ),
    ).toEqual([
      'src/tools/a.ts:3:64 syntax-error: Property assignment expected.',
      "src/tools/a.ts:3:85 syntax-error: ',' expected.",
      "src/tools/a.ts:3:86 syntax-error: '}' expected.",
      "src/tools/b.ts:8:3 field-unknown: `tagz` is not part of a tool's definition; did you mean `tags`?",
    ]);
  });

  it('of two tools in a file only the one that fails', async () => {
    const source = `${IMPORTS}const bad = document.title;\nexport const getCell = defineTool(${definition('', 'Type.Object({ cell: Type.String({ title: bad }) })')});\nexport const readRow = defineTool(${definition('tagz: [],')});`;
    expect(await reportsOf(source)).toEqual([
      'src/tools/a.ts:3:13 schema-needs-global: The schemas need `document.title`, and `document` is not declared or imported here, and no global of Node, where the build reads them.',
      "src/tools/a.ts:17:3 field-unknown: `tagz` is not part of a tool's definition; did you mean `tags`?",
    ]);
  });
});

describe('reports what never ends:', () => {
  it('a module that never ends, and goes on with the others', async () => {
    const more = {
      'src/shared.ts': `export const text = ${ENDLESS};`,
      'src/tools/b.ts': `${IMPORTS}export const readRow = defineTool(${definition('tagz: [],')});`,
    };
    expect(
      await reportsWithin(5000, `${IMPORTS}import { text } from '../shared.ts';\n${using('text')}`, more),
    ).toEqual([
      'src/shared.ts:1:1 schema-never-ends: This module did not finish within 5 s, so the schemas cannot be read.',
      "src/tools/b.ts:8:3 field-unknown: `tagz` is not part of a tool's definition; did you mean `tags`?",
    ]);
  });

  full('a definition that never ends', async () => {
    expect(await reportsWithin(5000, `${IMPORTS}\n${using(ENDLESS)}`)).toEqual([
      'src/tools/a.ts:4:35 schema-never-ends: This definition did not finish within 5 s, so the schemas cannot be read.',
    ]);
  });
});
