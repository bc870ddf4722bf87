import { describe, expect, it } from 'vitest';
import { build, type BuildResult } from '@btcp/codegen';
import { buildTogether } from '../support/build-together.ts';
import { alike } from '../support/runs.ts';
import { IMPORTS } from '../support/tool-source.ts';
import { configText, writeProject } from '../support/write-project.ts';

const CORE = `import { defineTool } from '@btcp/core';\n`;
const INPUT = `Type.Object({ cell: Type.String() })`;

/** A tool whose schemas begin at column 16 of the fourth line behind what `top` has. */
const tool = (inputSchema: string, rest = 'execute: () => ({ value: 1 }),'): string =>
  `/** Reads the value of a cell. */
export const getCell = defineTool({
  capabilities: [],
  inputSchema: ${inputSchema},
  ${rest}
});
`;

interface Said {
  readonly place: string;
  readonly message: string;
  readonly help: string;
}

const together = buildTogether(build, configText("['*/src/**/*.{ts,tsx}']"));

/** All diagnostics of a file, built with the given other files. */
async function saidOf(
  source: string,
  files: Readonly<Record<string, string>> = {},
  run: (files: Readonly<Record<string, string>>) => Promise<Pick<BuildResult, 'diagnostics'>> = together,
): Promise<Said[]> {
  const { diagnostics } = await run({ 'src/a.ts': source, ...files });
  return diagnostics.map(({ file, line, column, id, message, help }) => ({
    place: `${file}:${line}:${column} ${id}`,
    message,
    help,
  }));
}

it.concurrent('a transform, which nothing would run', async () => {
  const inputSchema =
    'Type.Object({ at: Type.Transform(Type.String()).Decode((at) => at).Encode((at) => at) })';
  const said = await saidOf(`${IMPORTS}${tool(inputSchema, 'execute: ({ at }) => ({ value: at.length }),')}`);
  expect(said).toEqual([
    {
      place: 'src/a.ts:6:30 schema-invalid',
      message: 'Type.Transform is code, which JSON Schema cannot say: nothing would run it.',
      help: 'Use the schema inside it, and convert the value in `execute`.',
    },
  ]);
});

it.concurrent.each([
  ["{ type: 'objekt', properties: { cell: { type: 'string' } } }", 'src/a.ts:6:18 schema-invalid'],
  ['Type.String()', 'src/a.ts:6:3 tool-invalid'],
  ['Type.Object({ cell: Type.Date() })', 'src/a.ts:6:30 schema-invalid'],
])('the input schema %s alone, not what follows from it', async (inputSchema, place) => {
  const said = await saidOf(`${IMPORTS}${tool(inputSchema, 'execute: ({ cell }) => ({ value: cell }),')}`);
  expect(said.map((each) => each.place)).toEqual([place]);
});

it.concurrent('a date in the output schema, not that what is returned differs from it', async () => {
  const rest = 'outputSchema: Type.Object({ at: Type.Date() }),\n  execute: () => ({ at: new Date(0) }),';
  const said = await saidOf(`${IMPORTS}${tool('Type.Object({})', rest)}`);
  expect(said.map((each) => each.place)).toEqual(['src/a.ts:7:31 schema-invalid']);
});

it.concurrent('an input that is an array, not that `execute` knows nothing of it', async () => {
  const said = await saidOf(
    `${IMPORTS}${tool('Type.Array(Type.String())', 'execute: (all) => ({ n: all.length }),')}`,
  );
  expect(said.map((each) => each.place)).toEqual(['src/a.ts:6:3 tool-invalid']);
});

it.concurrent('a tool in a file with another extension beside what `tools` matches', async () => {
  const files = {
    'src/a.ts': `${IMPORTS}${tool(INPUT, 'execute: ({ cell }) => ({ value: cell.length }),')}`,
    'src/b.tsx': `${IMPORTS}\n${tool(INPUT)}`,
    'src/c.tsx': 'export const view = 1;\n',
    'src/d.js': `${IMPORTS}${tool(INPUT)}`,
    'src/out/a.js': `${IMPORTS}${tool(INPUT)}`,
  };
  const { diagnostics } = await build({ cwd: await writeProject(files) });
  expect(
    diagnostics.map(({ file, line, column, id, help }) => `${file}:${line}:${column} ${id} ${help}`),
  ).toEqual([
    'src/b.tsx:5:24 tool-file-unmatched Write "src/**/*.{ts,tsx}" in the config, or rename the file.',
    'src/d.js:4:24 tool-file-unmatched Write "src/**/*.{ts,js}" in the config, or rename the file.',
  ]);
});

