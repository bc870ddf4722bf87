import { readFile, writeFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Manifest } from '@btcp/core';
import type { build as viteBuild } from 'vite';
import { build as build8, createServer } from 'vite';
import { build as build6 } from 'vite-6';
import { build as build7 } from 'vite-7';
import { describe, expect, it, onTestFinished } from 'vitest';
import { btcp } from '@btcp/vite';
import { newest } from '../support/runs.ts';
import { configOf, TOOL, writeApp } from './vite-project.ts';

interface Chunk {
  readonly code: string;
  readonly moduleIds: readonly string[];
  readonly fileName: string;
  readonly map: { readonly mappings: string; readonly sources: readonly string[] };
}

// The versions' types differ only in what is not used here.
const VERSIONS = { 6: build6, 7: build7, 8: build8 } as unknown as Readonly<Record<string, typeof viteBuild>>;

describe.each(newest(Object.entries(VERSIONS)))('a bundle of Vite %s', (_, build) => {
  const bundle = async (root: string): Promise<readonly Chunk[]> => {
    const config = { ...configOf(root), build: { write: false, sourcemap: true, minify: false } };
    const { output } = (await build(config)) as unknown as { readonly output: readonly Chunk[] };
    return output;
  };

  it('has the tools, built before, without their schemas and without an engine', async () => {
    const files = await bundle(await writeApp());
    const chunks = files.filter(({ code }) => code !== undefined);
    const all = chunks.map(({ code }) => code).join('\n');
    expect(chunks.flatMap(({ moduleIds }) => moduleIds.filter((id) => id.includes('typebox')))).toEqual([]);
    expect(all).toContain('Too long to be said.');
    // In the manifest alone.
    expect(all.split('How often it is said.')).toHaveLength(2);
    expect(files.filter(({ fileName }) => /quickjs|\.wasm/.test(fileName))).toEqual([]);
  });

  it('has a source map that leads to the lines of the handler', async () => {
    const chunks = await bundle(await writeApp());
    const chunk = chunks.find(({ code }) => code?.includes('title.repeat(count)'));
    const [before = ''] = chunk?.code.split('title.repeat(count)') ?? [];
    const lines = before.split('\n');
    const map = new SourceMap(chunk?.map as never);
    const { originalSource, originalLine, originalColumn } = map.findEntry(
      lines.length - 1,
      lines.at(-1)?.length ?? 0,
    ) as { originalSource: string; originalLine: number; originalColumn: number };
    expect(originalSource).toMatch(/src\/tools\/say-title\.ts$/);
    expect(TOOL.split('\n')[originalLine]?.slice(originalColumn)).toMatch(/^title\.repeat\(count\);/);
  });

  it('is made again, where Vite watches, for a tool that is added or corrected, and for another config', async () => {
    const root = await writeApp({ 'src/tools/say-title.ts': TOOL.replace('capabilities', 'capabilites') });
    const watcher = (await build({ ...configOf(root), build: { watch: {} } })) as unknown as {
      readonly close: () => Promise<void>;
      readonly on: (name: 'event', listener: (event: { readonly code: string }) => void) => void;
    };
    onTestFinished(() => watcher.close());
    const ended = new Promise<void>((resolve) => {
      watcher.on('event', ({ code }) => code === 'END' && resolve());
    });
    const write = (path: string, text: string): Promise<void> => writeFile(join(root, path), text);
    const built = async (): Promise<unknown> => {
      const text = await readFile(join(root, 'generated/manifest.json'), 'utf8').catch(() => '{"tools":[]}');
      const { description, tools } = JSON.parse(text) as Pick<Manifest, 'description' | 'tools'>;
      return [description, ...tools.map(({ name }) => name)];
    };
    const expectBuilt = async (expected: unknown): Promise<void> => {
      await expect.poll(built, { timeout: 20_000 }).toEqual(expected);
      // The bundle comes after that, and what is watched.
      await setTimeout(1000);
    };
    await ended;
    await write('src/tools/say-title.ts', TOOL);
    await expectBuilt(['Says titles.', 'sayTitle']);
    await write('src/tools/shout-title.ts', TOOL.replace('sayTitle', 'shoutTitle'));
    await expectBuilt(['Says titles.', 'sayTitle', 'shoutTitle']);
    const config = await readFile(join(root, 'btcp.config.ts'), 'utf8');
    await write('btcp.config.ts', config.replace('Says titles.', 'Says any titles.'));
    await expectBuilt(['Says any titles.', 'sayTitle', 'shoutTitle']);
  });

  it('is not made after an error, which is reported at its place', async () => {
    const root = await writeApp({ 'src/tools/say-title.ts': TOOL.replace('capabilities', 'capabilites') });
    const error: unknown = await bundle(root).catch((thrown: unknown) => thrown);
    const { errors: [first] = [error] } = error as { readonly errors?: readonly unknown[] };
    expect(first).toMatchObject({
      id: `${root}/src/tools/say-title.ts`,
      loc: { file: `${root}/src/tools/say-title.ts`, line: 11, column: 3 },
      message: expect.stringContaining('did you mean `capabilities`?') as string,
    });
  });
});

it('reads tools with their registration, so that no package is found at a call, which reloads the page', async () => {
  const server = await createServer(configOf(await writeApp()));
  onTestFinished(() => server.close());
  await server.listen();
  const { client } = server.environments;
  await client.transformRequest('/generated/registration.ts');
  const read = async (): Promise<string | undefined> =>
    (await client.moduleGraph.getModuleByUrl('/src/tools/say-title.ts'))?.transformResult?.code;
  await expect.poll(read, { timeout: 10_000 }).toContain('title.repeat(count)');
});

// What Vite 5 passes has no environments; Vite 5 itself does not run under another name in node_modules.
it('says that Vite 5 is too old, and what to do without the plugin', () => {
  const hooks = btcp().map(({ configResolved }) => configResolved as ((config: object) => void) | undefined);
  expect(() => hooks.forEach((hook) => hook?.({ command: 'build', plugins: [] }))).toThrow(
    '@btcp/vite needs Vite 6 or later. With this one, leave the plugin out: run `btcp build` before Vite',
  );
});
