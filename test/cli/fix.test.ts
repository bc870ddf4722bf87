import { writeFileSync } from 'node:fs';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { check, fix } from '@btcp/codegen';
import { runCli } from '@btcp/cli';
import { buildTogether } from '../support/build-together.ts';
import { full } from '../support/runs.ts';
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

const Options = Type.Object({ size: Type.Integer({ description: 'In rows.', minimum: 1, maximum: 9 }) });

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

it('applies safe fixes, one after the other, and reports the rest', async () => {
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
    ['additional-properties-open', undefined],
    ['additional-properties-open', undefined],
    ['input-unread', undefined],
    ['property-without-description', undefined],
  ]);
  expect(err.match(/fixed  .*/g)).toEqual([
    'fixed  additional-properties-open',
    'fixed  capability-unknown',
    'fixed  capability-alias',
    'fixed  capability-repeated',
    'fixed  capability-unknown',
    'fixed  field-unknown',
    'fixed  capability-missing',
    'fixed  capability-missing',
    'fixed  capability-missing',
    'fixed  suppression-unused',
    'fixed  suppression-unused',
    'fixed  suppression-unused',
  ]);
  expect((await fix({ cwd })).fixed).toEqual([]);
});

it('marks fixable diagnostics, and does not change generated or broken files', async () => {
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
export const getCell = defineTool({
  inputSchema: Type.Object({ ${properties} }${options}),
  outputSchema: Type.String({ description: 'What the tab shows.', maxLength: 99 }),${capabilities}
  examples: [{ input: { part: 1 }, output: 'x' }],
  execute: ({ part }, { dom }) => dom.title + part,${more}
});
`;

const together = buildTogether(
  async (options) => ({ diagnostics: (await fix(options)).fixed }),
  `export default { tools: ['*/src/**/*.ts'] };`,
);

/** What a file is after its repairs, without its imports, and the ids of what was repaired. */
async function repaired(source: string): Promise<readonly [string, readonly string[]]> {
  const { diagnostics, files } = await together({ 'src/a.ts': `${IMPORTS}${source}` });
  return [(files['src/a.ts'] ?? '').replace(IMPORTS, ''), diagnostics.map(({ id }) => id)];
}

/** The same of several files at once. */
const allRepaired = (...sources: readonly string[]): Promise<(readonly [string, readonly string[]])[]> =>
  Promise.all(sources.map(repaired));

it.concurrent('ignores text that only looks like a suppressing comment', async () => {
  const above = `
/* // btcp-ignore unit-missing: outdated */ export const a = 1;
/**
 * // btcp-ignore unit-missing: an example
 */
export const b = \`// btcp-ignore unit-missing: a text\`; // See // btcp-ignore unit-missing: elsewhere`;
  const real = '\nexport const c = 1; // btcp-ignore unit-missing: nothing here';
  expect(await allRepaired(tool({ above }), tool({ above: real }))).toEqual([
    [tool({ above }), []],
    [tool({ above: '\nexport const c = 1;' }), ['suppression-unused']],
  ]);
});

const LISTED = tool({ capabilities: "\n  capabilities: ['dom:raed'],", options: '' });

full('keeps a byte order mark', async () => {
  const cwd = await writeProject({ 'btcp.config.ts': CONFIG, 'src/a.ts': `\uFEFF${IMPORTS}${LISTED}` });
  await fix({ cwd });
  expect(await readFile(join(cwd, 'src/a.ts'), 'utf8')).toBe(`\uFEFF${IMPORTS}${tool()}`);
});