describe.concurrent('schemas of other libraries', () => {
  it.each([
    [
      'Valibot inside of TypeBox',
      `import * as v from 'valibot';\n${IMPORTS}`,
      'Type.Object({ cell: v.string() as never })',
      'src/a.ts:7:30 schema-invalid',
      'This schema stands in an object that is no schema of its library.',
      'Write that object with the same library, too: with Zod, `z.object({ … })`.',
    ],
    [
      'an object of Zod schemas, as the MCP SDK takes it',
      `import { z } from 'zod';\n${CORE}`,
      '{ cell: z.string() } as never',
      'src/a.ts:6:18 schema-invalid',
      'This schema stands in an object that is no schema of its library.',
      'Write that object with the same library, too: with Zod, `z.object({ … })`.',
    ],
    [
      'yup, which writes none',
      `import { object, string } from 'yup';\n${CORE}`,
      'object({ cell: string() })',
      'src/a.ts:6:3 schema-invalid',
      'This is a schema of `yup`, which does not say what it is as JSON Schema, and JSON Schema is what callers see.',
      'Write `Type.Unsafe<InferType<typeof Input>>(convertSchema(Input))` with `@sodaru/yup-to-json-schema`; or write the schema with TypeBox.',
    ],
  ])('%s', async (_, top, inputSchema, place, message, help) => {
    expect(await saidOf(`${top}${tool(inputSchema)}`)).toEqual([{ place, message, help }]);
  });
});

it.concurrent.each([
  ['Type', '@sinclair/typebox', '', 'Type.Object({})'],
  ['media', '@btcp/core/content', IMPORTS, `Type.Object({ file: media('image/png') })`],
])('%s of @btcp/core, which is of %s', async (name, home, top, inputSchema) => {
  const source = `import { defineTool, ${name} } from '@btcp/core';\n${top.replace(CORE, '')}${tool(inputSchema)}`;
  expect(await saidOf(source)).toEqual([
    {
      place: 'src/a.ts:1:1 schema-needs-export',
      message: `\`${name}\` is undefined: \`@btcp/core\` has no export \`${name}\`.`,
      help: `Write \`import { ${name} } from '${home}'\`.`,
    },
  ]);
});

it.concurrent.each([
  [
    'execute: (_, { db }) => db.rows,',
    "Property 'db' does not exist on type 'ToolContext'.",
    "What your host adds to `ctx` is declared once: `declare module '@btcp/core' { interface ToolContext { db: … } }`. Pass it with `new BTCPClient({ context: { db } })`.",
  ],
  [
    'execute: (ctx, { cell }) => cell,',
    "Property 'cell' does not exist on type 'ToolContext'.",
    '`execute` gets all of the input as its first argument, and the context as its second: `execute({ … }, context)`.',
  ],
  [
    'execute: (_, ctx) => ctx.document.title,',
    "Property 'document' does not exist on type 'ToolContext'.",
    "`ctx.dom` is the document. What your host adds to `ctx` is declared once: `declare module '@btcp/core' { interface ToolContext { document: … } }`. Pass it with `new BTCPClient({ context: { document } })`.",
  ],
  [
    'execute: ({ cell }, ctx) => ctx + { cell },',
    "Operator '+' cannot be applied to types 'ToolContext' and '{ cell: string; }'.",
    expect.stringMatching(/^See TS2365/) as string,
  ],
])('what TypeScript cannot resolve in %s', async (execute, text, help) => {
  const said = await saidOf(`${IMPORTS}${tool(INPUT, execute)}`);
  expect(said.filter(({ place }) => place.endsWith('types-unresolved'))).toMatchObject([
    { message: `The output cannot be derived, because TypeScript cannot resolve this: ${text}`, help },
  ]);
});

it.concurrent('TypeBox 1.x inside of 0.34, at the property', async () => {
  const files = {
    'node_modules/typebox/package.json': '{ "name": "typebox", "type": "module", "exports": "./index.js" }',
    'node_modules/typebox/index.js': `const mark = (key, schema) => Object.defineProperty(schema, key, { value: key });
export const Type = { Integer: () => mark('~kind', { type: 'integer' }), Optional: (schema) => mark('~optional', schema) };`,
  };
  const inputSchema =
    "Type.Object({ at: Type.Object({ '~kind': Type.Null(), row: Next.Optional(Next.Integer()) as never }) })";
  expect(
    await saidOf(`import { Type as Next } from 'typebox';\n${IMPORTS}${tool(inputSchema)}`, files),
  ).toEqual([
    {
      place: 'src/a.ts:7:70 schema-invalid',
      message:
        'This schema and the one around it are of two versions of TypeBox, 0.34 (`@sinclair/typebox`) and 1 (`typebox`).',
      help: 'Write both with the same package.',
    },
  ]);
});

