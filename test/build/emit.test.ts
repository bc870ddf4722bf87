import { cp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, type Options } from 'prettier';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BTCPClient } from '@btcp/client';
import { build } from '@btcp/codegen';
import { importRegistration } from '../support/import-registration.ts';
import { alike, full } from '../support/runs.ts';
import { definition, IMPORTS } from '../support/tool-source.ts';
import { makeProject, removeProject, writeFiles, writeProject } from '../support/write-project.ts';

const FILES = ['client.ts', 'manifest.json', 'registration.ts', 'validators.d.ts', 'validators.js'];
const SOURCES = {
  'src/b.ts': `${IMPORTS}export const getRow = defineTool(${definition("tags: ['row'],")});`,
  'src/a.ts': `${IMPORTS}export const getCell = defineTool(${definition('', 'Type.Object({ cell: Type.String({ default: "A1" }) })')});`,
};

async function readAll(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(folder)).sort();
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  );
}

describe('build', () => {
  it('emits the same bytes in another folder, does not rewrite up-to-date files, and keeps them if a tool has an error', async () => {
    const one = await writeProject(SOURCES);
    const two = await writeProject({ 'src/a.ts': SOURCES['src/a.ts'], 'src/b.ts': SOURCES['src/b.ts'] });
    await build({ cwd: one });
    await build({ cwd: two });
    const first = await readAll(join(one, 'generated'));
    expect(Object.keys(first)).toEqual([...FILES, 'sources.json'].sort());
    expect(await readAll(join(two, 'generated'))).toEqual(first);
    // With `checkJs`, TypeScript reads it.
    expect(first['validators.js']?.split('\n')[1]).toBe('// @ts-nocheck');
    const before = await stat(join(one, 'generated/manifest.json'));
    expect((await build({ cwd: one })).stale).toEqual([]);
    expect((await stat(join(one, 'generated/manifest.json'))).ino).toBe(before.ino);

    // A tool with an error leaves them as they are.
    await writeFiles(one, {
      'src/c.ts': `${IMPORTS}export const getC = defineTool(${definition('timeout: 5,')});`,
    });
    expect((await build({ cwd: one })).ok).toBe(false);
    expect(await readAll(join(one, 'generated'))).toEqual(first);
  });

  it('sorts tools by name, writes the union of their capabilities, and takes name, version and description from package.json, and the config before that', async () => {
    const pkg = JSON.stringify({
      name: '@acme/Sheet_Tools',
      version: '2.0.0',
      description: 'From the package.',
    });
    const cwd = await writeProject({
      'package.json': pkg,
      'src/a.ts': `${IMPORTS}
export const b = defineTool({ description: 'Reads a thing.', inputSchema: Type.Object({}), outputSchema: Type.Null(), capabilities: ['storage:local:read', 'dom:write'], execute: () => null });
export const a = defineTool({ description: 'Reads a thing.', inputSchema: Type.Object({}), outputSchema: Type.Null(), capabilities: ['dom:write', 'clipboard:read'], execute: () => null });`,
    });
    const { manifest } = await build({ cwd });
    expect(manifest?.tools.map((tool) => tool.name)).toEqual(['a', 'b']);
    expect(manifest?.capabilities).toEqual(['clipboard:read', 'dom:write', 'storage:local:read']);
    expect([manifest?.name, manifest?.version, manifest?.description]).toEqual([
      'acme-sheet-tools',
      '2.0.0',
      'From the package.',
    ]);
    const config = { tools: ['src/*.ts'], name: 'sheets', version: '3.0.0', description: 'From the config.' };
    const other = (await build({ cwd, config, mode: 'check' })).manifest;
    expect([other?.name, other?.version, other?.description]).toEqual([
      'sheets',
      '3.0.0',
      'From the config.',
    ]);
  });

  // One project for all formats.
  let formatted: string;
  beforeAll(async () => {
    const names = ['delete', 'getTheValueOfASingleCellOfTheActiveSheetByItsAddress'];
    const tools = names.map(
      (name, index) => `export const t${index} = defineTool(${definition(`name: '${name}',`)});`,
    );
    formatted = await makeProject({
      ...SOURCES,
      'src/c.ts': IMPORTS + tools.join('\n'),
      'package.json': JSON.stringify({
        name: 'a',
        version: '1.0.0',
        description: 'It\'s a "sheet" \\ tool.',
      }),
    });
  });
  afterAll(() => removeProject(formatted));

  it.each(
    alike(
      [
        [{}],
        [{ singleQuote: true, printWidth: 110 }],
        [{ useTabs: true, printWidth: 100 }],
        [{ tabWidth: 4 }],
        [{ semi: false, trailingComma: 'none' }],
        [{ printWidth: 40, quoteProps: 'consistent' }],
        [{ objectWrap: 'collapse', bracketSpacing: false }],
      ],
      2,
    ),
  )('formats TypeScript as prettier does with the options %j', async (options) => {
    await writeFiles(formatted, { '.prettierrc.json': JSON.stringify(options) });
    expect((await build({ cwd: formatted })).ok).toBe(true);
    for (const name of ['client.ts', 'registration.ts', 'validators.d.ts']) {
      const text = await readFile(join(formatted, 'generated', name), 'utf8');
      expect(text).toBe(await format(text, { ...(options as Options), filepath: name }));
    }
  });

  full('creates a nested output folder, and rewrites only files that differ', async () => {
    const cwd = await writeProject({
      ...SOURCES,
      'btcp.config.ts': `export default { tools: ['src/*.ts'], outDir: 'public/agent/tools' };`,
    });
    const written = (await build({ cwd })).stale.map((file) => file.path);
    expect(written.sort()).toEqual([...FILES, 'sources.json'].sort());
    await cp(join(cwd, 'public'), join(cwd, 'copy'), { recursive: true });
    await writeFile(join(cwd, 'public/agent/tools/manifest.json'), '{}');
    expect((await build({ cwd })).stale.map((file) => file.path)).toEqual(['manifest.json']);
    expect(await readAll(join(cwd, 'public/agent/tools'))).toEqual(
      await readAll(join(cwd, 'copy/agent/tools')),
    );
  });

  it('accepts tool names that are reserved words or built-in properties', async () => {
    const names = [
      'constructor',
      'toString',
      'default',
      'delete',
      'then',
      'await',
      'registration',
      'manifest',
    ];
    const tools = names.map(
      (name, index) => `export const t${index} = defineTool(${definition(`name: '${name}',`)});`,
    );
    const cwd = await writeProject({ 'src/a.ts': IMPORTS + tools.join('\n') });
    const { manifest, diagnostics } = await build({ cwd });
    expect(diagnostics.map(({ id }) => id)).toEqual(['name-then']);
    expect(manifest?.tools.map((tool) => tool.name)).toEqual([...names].sort());
    const registration = await importRegistration(cwd);
    expect(Object.keys(registration.implementations).sort()).toEqual([...names].sort());
    expect(names.every((name) => Object.hasOwn(registration.validators ?? {}, name))).toBe(true);
  });
});