it('keeps concurrent changes of the author, and fixes the changed files', async () => {
  const cwd = await writeProject({ 'btcp.config.ts': CONFIG, 'src/a.ts': `${IMPORTS}${LISTED}` });
  const edited = LISTED.replace('/** Ret', '// A line more.\n/** Ret');
  let stages = 0;
  const onStage = (stage: string): void => {
    if (stage === 'check' && stages++ === 0) writeFileSync(join(cwd, 'src/a.ts'), `${IMPORTS}${edited}`);
  };
  const { fixed } = await fix({ cwd, onStage });
  expect(fixed.map(({ id }) => id)).toEqual([
    'additional-properties-open',
    'capability-unknown',
    'capability-missing',
  ]);
  expect(await readFile(join(cwd, 'src/a.ts'), 'utf8')).toBe(
    `${IMPORTS}${tool().replace('/** Ret', '// A line more.\n/** Ret')}`,
  );
});

full('runs examples once, when everything is repaired', async () => {
  const cwd = await writeProject({ 'btcp.config.ts': CONFIG, 'src/a.ts': `${IMPORTS}${LISTED}` });
  const stages: string[] = [];
  const runExamples = (): Promise<readonly []> => Promise.resolve([]);
  await fix({ cwd, onStage: (stage) => stages.push(stage), runExamples });
  expect(stages.filter((stage) => stage === 'run')).toEqual(['run']);
});

it.concurrent('reports a fix only where the mistake is gone', async () => {
  const before = "\n  capabilities: ['dom:raed'],";
  const source = `const base = Object.assign({}, { capabilities: ['dom:raed' as never] });\n${tool({ capabilities: before, more: '\n  ...base,' })}`;
  expect(await repaired(source)).toEqual([source, []]);
});

it.concurrent('leaves a list of capabilities with comments to its author', async () => {
  const source = tool({ capabilities: "\n  capabilities: [\n    'dom:raed', // To read.\n  ]," });
  expect(await repaired(source)).toEqual([source, []]);
});

it.concurrent('closes a schema behind its options, and keeps their comments', async () => {
  const [text] = await repaired(tool({ options: ", { /** Its name. */ $id: 'a' }" }));
  expect(text).toBe(tool({ options: ", { /** Its name. */ $id: 'a', additionalProperties: false }" }));
  const [empty] = await repaired(tool({ options: ', {}' }));
  expect(empty).toBe(tool({ options: ', { additionalProperties: false }' }));
});

const ID = "Type.Object({ id: Type.Integer({ description: 'Its number.' }) }";

it.concurrent(
  'closes outputs, what they hold and their items, and not the alternatives of a union',
  async () => {
    const output = (end: string): string =>
      `Type.Array(Type.Object({ row: ${ID}${end}), cells: Type.Array(${ID}${end})), old: Type.Union([${ID}), Type.Null()]) }${end}))`;
    const source = (end: string): string =>
      tool().replace("Type.String({ description: 'What the tab shows.', maxLength: 99 })", output(end));
    const [text, ids] = await repaired(source(''));
    expect(text).toBe(source(', { additionalProperties: false }'));
    expect(ids.filter((id) => id === 'output-properties-open')).toHaveLength(3);
  },
);

it.concurrent('leaves a schema that is a constant, and that others may use, too', async () => {
  const above =
    "\nconst Options = Type.Object({ size: Type.Integer({ description: 'In rows.', minimum: 1, maximum: 9 }) });";
  const source = tool({ properties: 'options: Options', above });
  expect(await repaired(source)).toEqual([source, []]);
});

it.concurrent('renames only one of two fields to the same name', async () => {
  const source = tool({ more: "\n  tagz: ['a'],\n  tgas: ['b']," });
  const quoted = tool({ more: "\n  'tags': ['a'],\n  tgas: ['b']," });
  expect(await allRepaired(source, quoted)).toEqual([
    [source.replace('tagz', 'tags'), ['field-unknown']],
    [quoted, []],
  ]);
});