describe.concurrent('results written as JSX', () => {
  it.each([
    ['the result', '<b>5</b>', 'src/cell.tsx:7:18', 'What `execute` returns'],
    ['a property', '({ cell: <b>5</b> })', 'src/cell.tsx:7:21', '`cell`'],
    ['the result, with its type', 'React.createElement("b")', 'src/cell.tsx:7:18', 'What `execute` returns'],
  ])('%s', async (_, result, place, subject) => {
    const source = `${IMPORTS}${tool('Type.Object({})', `execute: () => ${result},`)}
declare namespace React { interface ReactElement { type: string; props: any } function createElement(type: string): ReactElement; }`;
    const { diagnostics } = await together({ 'src/cell.tsx': source });
    // Besides, nobody knows what makes elements.
    const found = diagnostics.filter(({ id }) => id !== 'capability-unverifiable');
    expect(found.map((each) => [`${each.file}:${each.line}:${each.column}`, each.message])).toEqual([
      [place, `${subject} is an element that JSX makes, which JSON cannot carry.`],
    ]);
  });
});

describe.concurrent('input schemas that are no object', () => {
  it('an array', async () => {
    expect(await saidOf(`${IMPORTS}${tool('[Type.String()] as never')}`)).toEqual([
      {
        place: 'src/a.ts:6:3 schema-invalid',
        message: '`inputSchema` is an array, and a schema is an object.',
        help: "Write a property for each value: `Type.Object({ name: Type.String({ description: '…' }) })`; a list is one of them, `Type.Array(…)`.",
      },
    ]);
  });

  it.each([
    'Type.Union([Type.Object({}), Type.Object({ cell: Type.String() })]) as never',
    "Type.Unsafe({ oneOf: [{ type: 'object' }] })",
  ])('a union: %s', async (inputSchema) => {
    const [said, ...others] = await saidOf(`${IMPORTS}${tool(inputSchema)}`);
    expect(others).toEqual([]);
    expect(said?.message).toBe('`inputSchema` must describe an object, with `"type": "object"` at its root.');
    expect(said?.help).toContain(
      'Put a union into a property, `Type.Object({ request: Type.Union([ … ]) })`.',
    );
  });
});

