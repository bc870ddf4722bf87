import { describe, expect, it } from 'vitest';
import { build, check } from '@btcp/codegen';
import type { Diagnostic } from '@btcp/core';
import { IMPORTS } from '../support/tool-source.ts';
import { writeProject } from '../support/write-project.ts';

const CONFIG = `export default { tools: ['src/tools/*.ts'] };`;

/** A tool that nothing else is wrong with. */
const tool = (
  name: string,
  capabilities: string,
  body: string,
): string => `${IMPORTS}import * as memory from '../memory.ts';

/** Keeps what the page of ${name} shows, for the next visit. */
export const ${name} = defineTool({
  inputSchema: Type.Object({}, { additionalProperties: false }),
  outputSchema: Type.Null(),
  capabilities: ${capabilities},
  execute() {
    ${body}
    return memory.nothing;
  },
});
`;

const MEMORY = `export const nothing = null;
export function remember(text: string): void {
  localStorage.setItem('text', text);
  localStorage.setItem('again', text);
}
export function forget(): void {
  // btcp-ignore capability-missing: only what this tool wrote itself
  localStorage.clear();
}
const seen: string[] = [];
export function note(text: string): void {
  seen.push(text);
}
export const warn = (): void => alert('y');
export { later } from './later.ts';
`;

const LATER = `// btcp-ignore power-unmapped: nothing is here any more
export const later = (thing: string): void => (window as any)[thing + Math.random()]();
`;

async function projectWith(tools: Readonly<Record<string, readonly [string, string]>>): Promise<string> {
  const files = Object.entries(tools).map(([name, [capabilities, body]]) => [
    `src/tools/${name}.ts`,
    tool(name, capabilities, body),
  ]);
  return writeProject({
    'btcp.config.ts': CONFIG,
    'src/memory.ts': MEMORY,
    'src/later.ts': LATER,
    ...(Object.fromEntries(files) as Record<string, string>),
  });
}

const about = (diagnostics: readonly Diagnostic[]): readonly string[] =>
  diagnostics
    .filter(({ id }) => /capab|power|suppr/.test(id))
    .map(({ id, tool: name, file, line }) => `${id} ${name ?? ''} ${file}:${line}`);

describe('capabilities that code uses', () => {
  it('are compared with the declared ones, each mistake is reported once', async () => {
    const cwd = await projectWith({
      // A misspelt capability is one mistake; that it is then missing is the same one.
      saveOrder: ["['storage:local:wriet']", "memory.remember('x');"],
      saveCart: ["['storage:local:read']", "memory.remember('x');"],
      keepTitle: ["['dom:write', 'storage:local:write']", 'memory.remember(document.title);'],
      dropText: ["['dom:write', 'media:camera']", 'memory.forget(); memory.later("x"); document.title;'],
      moveCart: ["['acme:cart']", "alert('x'); memory.warn();"],
    });
    const { diagnostics } = await check({ cwd });
    expect(about(diagnostics)).toEqual([
      'suppression-unused  src/later.ts:1',
      'capability-unverifiable dropText src/later.ts:2',
      'capability-missing saveCart src/memory.ts:3',
      'power-unmapped moveCart src/memory.ts:14',
      'capability-unused keepTitle src/tools/keepTitle.ts:9',
      'capability-unknown moveCart src/tools/moveCart.ts:9',
      'capability-unknown saveOrder src/tools/saveOrder.ts:9',
    ]);
    const missing = diagnostics.find(({ id }) => id === 'capability-missing');
    expect(missing?.message).toBe(
      'Tool "saveCart" uses Storage.setItem, through remember (src/tools/saveCart.ts:11), and does not declare "storage:local:write", which that needs. Also at src/memory.ts:4. The same goes for "saveOrder".',
    );
    expect(missing?.data).toMatchObject({
      capability: 'storage:local:write',
      used: 'Storage.setItem',
      path: [{ name: 'remember', file: 'src/tools/saveCart.ts', line: 11 }],
      others: [{ file: 'src/memory.ts', line: 4 }],
      otherTools: ['saveOrder'],
    });
    // Each tool's own list, of one diagnostic.
    expect((missing?.fix ?? []).map(({ file }) => file)).toEqual([
      'src/tools/saveCart.ts',
      'src/tools/saveOrder.ts',
    ]);
    // A build finds the same.
    expect(about((await build({ cwd })).diagnostics)).toEqual(about(diagnostics));
  });
});

