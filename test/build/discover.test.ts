import { describe, expect, it } from 'vitest';
import { build } from '@btcp/codegen';
import { buildTogether } from '../support/build-together.ts';
import { alike, full } from '../support/runs.ts';
import { definition, IMPORTS } from '../support/tool-source.ts';
import { configText, writeProject } from '../support/write-project.ts';

const KIT = `export { defineTool as tool } from '@btcp/core';
export * as kit from '@btcp/core';
import { defineTool } from '@btcp/core';
export const alias = defineTool;
export const tools = { define: defineTool };
export default alias;
export const make = (definition) => defineTool(definition);
`;

const CONFIG = configText("['*/src/*.ts']");
const findTools = buildTogether(build, CONFIG);
const findProblems = buildTogether(build, CONFIG);

async function namesIn(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const cwd = await writeProject({ 'btcp.config.ts': ONLY_TOP, ...files });
  const { diagnostics, manifest } = await build({ cwd });
  expect(diagnostics.map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
  return manifest?.tools.map((tool) => tool.name) ?? [];
}

async function reportsIn(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { diagnostics } = await findProblems(files);
  return diagnostics.map(({ id, file, line, column }) => `${file}:${line}:${column} ${id}`);
}

describe.concurrent('finds a tool', () => {
  it.each([
    [
      'renamed on import',
      `import { defineTool as t } from '@btcp/core'; export const getCell = t(${definition()});`,
    ],
    [
      'of a namespace import',
      `import * as btcp from '@btcp/core'; export const getCell = btcp.defineTool(${definition()});`,
    ],
    [
      're-exported by a module of the project',
      `import { tool } from './lib/kit.ts'; export const getCell = tool(${definition()});`,
    ],
    [
      'held by a constant',
      `import { alias } from './lib/kit.ts'; export const getCell = alias(${definition()});`,
    ],
    [
      'in a re-exported namespace',
      `import { kit } from './lib/kit.ts'; export const getCell = kit.defineTool(${definition()});`,
    ],
    [
      'of a namespace of the project',
      `import * as k from './lib/kit.ts'; export const getCell = k.tool(${definition()});`,
    ],
    [
      'as the default export of a module of the project',
      `import t from './lib/kit.ts'; export const getCell = t(${definition()});`,
    ],
    [
      'exported at the end',
      `import { defineTool } from '@btcp/core'; const getCell = defineTool(${definition()}); export { getCell };`,
    ],
    [
      'exported under another name',
      `import { defineTool } from '@btcp/core'; const cell = defineTool(${definition()}); export { cell as getCell };`,
    ],
    [
      'exported as default',
      `import { defineTool } from '@btcp/core'; export default defineTool(${definition("name: 'getCell',")});`,
    ],
    [
      'held and exported as default',
      `import { defineTool } from '@btcp/core'; const getCell = defineTool(${definition()}); export default getCell;`,
    ],
    [
      'in parentheses, as const',
      `import { defineTool } from '@btcp/core'; export const getCell = (defineTool(${definition()})) as const;`,
    ],
    [
      'that satisfies a type',
      `import { defineTool } from '@btcp/core'; export const getCell = defineTool(${definition()}) satisfies object;`,
    ],
    [
      'whose definition is a constant',
      `import { defineTool } from '@btcp/core'; const d = ${definition()}; export const getCell = defineTool(d);`,
    ],
    [
      'whose definition spreads another',
      `import { defineTool } from '@btcp/core'; const base = ${definition()}; export const getCell = defineTool({ ...base });`,
    ],
  ])('%s', async (_, source) => {
    const { diagnostics, tools } = await findTools({
      'src/cell.ts': `import { Type } from '@sinclair/typebox';\n${source}`,
      'src/lib/kit.ts': KIT,
    });
    expect(diagnostics.map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
    expect(tools?.map((tool) => tool.name)).toEqual(['getCell']);
  });
});

describe('finds tools', () => {
  it.each(alike([
    ['an export of what is imported', `import { one } from './lib/one.ts';\nexport { one };`],
    ['a default export of what is imported', `import { one } from './lib/one.ts';\nexport default one;`],
    ['a constant', `import { one as first } from './lib/one.ts';\nexport const one = first;`],
    ['a namespace', `import * as all from './lib/one.ts';\nexport const { one } = all;`],
  ], 2))('through %s', async (_, source) => {
    const one = `${IMPORTS}export const one = defineTool(${definition()});`;
    expect(await namesIn({ 'src/a.ts': source, 'src/lib/one.ts': one})).toEqual([
      'one',
    ]);
  }); // prettier-ignore

  full('by the name of its file if it is an anonymous default export', async () => {
    expect(
      await namesIn({ 'src/get-cell.ts': `${IMPORTS}export default defineTool(${definition()});` }),
    ).toEqual(['getCell']);
  });

  full('among several in one file', async () => {
    const source = `${IMPORTS}export const b = defineTool(${definition()}), a = defineTool(${definition()});\nexport const c = defineTool(${definition()});`;
    expect(await namesIn({ 'src/cells.ts': source })).toEqual(['a', 'b', 'c']);
  });

  it('through a barrel file', async () => {
    const files = {
      'src/cells.ts': `export * from './lib/one.ts'; export { two } from './lib/two.ts';`,
      'src/lib/one.ts': `${IMPORTS}export const one = defineTool(${definition()});`,
      'src/lib/two.ts': `${IMPORTS}export const two = defineTool(${definition()});`,
    };
    expect(await namesIn(files)).toEqual(['one', 'two']);
  });
});

const ONLY_TOP = configText("['src/*.ts']");

describe.concurrent('reports where it cannot follow', () => {
  it('a tool that is not exported', async () => {
    expect(await reportsIn({ 'src/a.ts': `${IMPORTS}const hidden = defineTool(${definition()});` })).toEqual([
      'src/a.ts:3:16 tool-not-exported',
    ]);
  });

  it('a tool in an object', async () => {
    expect(
      await reportsIn({ 'src/a.ts': `${IMPORTS}export const tools = { a: defineTool(${definition()}) };` }),
    ).toEqual(['src/a.ts:3:27 tool-not-exported']);
  });

  it.each([
    'export const getCell = withAudit(TOOL);',
    'export const tools = { getCell: TOOL };',
    'export const tools = [TOOL];',
    'export class Cells { static getCell = TOOL; }',
    'export const getCell = flag ? TOOL : undefined;',
    'window.getCell = TOOL;',
    'export let getCell; getCell = TOOL;',
    'export const getCell = await TOOL;',
    'module.exports = { getCell: TOOL };',
    'const getCell = TOOL;',
    '{ const getCell = TOOL; }',
    'TOOL;',
  ])('a tool that is no export of its own: %s', async (source) => {
    const text = `${IMPORTS}${source.replace('TOOL', `defineTool(${definition()})`)}`;
    const { diagnostics } = await findProblems({ 'src/a.ts': text });
    expect(diagnostics.map((each) => [each.id, each.message, each.help])).toEqual([
      source.includes('withAudit')
        ? [
            'tool-from-wrapper',
            'This tool is passed to another function, and what that returns is not followed: only what `defineTool` returns can be published.',
            'Export the tool itself, `export const <name> = defineTool({ … })`, and do in its `execute` what the other function does.',
          ]
        : [
            'tool-not-exported',
            'This tool has no export of its own, and only one that has can be published.',
            'Write `export const <name> = defineTool({ … })` at the top level of an ES module, without `await` or a condition; its name can then be used where the call is now.',
          ],
    ]);
  });

  it('a call inside a function', async () => {
    expect(
      await reportsIn({
        'src/a.ts': `${IMPORTS}export function make() {\n  return defineTool(${definition()});\n}`,
      }),
    ).toEqual(['src/a.ts:4:10 tool-in-function']);
  });

  it('a function that makes tools, and each of its calls', async () => {
    const source = `${IMPORTS}function make(name: string) {\n  return defineTool(${definition('name,')});\n}
export const readCell = make('readCell');\nexport const readRow = make('readRow');`;
    expect(await reportsIn({ 'src/a.ts': source })).toEqual([
      'src/a.ts:4:10 tool-in-function',
      'src/a.ts:13:25 tool-from-wrapper',
      'src/a.ts:14:24 tool-from-wrapper',
    ]);
  });

  it('a function of the project that calls defineTool, where it is used', async () => {
    const source = `import { Type } from '@sinclair/typebox';\nimport { make } from './lib/kit.ts';\nexport const a = make(${definition()});`;
    expect(await reportsIn({ 'src/a.ts': source, 'src/lib/kit.ts': KIT })).toEqual([
      'src/a.ts:3:18 tool-from-wrapper',
    ]);
  });

  it('a tool exported as then, which no module may', async () => {
    expect(
      await reportsIn({ 'src/a.ts': `${IMPORTS}export const then = defineTool(${definition()});` }),
    ).toEqual(['src/a.ts:3:14 name-then', 'src/a.ts:3:14 tool-exported-as-then']);
  });

  full(
    'a tool under two names, of which one is published; a default export beside a name is usual',
    async () => {
      const twice = `${IMPORTS}const a = defineTool(${definition()});`;
      expect(await reportsIn({ 'src/a.ts': `${twice}\nexport { a as getCell,\n  a as readCell };` })).toEqual(
        ['src/a.ts:12:8 tool-exported-again'],
      );
      expect(await reportsIn({ 'src/a.ts': `${twice}\nexport default a;\nexport { a };` })).toEqual([]);
      expect(await reportsIn({ 'src/a.ts': `${twice}\nexport { a, a as default };` })).toEqual([]);
    },
  );

  it('a file whose path no import can hold', async () => {
    const source = `${IMPORTS}export const a = defineTool(${definition()});`;
    expect(
      await reportsIn({
        'src/cell#1.ts': source,
        'src/my cell.ts': source.replace(' a ', ' b '),
        'src/the "cell".ts': source.replace(' a ', ' c '),
      }),
    ).toEqual([
      'src/cell#1.ts:3:14 tool-file-not-importable',
      'src/the "cell".ts:3:14 tool-file-not-importable',
    ]);
  });

  it('no definition at all', async () => {
    expect(await reportsIn({ 'src/a.ts': `${IMPORTS}export const a = defineTool();` })).toEqual([
      'src/a.ts:3:18 tool-without-definition',
    ]);
  });

  it('a tool of a namespace, of a class and of a block', async () => {
    const source = `${IMPORTS}export namespace Cells { export const a = defineTool(${definition()}); }
export class Tools { static b = defineTool(${definition()}); }
{ const c = defineTool(${definition()}); }`;
    expect(await reportsIn({ 'src/a.ts': source })).toEqual([
      'src/a.ts:3:43 tool-not-exported',
      'src/a.ts:11:33 tool-not-exported',
      'src/a.ts:19:13 tool-not-exported',
    ]);
  });

  it('a bound defineTool, one handed to a function, and a wrapper of a wrapper', async () => {
    const source = `${IMPORTS}import { make } from './lib/kit.ts';
const identity = (value) => value;
const outer = (value) => make({ ...value });
export const a = defineTool.call(null, ${definition()});
export const b = identity(defineTool)(${definition()});
export const c = outer(${definition()});`;
    expect(await reportsIn({ 'src/a.ts': source, 'src/lib/kit.ts': KIT })).toEqual([
      'src/a.ts:6:18 tool-unrecognised',
      'src/a.ts:14:27 tool-unrecognised',
      'src/a.ts:22:18 tool-from-wrapper',
    ]);
  });

  it.each([
    ['that is destructured', `import * as btcp from '@btcp/core';\nconst { defineTool: t } = btcp;\nexport const a = t(LITERAL);`],
    ['by a quoted name', `import * as btcp from '@btcp/core';\nexport const a = btcp['defineTool'](LITERAL);`],
    ['of the rest of a namespace', `import * as core from '@btcp/core';\nconst { BTCPError, ...rest } = core;\nexport const a = rest.defineTool(LITERAL);`],
    ['in an object', `import { tools } from './lib/kit.ts';\nexport const a = tools.define(LITERAL);`],
    ['from an import on demand', `const { defineTool: t } = await import('@btcp/core');\nexport const a = t(LITERAL);`],
    ['of a package', `import { tool } from 'acme-tools';\nexport const a = tool(d);`],
    ['assigned', 'let t: any; t = defineTool;\nexport const a = t(d);'],
    ['chosen', 'const t = globalThis.t ?? defineTool;\nexport const a = t(d);'],
    ['in a comma', 'export const a = (0, defineTool)(d);'],
    ['in an array', 'const [t] = [defineTool];\nexport const a = t(d);'],
    ['nested', 'const { b: { t } } = { b: { t: defineTool } };\nexport const a = t(d);'],
    ['in a class', 'class K { static t = defineTool; }\nexport const a = K.t(d);'],
    ['in a getter', 'const api = { get t() { return defineTool; } };\nexport const a = api.t(d);'],
    ['as a member', 'const api: any = {}; api.t = defineTool;\nexport const a = api.t(d);'],
    ['in an assigned literal', 'const api: any = Object.assign({}, { t: defineTool });\nexport const a = api.t(d);'],
    ['returned', 'const make = () => defineTool;\nexport const a = make()(d);'],
    ['in a function', 'function t(d: any) { const inner = defineTool; return inner(d); }\nexport const a = t(d);'],
    ['as a callback', 'export const [a] = [d].map(defineTool);'],
    ['as an argument', 'const pipe = (v: any, f: any) => f(v);\nexport const a = pipe(d, defineTool);'],
    ['applied', 'export const a = Reflect.apply(defineTool, undefined, [d]);'],
    ['as a default', 'function t(d: any, t = defineTool) { return t(d); }\nexport const a = t(d);'],
    ['of an import that is waited for', `export const a = await import('@btcp/core').then((c) => c.defineTool(d));`],
    ['of an alias', `import * as core from '@btcp/core';\nimport t = core.defineTool;\nexport const a = t(d);`],
  ])('defineTool %s, as a warning', async (_, source) => {
    const { diagnostics } = await findProblems({
      'src/a.ts': `${IMPORTS}const d: any = ${definition()};\n${source.replace('LITERAL', definition())}`,
      'src/lib/kit.ts': KIT,
    });
    expect(diagnostics.map(({ id, severity }) => `${severity} ${id}`)).toEqual(['warning tool-unrecognised']);
  }); // prettier-ignore

  it.each(['export type { a };', 'export { type a };'])(
    'a tool of which only the type is exported: %s',
    async (line) => {
      expect(
        await reportsIn({ 'src/a.ts': `${IMPORTS}const a = defineTool(${definition()});\n${line}` }),
      ).toEqual(['src/a.ts:3:11 tool-not-exported']);
    },
  );
});

describe('reports of a whole project', () => {
  async function reportsAlone(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
    const { diagnostics } = await build({
      cwd: await writeProject({ 'btcp.config.ts': ONLY_TOP, ...files }),
    });
    return diagnostics.map(({ id, file, line, column }) => `${file}:${line}:${column} ${id}`);
  }

  it('no tool in any file, and no file for any glob', async () => {
    expect(await reportsAlone({ 'src/a.ts': 'export const a = 1;' })).toEqual([
      'btcp.config.ts:2:31 no-tools',
    ]);
    expect(await reportsAlone({ 'lib/a.ts': '' })).toEqual(['btcp.config.ts:2:31 no-files']);
  });

  full('an export of CommonJS', async () => {
    const cwd = await writeProject({
      'btcp.config.ts': configText("['src/*.cjs']"),
      'src/a.cjs': `const { defineTool } = require('@btcp/core');\nexports.a = defineTool({ inputSchema: {}, execute() {} });`,
    });
    const { diagnostics } = await build({ cwd });
    expect(diagnostics.map(({ id, message }) => `${id}: ${message}`)).toEqual([
      'no-tools: The files that match "src/*.cjs" define no tool.',
      'tool-unrecognised: This looks like a tool, but the call does not lead to `defineTool` of @btcp/core: it is left out.',
    ]);
  });

  it('not a function of another package that happens to be called defineTool, but says so', async () => {
    const source = `import { defineTool } from './lib/other.ts';\nexport const a = defineTool({ inputSchema: 1, execute() {} });`;
    const files = {
      'src/a.ts': source,
      'src/lib/other.ts': 'export const defineTool = (x) => x;',
    };
    expect(await reportsAlone(files)).toEqual([
      'btcp.config.ts:2:31 no-tools',
      'src/a.ts:2:18 tool-unrecognised',
    ]);
  });
});