describe.concurrent('imports of the schemas', () => {
  it('of a file with another extension', async () => {
    const cell = {
      'src/cell.mts': "import { Type } from '@sinclair/typebox';\nexport const Cell = Type.String();",
    };
    const source = `${IMPORTS}import { Cell } from './cell.js';\n${tool('Type.Object({ cell: Cell })')}`;
    expect(await saidOf(source, cell)).toEqual([
      {
        place: 'src/a.ts:3:22 import-unresolved',
        message: 'The import `./cell.js` cannot be resolved: there is no such file.',
        help: 'Correct the path and its extension, or add the file: no tool that imports this module could be loaded.',
      },
    ]);
  });

  it.each([
    [
      'of TypeBox as a default',
      `import Type from '@sinclair/typebox';\n${CORE}`,
      INPUT,
      'src/a.ts:1:1 schema-needs-export',
      '`Type` is undefined: `@sinclair/typebox` has no default export.',
      "Write `import { Type } from '@sinclair/typebox'`.",
    ],
    [
      'of TypeBox as a type',
      `import type { Type } from '@sinclair/typebox';\n${CORE}`,
      INPUT,
      'src/a.ts:1:1 schema-needs-import',
      '`Type` is imported as a type only, and the schemas need its value.',
      "Leave `type` out: `import { Type } from '@sinclair/typebox'`.",
    ],
    [
      'of an interface',
      `${IMPORTS}interface Input { cell: string }\n`,
      'Input',
      'src/a.ts:7:16 schema-needs-global',
      '`Input` is a type, and a schema is a value, which calls are checked against when there are no types any more.',
      'Write the schema, such as `Type.Object({ … })`, and take the type from it: `Static<typeof schema>`.',
    ],
    [
      'of TypeBox left out',
      CORE,
      INPUT,
      'src/a.ts:5:16 schema-needs-import',
      '`Type` is not imported.',
      "Write `import { Type } from '@sinclair/typebox'`.",
    ],
    [
      'by an alias that the tsconfig does not have',
      `${IMPORTS}import { Cell } from '@/schemas/cell';\n`,
      'Type.Object({ cell: Cell })',
      'src/a.ts:3:1 schema-needs-import',
      'The schemas need the import `@/schemas/cell`, and the tsconfig has no `paths` that says where it is.',
      'Let `compilerOptions` of the project\'s tsconfig lead `@/*` to the folder that holds the file, for example `"paths": { "@/*": ["./src/*"] }` (the aliases of bundlers are not read), or import the file by its relative path.',
    ],
  ])('%s', async (_, top, inputSchema, place, message, help) => {
    expect(await saidOf(`${top}${tool(inputSchema)}`)).toEqual([{ place, message, help }]);
  });

  it('and where the code of another module is called that throws', async () => {
    const files = {
      'src/texts.ts': 'export const t = (key: string): string => {\n  throw new Error(`No ${key}`);\n};\n',
    };
    const source = `${IMPORTS}import { t } from './texts.ts';\n${tool("Type.Object({ x: Type.String({ title: t('a') }) })")}`;
    expect(await saidOf(source, files)).toEqual([
      {
        place: 'src/texts.ts:2:9 schema-throws',
        message: 'Reading the schemas threw: No a',
        help: 'The code at this place runs while the schemas are read. Move what the schemas need into a module of its own, or into `execute`, which the build never runs. It is called at src/a.ts:7.',
      },
    ]);
  });

  it('but not where a member of what is imported is undefined', async () => {
    const source = `${IMPORTS}import { limits } from './limits.ts';\n${tool('Type.Object({ x: Type.Integer({ maximum: limits.row.most }) })')}`;
    const files = { 'src/limits.ts': 'export const limits: any = {};\n' };
    expect((await saidOf(source, files)).map(({ place, message }) => [place, message])).toEqual([
      [
        'src/a.ts:7:57 schema-throws',
        "Reading the schemas threw: Cannot read properties of undefined (reading 'most')",
      ],
    ]);
  });

  it('by an alias that `paths` lead to a file, which NodeNext looks for with its extension', async () => {
    const source = `${IMPORTS}import { read } from '@/lib/read';\n${tool(INPUT, 'execute: ({ cell }) => read(cell),')}`;
    const tsconfig = {
      compilerOptions: {
        module: 'NodeNext',
        strict: true,
        skipLibCheck: true,
        noEmit: true,
        paths: { '@/*': ['./src/*'] },
      },
    };
    const files = {
      'tsconfig.json': JSON.stringify(tsconfig),
      'src/lib/read.ts': 'export const read = (cell: string) => ({ value: cell.length });\n',
    };
    const alone = async (all: Readonly<Record<string, string>>): Promise<BuildResult> =>
      build({ cwd: await writeProject(all) });
    const [first] = await saidOf(source, files, alone);
    expect([first?.place, first?.help]).toEqual([
      'src/a.ts:3:22 types-unresolved',
      'Write `@/lib/read.js`: with `"module": "NodeNext"` an import needs the extension of its file, also where `paths` lead to it.',
    ]);
  });

  it('of a handler by an alias, where the result has to be derived', async () => {
    const source = `${IMPORTS}import { read } from '@/read';\n${tool(INPUT, 'execute: ({ cell }) => read(cell),')}`;
    expect(await saidOf(source)).toEqual([
      {
        place: 'src/a.ts:3:22 types-unresolved',
        message:
          "The output cannot be derived, because TypeScript cannot resolve this: Cannot find module '@/read' or its corresponding type declarations.",
        help: 'Let `compilerOptions` of the project\'s tsconfig lead `@/*` to the folder that holds the file, for example `"paths": { "@/*": ["./src/*"] }` (the aliases of bundlers are not read), or import the file by its relative path.',
      },
    ]);
  });
});

