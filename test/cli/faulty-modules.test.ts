import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { btcp } from '../support/btcp.ts';
import { makeProject, removeProject } from '../support/write-project.ts';

const tool = (name: string, imports: string, result: string): string => `${imports}
import { Type } from '@sinclair/typebox';
import { defineTool } from '@btcp/core';
/** Gives some number, made from another one. */
export const ${name} = defineTool({
  inputSchema: Type.Object({ n: Type.Number({ description: 'Any number.' }) }, { additionalProperties: false }),
  outputSchema: Type.Number(),
  capabilities: [],
  execute: ({ n }) => ${result},
});
`;

const WHY = 'src/lib/half.js:1: With statements cannot be used in';

describe('a module that cannot be bundled costs only the tools that need it', () => {
  let cwd: string;
  beforeAll(async () => {
    cwd = await makeProject({
      'package.json': '{ "name": "numbers", "version": "1.0.0", "type": "module" }',
      'btcp.config.ts': `export default { tools: ['src/*.ts'], description: 'Some numbers.' };`,
      'src/halve.ts': tool('halve', `import { half } from './lib/halves.js';`, 'half(n)'),
      'src/lib/halves.js': `export { half } from './half.js';`,
      'src/lib/half.js': 'export const half = (n) => n / 2; with (Math) { abs(1); }',
      'src/lib/place.cjs': `module.exports = { place: require('node:path').basename(__dirname + '/' + __filename) };`,
      'src/where.ts': tool('where', `import { place } from './lib/place.cjs';`, 'place.length + n'),
      'src/dialog.ts': tool('dialog', `import Dialog from './Dialog.svelte';`, 'Dialog ? n : 0'),
      'src/icon.ts': tool(
        'icon',
        `import svg from './icon.svg?raw';\nconst text = svg.trim();`,
        'text.length + n',
      ),
      'node_modules/round/package.json': '{ "name": "round", "version": "1.0.0" }',
      'node_modules/round/index.js':
        'const all = { up: Math.ceil, down: Math.floor };\nmodule.exports = all;\n',
      'node_modules/round/index.d.ts': 'export declare const up: (n: number) => number;\n',
      'src/round.ts': tool('round', `import { up } from 'round';`, 'up(n)'),
      'src/icon.svg': '<svg></svg>\n',
      'src/raw.d.ts': `declare module '*?raw' { const text: string; export default text; }\n`,
      'src/Dialog.svelte': '<dialog>Sure?</dialog>',
      'src/triple.ts': tool('triple', '', 'n * 3'),
      'src/cores.ts': tool('cores', `import { cpus } from 'node:os';`, 'Math.min(n, cpus().length)'),
    });
    await btcp(cwd, 'build');
  });

  afterAll(() => removeProject(cwd));

  it('that are called in Node', async () => {
    expect(await btcp(cwd, 'call', 'triple', '{"n":2}')).toMatchObject({ code: 0, out: '6\n' });
    expect(await btcp(cwd, 'call', 'cores', '{"n":1}', '--grant-all')).toMatchObject({ code: 0, out: '1\n' });
    expect(await btcp(cwd, 'call', 'where', '{"n":0}')).toMatchObject({ code: 0, out: '9\n' });
    expect(await btcp(cwd, 'call', 'round', '{"n":1.5}')).toMatchObject({ code: 0, out: '2\n' });
    expect(await btcp(cwd, 'call', 'icon', '{"n":0}')).toMatchObject({ code: 0, out: '11\n' });
    expect(await btcp(cwd, 'call', 'halve', '{"n":2}')).toMatchObject({
      code: 1,
      err: expect.stringContaining(`EXECUTION_ERROR: ${WHY}`) as string,
    });
    expect(await btcp(cwd, 'call', 'dialog', '{"n":2}')).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        "EXECUTION_ERROR: Dialog.svelte is compiled by the app's own bundler alone, so `btcp` cannot run a tool that imports it",
      ) as string,
    });
  });

  it('that are published for a page', async () => {
    const { code, err } = await btcp(cwd, 'publish', '--out', 'public');
    expect(code).toBe(0);
    expect(err).toContain(`webmcp.js: halve is left out: it cannot be bundled for a page: ${WHY}`);
    expect(err).toContain(
      'webmcp.js: cores is left out: it cannot be bundled for a page: src/cores.ts:1: Could not resolve "node:os".\n',
    );
    const script = await readFile(join(cwd, 'public/webmcp.js'), 'utf8');
    expect(script.includes('["cores","dialog","halve","where"]')).toBe(true);
  });
});
