import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { check, fix } from '@btcp/codegen';
import { runCli } from '@btcp/cli';
import { IMPORTS } from '../support/tool-source.ts';
import { writeProject } from '../support/write-project.ts';

const CONFIG = `export default { tools: ['src/**/*.ts'] };`;

const SOURCE = `${IMPORTS}import { Place } from '../shared/place.ts';

const Options = Type.Object({ size: Type.Integer({ description: 'In rows.', minimum: 1, maximum: 9 }) });

/** Saves the title of the page for the next visit. */
export const saveTitle = defineTool({
  inputSchema: Type.Object({
    // btcp-ignore unit-mising: rows are no unit
    options: Type.Optional(Options),
    place: Place,
  }),
  outputSchema: Type.Null(),
  // btcp-ignore name-too-general: it is precise by now
  capabilities: ['dom:raed', 'network:websocket', 'dom:raed'], // Not more.
  exampels: [{ input: { place: { row: 1 } }, output: null }],
  execute(_input, { dom }) {
    new WebSocket('wss://live.example').close();
    sessionStorage.setItem('title', dom.title);
    localStorage.setItem('title', dom.title);
    return null;
  },
});
`;
const SHARED = `import { Type } from '@sinclair/typebox';
export const Place = Type.Object({ row: Type.Integer({ description: 'Its number.', minimum: 1, maximum: 9 }) });
`;

const FIXED = `${IMPORTS}import { Place } from '../shared/place.ts';

const Options = Type.Object({ size: Type.Integer({ description: 'In rows.', minimum: 1, maximum: 9 }) }, { additionalProperties: false });

/** Saves the title of the page for the next visit. */
export const saveTitle = defineTool({
  inputSchema: Type.Object({
    options: Type.Optional(Options),
    place: Place,
  }, { additionalProperties: false }),
  outputSchema: Type.Null(),
  capabilities: [
    'dom:read',
    'network:websocket:cross-origin',
    'storage:local:write',
    'storage:session:write',
  ], // Not more.
  examples: [{ input: { place: { row: 1 } }, output: null }],
  execute(_input, { dom }) {
    new WebSocket('wss://live.example').close();
    sessionStorage.setItem('title', dom.title);
    localStorage.setItem('title', dom.title);
    return null;
  },
});
`;

it('repairs what has one safe repair, one after the other, and reports what is left', async () => {
  const cwd = await writeProject({
    'btcp.config.ts': CONFIG,
    'src/title.ts': SOURCE,
    'shared/place.ts': SHARED,
  });
  let out = '';
  let err = '';
  const io = {
    cwd,
    stdout: (text: string) => void (out += text),
    stderr: (text: string) => void (err += text),
    isTerminal: false,
  };
  expect(await runCli(['check', '--fix', '--format', 'json'], io)).toBe(0);
  expect(await readFile(join(cwd, 'src/title.ts'), 'utf8')).toBe(FIXED);
  // The place of an imported schema is not known, so that module stays as it is.
  expect(await readFile(join(cwd, 'shared/place.ts'), 'utf8')).toBe(SHARED);
  const { diagnostics } = JSON.parse(out) as { diagnostics: { id: string; fixable?: boolean }[] };
  expect(diagnostics.map(({ id, fixable }) => [id, fixable])).toEqual([
    ['input-unread', undefined],
    ['property-without-description', undefined],
    ['additional-properties-open', undefined],
    ['property-without-description', undefined],
    ['examples-without-optional', undefined],
  ]);
  expect(err.match(/fixed  .*/g)).toEqual([
    'fixed  additional-properties-open',
    'fixed  additional-properties-open',
    'fixed  capability-unknown',
    'fixed  capability-alias',
    'fixed  capability-repeated',
    'fixed  field-unknown',
    'fixed  capability-missing',
    'fixed  capability-missing',
    'fixed  suppression-unused',
    'fixed  suppression-unused',
    'fixed  suppression-unused',
  ]);
  expect((await fix({ cwd })).fixed).toEqual([]);
});

it('says which findings it can repair, and leaves files alone that are generated or broken', async () => {
  const open = `${IMPORTS}
/** Retrieves the title of the page. */
export const getTitle = defineTool({
  inputSchema: Type.Object({ part: Type.Integer({ description: 'Which part.', minimum: 1, maximum: 9 }) }),
  outputSchema: Type.String({ description: 'What the tab shows.' }),
  capabilities: ['dom:read'],
  examples: [{ input: { part: 1 }, output: 'x' }],
  execute: (_input, { dom }) => dom.title,
});
`;
  const cwd = await writeProject({
    'btcp.config.ts': `export default { tools: ['src/*.ts', 'generated/*.ts'] };`,
    'src/open.ts': open,
    'generated/open.ts': open.replaceAll('getTitle', 'readHead'),
  });
  const { diagnostics } = await check({ cwd });
  const found = diagnostics.filter(({ id }) => id === 'additional-properties-open');
  expect(found.map(({ file, fix: changes }) => [file, changes?.map(({ text }) => text)])).toEqual([
    ['generated/open.ts', undefined],
    ['src/open.ts', [', { additionalProperties: false }']],
  ]);
  let out = '';
  const io = {
    cwd,
    stdout: (text: string) => void (out += text),
    stderr: () => undefined,
    isTerminal: false,
  };
  await runCli(['check'], io);
  expect(out).toContain('`Type.Object({ … }, { additionalProperties: false })`. (fixable with --fix)\n');
});

/** A tool with nothing wrong but what the parts of it that are given have. */
const tool = ({
  properties = "part: Type.Integer({ description: 'Which part.', minimum: 1, maximum: 9 })",
  options = ', { additionalProperties: false }',
  capabilities = "\n  capabilities: ['dom:read'],",
  more = '',
  above = '',
} = {}): string => `${above}
/** Retrieves the title of the page. */
export const getTitle = defineTool({
  inputSchema: Type.Object({ ${properties} }${options}),
  outputSchema: Type.String({ description: 'What the tab shows.', maxLength: 99 }),${capabilities}
  examples: [{ input: { part: 1 }, output: 'x' }],
  execute: ({ part }, { dom }) => dom.title + part,${more}
});
`;

/** What a file is after its repairs, without its imports, and the ids of what was repaired. */
async function repaired(source: string): Promise<readonly [string, readonly string[]]> {
  const cwd = await writeProject({ 'btcp.config.ts': CONFIG, 'src/a.ts': `${IMPORTS}${source}` });
  const { fixed } = await fix({ cwd });
  const text = await readFile(join(cwd, 'src/a.ts'), 'utf8');
  return [text.replace(IMPORTS, ''), fixed.map(({ id }) => id)];
}

it('leaves alone what only looks like a comment that ignores a rule', async () => {
  const above = `
/* // btcp-ignore unit-missing: outdated */ export const a = 1;
/**
 * // btcp-ignore unit-missing: an example
 */
export const b = \`// btcp-ignore unit-missing: a text\`; // See // btcp-ignore unit-missing: elsewhere`;
  expect(await repaired(tool({ above }))).toEqual([tool({ above }), []]);
  const real = '\nexport const c = 1; // btcp-ignore unit-missing: nothing here';
  expect(await repaired(tool({ above: real }))).toEqual([
    tool({ above: '\nexport const c = 1;' }),
    ['suppression-unused'],
  ]);
});