describe.concurrent('imports that lead to no file', () => {
  const OUTPUT = 'outputSchema: Type.Unknown(), execute: (): unknown =>';
  const ADD =
    'Correct the path and its extension, or add the file: no tool that imports this module could be loaded.';
  const NOT_INSTALLED =
    'The package `not-installed` is not installed: a call of a tool that imports this module would fail.';
  const INSTALL = 'Run `npm install not-installed`, unless what runs or bundles the tools provides it.';
  const NONE = 'The import `./gone.ts` cannot be resolved: there is no such file.';

  const alone = async (all: Readonly<Record<string, string>>): Promise<BuildResult> =>
    build({ cwd: await writeProject({ 'btcp.config.ts': configText("['src/a.ts']"), ...all }) });

  it.each([
    ['of a handler', `import { help } from './gone.ts';\n`, 'help()', '3:22'],
    ['of a result', `import { help } from './gone.ts';\n`, 'help', '3:22'],
    ['for its effects', `import './gone.ts';\n`, '1', '3:8'],
    ['by a call', '', `import('./gone.ts')`, '7:64'],
    ['of another name beside a type', `import { type A, help } from './gone.ts';\n`, 'help()', '3:30'],
    ['exported again', `export * from './gone.ts';\n`, '1', '3:15'],
  ])('%s', async (_, top, value, place) => {
    expect(await saidOf(`${IMPORTS}${top}${tool(INPUT, `${OUTPUT} ${value},`)}`)).toEqual([
      { place: `src/a.ts:${place} import-unresolved`, message: NONE, help: ADD },
    ]);
  });

  it('below a file, as if that were a folder', async () => {
    const source = `${IMPORTS}import { help } from './a.ts/help';\n${tool(INPUT, `${OUTPUT} help(),`)}`;
    expect(await saidOf(source)).toEqual([
      {
        place: 'src/a.ts:3:22 import-unresolved',
        message: 'The import `./a.ts/help` cannot be resolved: there is no such file.',
        help: ADD,
      },
    ]);
  });

  it('of a result that is derived: once', async () => {
    const source = `${IMPORTS}import { help } from './gone.ts';\n${tool(INPUT, 'execute: () => help(),')}`;
    expect((await saidOf(source)).map(({ place }) => place)).toEqual(['src/a.ts:3:22 import-unresolved']);
  });

  it.each(
    alike<readonly [object, string, string | undefined]>(
      [
        [{}, './help', './help.js'],
        [{}, './lib', undefined],
        [{ allowImportingTsExtensions: true }, './help', './help.js'],
      ],
      2,
    ),
  )('with %j but for an extension: %s', async (options, specifier, meant) => {
    const source = `${IMPORTS}import { help } from '${specifier}';\n${tool(INPUT, 'execute: () => help(),')}`;
    const help = 'export const help = () => ({ value: 1 });\n';
    const compilerOptions = { module: 'nodenext', strict: true, noEmit: true, skipLibCheck: true };
    const files = {
      'src/help.ts': help,
      'src/lib/index.ts': help,
      'tsconfig.json': JSON.stringify({
        compilerOptions: { ...compilerOptions, customConditions: ['@btcp/source'], ...options },
      }),
    };
    expect((await saidOf(source, files, alone)).map(({ place, help: said }) => [place, said])).toEqual([
      [
        'src/a.ts:3:22 types-unresolved',
        meant === undefined
          ? "Write the file's name with its extension, for example `./lib/index.js`: Node looks for no other one."
          : `Write \`${meant}\`: Node takes an import as it is written.`,
      ],
    ]);
  });

  it('of a module that a handler imports', async () => {
    const source = `${IMPORTS}import { help } from './help.ts';\n${tool(INPUT, `${OUTPUT} help,`)}`;
    const files = {
      'src/help.ts': `import { gone } from './gone.ts';\nimport 'not-installed';\nexport const help = gone;`,
    };
    expect(await saidOf(source, files)).toEqual([
      { place: 'src/help.ts:1:22 import-unresolved', message: NONE, help: ADD },
      { place: 'src/help.ts:2:8 package-not-installed', message: NOT_INSTALLED, help: INSTALL },
    ]);
  });

  it.each([
    ['a handler calls it', 'help()', [`src/a.ts:3:22 package-not-installed`]],
    ['a result is derived from it', undefined, ['src/a.ts:3:22 types-unresolved']],
  ])('or to no package: %s', async (_, value, places) => {
    const execute = value === undefined ? 'execute: () => help(),' : `${OUTPUT} ${value},`;
    const source = `${IMPORTS}import { help } from 'not-installed';\n${tool(INPUT, execute)}`;
    expect((await saidOf(source)).map(({ place }) => place)).toEqual(places);
  });

  it('or to no package, which a schema needs: once', async () => {
    const source = `${IMPORTS}import { help } from 'not-installed';\n${tool('Type.Object({ cell: help() })')}`;
    expect((await saidOf(source)).map(({ place }) => place)).toEqual(['src/a.ts:7:36 schema-needs-import']);
  });

  it('but not of aliases, addresses, types, Node, and packages that are installed without types', async () => {
    const top = `import type { A } from 'not-installed';
import '@/cart';
import '$lib/cart';
import '#cart';
import 'virtual:routes';
import 'fs';
import 'node:fs';
import 'untyped';
import '@scope/untyped/cart.js';
`;
    const files = {
      'node_modules/untyped/package.json': '{}',
      'node_modules/@scope/untyped/package.json': '{}',
      'src/a.ts': `${IMPORTS}${top}${tool(INPUT, `${OUTPUT} 1 as unknown as A,`)}`,
    };
    expect((await alone(files)).diagnostics.map(({ id }) => id)).toEqual([]);
  });

  it('but not of types, assets, what bundlers read, and what the build is yet to write', async () => {
    const top = `import type { A } from './gone.ts';
import { type B } from './gone.ts';
export type { C } from './gone.ts';
import './gone.css';
import icon from './icon.bin?url';
import data from './data.json';
import { tools } from '../generated/client.js';
`;
    const source = `${IMPORTS}${top}${tool(INPUT, `${OUTPUT} [icon, data, tools] as unknown as A & B,`)}`;
    const files = { 'src/icon.bin': '', 'src/data.json': '{}' };
    expect(await saidOf(source, files, alone)).toEqual([]);
  });
});