full('writes a manifest that clients load unchanged, whatever its strings contain', async () => {
  const description = 'Reads `a` and ${b} and \\`c\\${d}, \\u0041, "e", \'f\', </script>, \u2028 and \ud800.';
  const cwd = await writeProject({
    'src/a.ts': `${IMPORTS}export const getCell = defineTool(${definition(`description: ${JSON.stringify(description)},`)});`,
  });
  const { manifest } = await build({ cwd });
  expect(manifest?.tools[0]?.description).toBe(description);
  const registration = await importRegistration(cwd);
  expect(registration.manifest).toEqual(manifest);
  const client = new BTCPClient();
  const registered = client.registerManifest(registration);
  // Not so if the checks had to be loaded.
  expect(client.listTools()).toHaveLength(1);
  await registered;
});

full('derives undefined from index access even if the project does not check it', async () => {
  const cwd = await writeProject({
    'tsconfig.json': '{ "compilerOptions": { "module": "NodeNext", "strict": false, "types": [] } }',
    'src/first.ts': `${IMPORTS}const events: { id: string }[] = [];
/** Reads the first event of the list. */
export const getFirst = defineTool({
  inputSchema: Type.Object({}, { additionalProperties: false }),
  capabilities: [],
  execute: () => ({ first: events[0] ?? null }),
});
`,
  });
  const { manifest } = await build({ cwd });
  expect(manifest?.tools[0]?.outputSchema).toEqual({
    type: 'object',
    properties: {
      first: {
        anyOf: [
          {
            type: 'object',
            properties: { id: { type: 'string' } },
            required: ['id'],
            additionalProperties: false,
          },
          { type: 'null' },
        ],
      },
    },
    required: ['first'],
    additionalProperties: false,
  });
});
