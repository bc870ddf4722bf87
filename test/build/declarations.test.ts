import { expect, it } from 'vitest';
import { build, listCapabilities } from '@btcp/codegen';
import { IMPORTS } from '../support/tool-source.ts';
import { writeProject } from '../support/write-project.ts';

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    strict: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2022', 'dom'],
    types: [],
  },
  include: ['src'],
});
const GLOBALS = `interface Order { id: string; total: number }
declare const orders: { latest(): Order; clear(): void };
declare module 'virtual:shop' { export const currency: 'EUR' | 'USD' }
`;
const SOURCE = `${IMPORTS}
/** Reads the latest order of the shop. */
export const readLatestOrder = defineTool({
  inputSchema: Type.Object({}, { additionalProperties: false }),
  capabilities: [],
  execute: (): Order => orders.latest(),
});
`;
const FILES = {
  'tsconfig.json': TSCONFIG,
  'btcp.config.ts': `export default { tools: ['src/tools/*.ts'] };`,
  'src/types/globals.d.ts': GLOBALS,
  'src/tools/orders.ts': SOURCE,
};

it('derives an output from types that the project declares without an import', async () => {
  const cwd = await writeProject(FILES);
  const { manifest, diagnostics } = await build({ cwd });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(manifest?.tools[0]?.outputSchema).toEqual({
    type: 'object',
    properties: { id: { type: 'string' }, total: { type: 'number' } },
    required: ['id', 'total'],
    additionalProperties: false,
  });
});

it('treats a declared global as one of the page, not as untyped code', async () => {
  const cwd = await writeProject(FILES);
  const { tools } = await listCapabilities({ cwd });
  const flags = tools.get('readLatestOrder')?.flags.map(({ kind, used }) => [kind, used]);
  expect(flags).toEqual([['opaque', 'orders']]);
});

it('reads what a module of the project adds to a package, where nothing imports that module', async () => {
  const cwd = await writeProject({
    ...FILES,
    // One of them is not generated yet.
    'tsconfig.json': TSCONFIG.replace('"include"', '"files":["src/routes.gen.ts"],"include"'),
    'node_modules/server/package.json': '{ "name": "server", "types": "index.d.ts" }',
    'node_modules/server/index.d.ts':
      'export interface Server { port: number }\nexport function start(): Server;\n',
    'src/plugins/tasks.ts': `import { type Server } from 'server';
declare module 'server' { interface Server { tasks: { count(): number } } }
export const decorate = (server: Server): void => void (server.tasks = { count: () => 3 });
`,
    'src/tools/orders.ts': `${IMPORTS}
import { start } from 'server';
/** Counts the tasks of the server. */
export const countTasks = defineTool({
  inputSchema: Type.Object({}, { additionalProperties: false }),
  capabilities: [],
  execute: () => ({ count: start().tasks.count() }),
});
`,
  });
  const { manifest, diagnostics } = await build({ cwd });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(manifest?.tools[0]?.outputSchema?.['properties']).toEqual({ count: { type: 'number' } });
});

it('derives an output from an array and a variable that grow', async () => {
  const cwd = await writeProject({
    ...FILES,
    'src/tools/orders.ts': `${IMPORTS}
/** Lists the numbers from a limit on. */
export const listNumbers = defineTool({
  inputSchema: Type.Object({ limit: Type.Integer() }, { additionalProperties: false }),
  capabilities: [],
  execute({ limit }) {
    const found = [];
    let last;
    for (const each of [1, 2, 3].filter((one) => one >= limit)) {
      found.push(each);
      last = each;
    }
    return { found, last: last ?? null };
  },
});
`,
  });
  const { manifest, diagnostics } = await build({ cwd });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(manifest?.tools[0]?.outputSchema?.['properties']).toEqual({
    found: { type: 'array', items: { type: 'number' } },
    last: { anyOf: [{ type: 'number' }, { type: 'null' }] },
  });
});