describe.concurrent('what schemas read that only a page or a bundler has', () => {
  const IN_EXECUTE = 'a schema is published once and for every page, so write a constant, and use';
  it.each([
    [
      'import.meta.env',
      'Type.Object({ cell: Type.String({ description: import.meta.env.VITE_TITLE }) })',
      '6:63',
      '`import.meta.env.VITE_TITLE` stands in a schema, and it is a bundler that gives it a value: the build reads schemas without one.',
      `Leave it out: ${IN_EXECUTE} \`import.meta.env.VITE_TITLE\` in \`execute\`.`,
    ],
    [
      'window.innerWidth',
      'Type.Object({ x: Type.Integer({ maximum: window.innerWidth }) })',
      '6:57',
      'The schemas need `window.innerWidth`, and `window` is not declared or imported here, and no global of Node, where the build reads them.',
      `Correct the name; or, if the page has it, leave it out: ${IN_EXECUTE} \`window.innerWidth\` in \`execute\`.`,
    ],
  ])('%s', async (_, inputSchema, place, message, help) => {
    expect(await saidOf(`${IMPORTS}${tool(inputSchema)}`)).toEqual([
      { place: `src/a.ts:${place} schema-needs-global`, message, help },
    ]);
  });

  it('at its column, where a definition stands on one line behind a handler', async () => {
    const source = `${IMPORTS}/** Reads a cell. */
export const getCell = defineTool({ execute: () => ({ value: 'a handler of some length' }), capabilities: [], inputSchema: Type.Object({ /** Its number. */ x: Type.Integer({ maximum: window.innerWidth }) }) });
`;
    const [said] = await saidOf(source);
    expect(said?.place).toBe('src/a.ts:4:184 schema-needs-global');
  });
});