it.concurrent('renames keywords of schemas that are only misspelt', async () => {
  const properties = (first: string, second: string, third: string): string =>
    `part: Type.Integer({ ${first}: 1, maximum: 9, description: 'Which part.' }), ` +
    `name: Type.String({ '${second}': 9, ${third}: '^a$', description: 'Its name.' })`;
  const source = tool({ properties: properties('minumum', 'maxLenght', 'regex') });
  const twice = tool({ properties: properties('minimum', 'maxLength: 3, maxLenght', 'pattern') });
  const described = "part: Type.Integer({ minimum: 1, maximum: 9, descripton: 'Which part.' })";
  const [first, second, third] = await allRepaired(source, twice, tool({ properties: described }));
  expect(first).toEqual([
    tool({ properties: properties('minimum', 'maxLength', 'regex') }),
    ['keyword-misspelt', 'keyword-misspelt'],
  ]);
  expect(second?.[1]).toEqual([]);
  expect(third?.[1]).toEqual(['keyword-unknown']);
  expect(third?.[0]).toContain("description: 'Which part.'");
});

it.concurrent(
  'takes `Type.Optional` off a property with a default, which callers may leave out anyway',
  async () => {
    const page = (value: string): string =>
      tool({ properties: `page: ${value}, limit: Type.Optional(Type.Integer({ minimum: 1 }))` });
    const inner = "Type.Integer({ minimum: 1, maximum: 9, default: 1, description: 'Which page.' })";
    const remark = page(`Type.Optional(${inner} /* from 1 on */)`);
    expect(await allRepaired(page(`Type.Optional(${inner})`), remark)).toEqual([
      [page(inner), ['default-optional']],
      [remark, []],
    ]);
  },
);

it('does not follow a link out of the project to change what is there', async () => {
  const other = await writeProject({ 'a.ts': `${IMPORTS}${LISTED}` });
  const cwd = await writeProject({ 'btcp.config.ts': CONFIG, 'src/own.ts': 'export const a = 1;\n' });
  await symlink(join(other, 'a.ts'), join(cwd, 'src/a.ts'));
  const { fixed, diagnostics } = await fix({ cwd });
  expect(fixed).toEqual([]);
  expect(diagnostics.map(({ id }) => id)).toContain('capability-unknown');
  expect(await readFile(join(other, 'a.ts'), 'utf8')).toBe(`${IMPORTS}${LISTED}`);
});

it('does not change another package of the workspace, which is a link among the dependencies', async () => {
  const misspelt = SHARED.replace('description', 'descripton');
  const workspace = await writeProject({
    'app/package.json': '{ "name": "app", "type": "module" }',
    'app/btcp.config.ts': CONFIG,
    'app/src/a.ts': SOURCE.replace('../shared/place.ts', '@acme/shared'),
    'shared/package.json': '{ "name": "@acme/shared", "exports": "./place.ts", "type": "module" }',
    'shared/place.ts': misspelt,
  });
  const cwd = join(workspace, 'app');
  await mkdir(join(cwd, 'node_modules/@acme'), { recursive: true });
  await symlink(join(workspace, 'shared'), join(cwd, 'node_modules/@acme/shared'));
  const { fixed } = await fix({ cwd });
  expect(fixed.map(({ file }) => file)).toContain('src/a.ts');
  expect(await readFile(join(workspace, 'shared/place.ts'), 'utf8')).toBe(misspelt);
});

it('reports a file that cannot be written, and fixes the others', async () => {
  // No file system has room for the longer name of its draft, and root may write anything else.
  const long = `src/${'b'.repeat(245)}.ts`;
  const cwd = await writeProject({
    'btcp.config.ts': CONFIG,
    'src/a.ts': `${IMPORTS}${LISTED}`,
    [long]: `${IMPORTS}${LISTED.replace('getCell', 'getHeading')}`,
  });
  const { ok, fixed, diagnostics } = await fix({ cwd });
  expect(ok).toBe(false);
  expect(new Set(fixed.map(({ file }) => file))).toEqual(new Set(['src/a.ts']));
  const unwritten = diagnostics.filter(({ id }) => id === 'source-not-writable');
  expect(unwritten.map(({ file }) => file)).toEqual([long]);
});
