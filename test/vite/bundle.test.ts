import { SourceMap } from 'node:module';
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