it('says where code that the tool does not run assigns what it calls', async () => {
  const cwd = await writeProject({
    'btcp.config.ts': CONFIG,
    'src/memory.ts': MEMORY,
    'src/prices.ts':
      'let format = (price: number): string => String(price);\nexport const setFormat = (next: typeof format): void => void (format = next);\nexport const show = (price: number): string => format(price);\n',
    'src/tools/showPrice.ts': tool('showPrice', '[]', 'show(3);').replace(
      'import',
      "import { show } from '../prices.ts';\nimport",
    ),
  });
  const { diagnostics } = await check({ cwd });
  expect(diagnostics.find(({ id }) => id === 'capability-unverifiable')).toMatchObject({
    message:
      'What tool "showPrice" uses by `format`, through show (src/tools/showPrice.ts:12) cannot be read from its code: src/prices.ts:2 assigns it in code that the tool does not run.',
    data: { assignment: { file: 'src/prices.ts', line: 2 } },
  });
});

it('says what to do about an import that package.json resolves by conditions', async () => {
  const cwd = await writeProject({
    'btcp.config.ts': CONFIG,
    'package.json': JSON.stringify({
      name: 'prices',
      version: '1.0.0',
      description: 'Prices of articles.',
      type: 'module',
      imports: { '#show': { development: './src/show.ts', default: './src/show.ts' } },
    }),
    'src/memory.ts': MEMORY,
    'src/show.ts': 'export const show = (price: number): string => String(price);\n',
    'src/tools/showPrice.ts': tool('showPrice', '[]', 'show(3);').replace(
      'import',
      "import { show } from '#show';\nimport",
    ),
  });
  const { diagnostics } = await check({ cwd });
  expect(diagnostics.find(({ id }) => id === 'capability-unverifiable')).toMatchObject({
    message: 'What tool "showPrice" uses by `\'#show\'` cannot be read from its code.',
    help: 'Import it by a relative path, or let package.json name one file for it: by its conditions other code may run than the code that is read here.',
  });
});

describe('a published tool', () => {
  const TOOLS = {
    keepNothing: ['[]', `memory.remember('x');`],
    keepText: [`['storage:local:write']`, `memory.remember('x');`],
    keepAny: [`['storage:local:write']`, `memory.later('x');`],
    keepNote: ['[]', `memory.note('x');`],
    keepBoth: [`['storage:local:write']`, `memory.remember('x'); memory.note('x');`],
    leavePage: ['[]', `location.assign('/orders');`],
    waitHere: ['[]', ''],
  } as const;

  it('is marked only where its code was read and agrees with its capabilities', async () => {
    // However quiet the rules are: the mark goes by the code.
    const rules = {
      'capability-missing': 'off',
      'capability-unverifiable': 'off',
      'power-unmapped': 'off',
    } as const;
    const cwd = await projectWith(TOOLS);
    const config = { tools: ['src/tools/*.ts'], rules } as const;
    const { manifest } = await build({ cwd, config, mode: 'check' });
    expect(manifest?.tools.map(({ name, capabilitiesVerified }) => [name, capabilitiesVerified])).toEqual([
      ['keepAny', undefined],
      ['keepBoth', true],
      // It needs no capability, and is not only reading.
      ['keepNote', undefined],
      ['keepNothing', undefined],
      ['keepText', true],
      ['leavePage', undefined],
      ['waitHere', true],
    ]);
  });

  it('cannot be marked by its author', async () => {
    const source = tool('waitHere', '[],\n  capabilitiesVerified: true', '');
    const cwd = await writeProject({
      'btcp.config.ts': CONFIG,
      'src/memory.ts': MEMORY,
      'src/tools/waitHere.ts': source,
      'src/later.ts': LATER,
    });
    const { diagnostics, ok } = await build({ cwd, mode: 'check' });
    expect(ok).toBe(false);
    expect(diagnostics.map(({ id }) => id)).toContain('field-unknown');
  });
});