describe.concurrent('handlers', () => {
  it.each([
    ['a method', 'async *execute({ cell }) { yield cell; },', '7:10'],
    ['a function', 'execute: function* ({ cell }) { yield cell; } as never,', '7:3'],
    ['a named one with an output schema', 'outputSchema: Type.String(), execute: rows as never,', '7:32'],
  ])('a generator: %s', async (_, rest, place) => {
    const rows = 'async function* rows() { yield "a"; }\n';
    expect(await saidOf(`${IMPORTS}${tool(INPUT, rest)}${rows}`)).toEqual([
      {
        place: `src/a.ts:${place} execute-generator`,
        message: '`execute` is a generator (`*`), and a call has one result: nobody gets what it yields.',
        help: 'Leave out the `*`, and return the result; `context.progress?.({ progress, total, message })` tells callers how far a call is.',
      },
    ]);
  });

  it('a method that loses its `this`, but not one that is bound or reads none', async () => {
    const shop = `export class Shop {
  items: string[] = [];
  add({ cell }: { cell: string }) { this.items.push(cell); return { count: this.items.length }; }
  bound = ({ cell }: { cell: string }) => ({ cell, count: this.items.length });
  plain({ cell }: { cell: string }) { return { cell }; }
  within({ cell }: { cell: string }) { return { cell, size: [cell].map(function (this: void, each) { return String(this) + each; }).length }; }
}
`;
    const source = (execute: string): string =>
      `import { Shop } from './shop.ts';\n${IMPORTS}const shop = new Shop();\n${tool(INPUT, `execute: ${execute},`)}`;
    const files = { 'src/shop.ts': shop };
    expect(await saidOf(source('shop.add'), files)).toEqual([
      {
        place: 'src/a.ts:9:3 execute-unbound',
        message:
          '`shop.add` is a method that reads `this`, which it has not when a client calls it as `execute`.',
        help: 'Write `execute: (input) => shop.add(input)`.',
      },
    ]);
    for (const fine of ['shop.bound', 'shop.plain', 'shop.within', '(input) => shop.add(input)'])
      expect((await saidOf(source(fine), files)).map(({ place }) => place)).not.toContain(
        'src/a.ts:9:3 execute-unbound',
      );
  });

  it.each([
    ['import.meta.env', '', 'execute: () => import.meta.env.BASE_URL,', '7:30'],
    ['an asset', "import logo from './logo.svg';\n", 'execute: () => logo,', '3:18'],
  ])('that use what the types of Vite declare: %s', async (_, top, rest, place) => {
    const all = await saidOf(`${IMPORTS}${top}${tool(INPUT, rest)}`, { 'src/logo.svg': '<svg/>' });
    const said = all.find((each) => each.place.endsWith(' types-unresolved'));
    expect(said?.place).toBe(`src/a.ts:${place} types-unresolved`);
    expect(said?.help).toBe(
      'With Vite, add `"types": ["vite/client"]` to `compilerOptions` of the tsconfig, which declares `import.meta.env` and imports of assets; with another bundler, its own types. Or declare `outputSchema`.',
    );
  });
});

describe.concurrent('what beginners write in schemas', () => {
  const NOT_REQUIRED =
    'Leave this out, and the property out of `required` of its object; in TypeBox, write `Type.Optional(…)` around the schema.';
  const NO_METHODS =
    'Correct the name; `tsc --noEmit` shows the same mistake. Schemas of TypeBox have no methods: write `Type.Optional(…)` around one, and what limits it as its options.';

  it.each([
    [
      'a method of Zod',
      'Type.Object({ cell: Type.String().optional() })',
      'src/a.ts:6:50 schema-throws',
      '`Type.String(...).optional` is not a function.',
      NO_METHODS,
    ],
    [
      'a limit as a method',
      'Type.Object({ cell: Type.String().max(3) })',
      'src/a.ts:6:50 schema-throws',
      '`Type.String(...).max` is not a function.',
      NO_METHODS,
    ],
    [
      'a schema that is declared below',
      'Type.Object({ cell: Below })',
      'src/a.ts:6:36 schema-throws',
      '`Below` has no value yet: it is declared below.',
      'Move its declaration above what uses it.',
    ],
    [
      'values as alternatives',
      "Type.Object({ cell: Type.Union(['A1' as never, Type.Literal('B2')]) })",
      'src/a.ts:6:48 schema-invalid',
      '`anyOf` must hold a schema: an object, true or false; got "A1".',
      'Write the schema of the value: { "const": "A1" }; in TypeBox, `Type.Literal("A1")`.',
    ],
    [
      'an array in the place of an enum, as TypeBox 1 takes it',
      "Type.Object({ cell: Type.Enum(['A1', 'B2'] as never) })",
      'src/a.ts:6:30 schema-invalid',
      'Type.Enum accepts the number 2 alone here: of an array it takes the length.',
      "Write `Type.Union([Type.Literal('a'), Type.Literal('b')])`; or `Type.Literal(2)`, if that is meant.",
    ],
    [
      'several values in one literal',
      "Type.Object({ cell: Type.Literal(['A1', 'B2'] as never) })",
      'src/a.ts:6:30 schema-invalid',
      'Type.Literal takes one string, number or boolean.',
      "Write `Type.Union([Type.Literal('a'), Type.Literal('b')])`.",
    ],
    [
      'a description in the place of the options',
      "Type.Object({ cell: Type.String('Its place.' as never) })",
      'src/a.ts:6:30 schema-invalid',
      'Type.String has a string where its options belong.',
      "Write `{ description: '…' }`.",
    ],
    [
      'a property that says it is not required',
      'Type.Object({ cell: Type.String({ required: false }) })',
      'src/a.ts:6:50 schema-invalid',
      '`required` must be an array of strings, each only once; got false.',
      NOT_REQUIRED,
    ],
    [
      'a property that says it is optional',
      "Type.Object({ cell: Type.String({ optional: true, description: 'Its place.' }) }, { additionalProperties: false })",
      'src/a.ts:6:50 keyword-unknown',
      '"optional" is not a keyword of JSON Schema; did you mean `required`?',
      NOT_REQUIRED,
    ],
    [
      'an import of CommonJS',
      "Type.Object({ cell: require('../cell') })",
      'src/a.ts:6:36 schema-needs-global',
      'The schemas need `require`, which modules of CommonJS have; tools are ES modules.',
      "Import it at the top instead: `import { … } from '../cell'`.",
    ],
    [
      'an error of several lines',
      "Type.Object({ cell: (() => { throw new Error('[\\n  1\\n]'); })() })",
      'src/a.ts:6:51 schema-throws',
      'Reading the schemas threw: [ 1 ]',
      'The code at this place runs while the schemas are read. Move what the schemas need into a module of its own, or into `execute`, which the build never runs.',
    ],
    [
      'a constructor',
      'Type.Object({ cell: String as never })',
      'src/a.ts:6:30 schema-invalid',
      'A function cannot be represented in JSON.',
      'Write what it returns, or the schema of what is meant, for example `Type.String()`.',
    ],
  ])('%s', async (_, inputSchema, place, message, help) => {
    const source = `${IMPORTS}${tool(inputSchema)}const Below = Type.String();\n`;
    expect(await saidOf(source)).toEqual([{ place, message, help }]);
  });

  it('what Zod of another version has', async () => {
    const source = `${CORE}import { z } from 'zod';\n${tool('z.object({ cell: z.integer() })')}`;
    expect(await saidOf(source)).toMatchObject([
      {
        message: '`z.integer` is not a function.',
        help: "Zod 3 lacks what Zod 4 added, such as `z.int`: write `import { z } from 'zod/v4'` with Zod 3.25, or install Zod 4. Else correct the name; `tsc --noEmit` shows the same mistake.",
      },
    ]);
  });

  it('JSON Schema, from which a handler gets no types', async () => {
    const input = `{ type: 'object', properties: { cell: { type: 'string' } }, required: ['cell'] }`;
    const read = 'execute: ({ cell }) => ({ value: cell.length }),';
    expect(await saidOf(`${CORE}${tool(input, read)}`)).toEqual([
      {
        place: 'src/a.ts:6:36 types-unresolved',
        message:
          "The output cannot be derived, because TypeScript cannot resolve this: 'cell' is of type 'unknown'.",
        help: 'JSON Schema gives `execute` no types: write `inputSchema` with TypeBox, `Type.Object({ cell: Type.String() })`.',
      },
    ]);
  });

  it('JSX in a file that is called .ts', async () => {
    const [said] = await saidOf(`${IMPORTS}${tool(INPUT)}export const cell = <b>1</b>;\n`);
    expect(said?.place).toBe('src/a.ts:9:26 syntax-error');
    expect(said?.help).toBe(
      'Correct the syntax; if this is JSX, rename the file to `.tsx`, and let `tools` in the config match that.',
    );
  });
});

describe('a defineTool that is not that of @btcp/core', () => {
  it.each([
    ['', 3],
    ["import { defineTool } from '@btcp/client';\n", 4],
    ["import defineTool from '@btcp/core';\n", 4],
  ])('%s', async (top, line) => {
    const source = `import { Type } from '@sinclair/typebox';\n${top}${tool(INPUT)}`;
    const alone = async (files: Readonly<Record<string, string>>): Promise<BuildResult> =>
      build({ cwd: await writeProject(files) });
    expect(await saidOf(source, {}, alone)).toEqual([
      {
        place: 'btcp.config.ts:2:31 no-tools',
        message: 'The files that match "src/**/*.ts" define no tool.',
        help: `Correct what looks like one, at src/a.ts:${line}.`,
      },
      {
        place: `src/a.ts:${line}:24 tool-unrecognised`,
        message:
          'This looks like a tool, but the call does not lead to `defineTool` of @btcp/core: it is left out.',
        help: "Write `import { defineTool } from '@btcp/core'`. If this is not meant to be a BTCP tool, move it to a file that `tools` in the config does not match.",
      },
    ]);
  });
});
