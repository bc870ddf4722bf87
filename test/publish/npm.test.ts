import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { makeStoryCopy, ROOT } from '../examples/copy-story.ts';
import { btcp } from '../support/btcp.ts';
import { startRegistry } from './start-registry.ts';

const run = promisify(execFile);
const npm = (cwd: string, ...args: string[]): Promise<{ stdout: string }> =>
  run('npm', [...args, '--foreground-scripts=false'], { cwd });

/** Changes a package.json or another JSON file. */
async function edit(path: string, change: (json: Record<string, unknown>) => object): Promise<void> {
  const json = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
  await writeFile(path, JSON.stringify({ ...json, ...change(json) }, null, 2));
}

let root: string;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ folder: root, remove } = await makeStoryCopy('units'));
  await edit(join(root, 'package.json'), () => ({ private: undefined }));
  const built = await btcp(root, 'build');
  if (built.code !== 0) throw new Error(built.err);
  // What the script of the example compiles, in a tenth of its time; the first test runs the script itself.
  await compile();
});
afterAll(() => remove());

const TSC = join(ROOT, 'node_modules/typescript-7/bin/tsc');

async function compile(): Promise<void> {
  await run(process.execPath, [TSC, '-p', 'tsconfig.build.json'], { cwd: root });
  for (const name of ['validators.js', 'validators.d.ts'])
    await cp(join(root, 'generated', name), join(root, 'dist/generated', name));
}

const PACKED = [
  'README.md',
  'dist/generated/client.d.ts',
  'dist/generated/client.js',
  'dist/generated/registration.d.ts',
  'dist/generated/registration.js',
  'dist/generated/validators.d.ts',
  'dist/generated/validators.js',
  'dist/src/tools/convert.d.ts',
  'dist/src/tools/convert.js',
  'generated/manifest.json',
  'package.json',
];

it('btcp publish --dry-run shows exactly what the package would contain', async () => {
  expect(await btcp(root, 'publish', '--dry-run', '--against', 'generated/manifest.json')).toEqual({
    code: 0,
    err: '',
    out: `@btcp-examples/units@1.0.0 would be published with 11 files:\n${PACKED.join('\n')}\n`,
  });
  await edit(join(root, 'package.json'), () => ({ scripts: {} }));
});

it('btcp publish refuses a build that a script of the package changes', async () => {
  const path = join(root, 'generated/manifest.json');
  const manifest = await readFile(path, 'utf8');
  const prepack = `node -e "require('fs').appendFileSync('generated/manifest.json', ' ')"`;
  await edit(join(root, 'package.json'), () => ({ scripts: { prepack } }));
  const refused = await btcp(root, 'publish', '--dry-run', '--against', 'generated/manifest.json');
  await edit(join(root, 'package.json'), () => ({ scripts: {} }));
  await writeFile(path, manifest);
  expect(refused).toEqual({
    code: 1,
    out: '',
    err: 'btcp: generated/manifest.json is not what the tools give.\nhelp: Run `btcp build` first.\n',
  });
});

it('btcp publish says all that package.json lacks, and what to write', async () => {
  const whole = await readFile(join(root, 'package.json'), 'utf8');
  await edit(join(root, 'package.json'), () => ({
    private: true,
    btcp: undefined,
    mcpName: 'com.example/other',
    exports: { './client': './generated/client.ts' },
    files: ['generated/client.ts'],
  }));
  const { code, out, err } = await btcp(root, 'publish', '--dry-run');
  await writeFile(join(root, 'package.json'), whole);
  expect([code, out]).toEqual([1, '']);
  expect(err).toBe(`package.json: "private": true keeps npm from publishing; take it out.
package.json: "mcpName" is not \`publish.name\` of the config; write "mcpName": "com.example/units".
package.json: "btcp" does not name the manifest; write "btcp": "./generated/manifest.json".
package.json: "exports" lacks the manifest; add "./manifest.json": "./generated/manifest.json".
package.json: ./generated/manifest.json is not packed; add "generated/manifest.json" to "files".
package.json: "exports" names ./generated/client.ts for the client, which Node cannot run; compile it, and write "./client": { "types": "./dist/generated/client.d.ts", "default": "./dist/generated/client.js" }.
package.json: "exports" lacks the registration; compile it, and add "./registration": { "types": "./dist/generated/registration.d.ts", "default": "./dist/generated/registration.js" }.
`);
});

const USE = `import { BTCPClient } from '@btcp/client';
import { createTools } from '@btcp-examples/units/client';
import manifest from '@btcp-examples/units/manifest.json' with { type: 'json' };
import { registration } from '@btcp-examples/units/registration';

const client = new BTCPClient();
await client.registerManifest(registration);
const tools = createTools(client);
const { value } = await tools.convertLength({ value: 2, from: 'kilometre', to: 'metre' });
const code: string = await tools.convertLength({ value: -1, from: 'mile', to: 'foot' }).then(
  () => 'none',
  (error: { code: string }) => error.code,
);
// @ts-expect-error -- there is no such unit
const refused = (): unknown => tools.convertLength({ value: 1, from: 'yard', to: 'metre' });
console.log(JSON.stringify([value, code, typeof refused, manifest.name]));
`;

/** Installs the package as npm does, which would take half a minute to pack all others and to unpack them again. */
async function install(modules: string): Promise<void> {
  const folder = join(modules, '@btcp-examples/units');
  await mkdir(folder, { recursive: true });
  const { stdout } = await npm(root, 'pack', '--silent', '--pack-destination', modules);
  await run('tar', ['-xzf', join(modules, stdout.trim()), '-C', folder, '--strip-components', '1']);
  const { dependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    readonly dependencies: object;
  };
  // No others: the package needs only what it declares. The client is its user's.
  for (const name of [...Object.keys(dependencies), '@btcp/client']) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(join(ROOT, 'node_modules', name), join(modules, name), 'junction');
  }
}

it('the package works where it is installed: its typed client calls the tools', async () => {
  const elsewhere = await mkdtemp(join(tmpdir(), 'elsewhere-'));
  onTestFinished(() => rm(elsewhere, { recursive: true }));
  await install(join(elsewhere, 'node_modules'));

  await writeFile(join(elsewhere, 'use.mts'), USE);
  const options = ['--module', 'nodenext', '--target', 'es2022', '--strict', '--resolveJsonModule'];
  await run(process.execPath, [TSC, ...options, 'use.mts'], { cwd: elsewhere });
  const { stdout } = await run(process.execPath, ['use.mjs'], { cwd: elsewhere });
  expect(JSON.parse(stdout)).toEqual([2000, 'INVALID_INPUT', 'function', 'units']);
});

it('btcp publish publishes to a registry, once per version, and says where that fails', async () => {
  const registry = await startRegistry();
  const token = `${registry.url.replace('http:', '')}:_authToken=any`;
  await writeFile(join(root, '.npmrc'), `registry=${registry.url}\n${token}\nfetch-retries=0\n`);
  const view = async (field: string): Promise<unknown> =>
    JSON.parse((await npm(root, 'view', '@btcp-examples/units', field, '--json')).stdout);

  expect(await btcp(root, 'publish')).toEqual({
    code: 0,
    out: '@btcp-examples/units@1.0.0 was published with 11 files.\n',
    err: '',
  });
  expect([await view('btcp'), await view('mcpName')]).toEqual([
    './generated/manifest.json',
    'com.example/units',
  ]);
  expect(await btcp(root, 'publish')).toEqual({
    code: 1,
    out: '',
    err: 'btcp: @btcp-examples/units@1.0.0 could not be published: it was published already.\nhelp: Raise the version in package.json, build and publish again.\n',
  });

  const tools = join(root, 'src/tools/convert.ts');
  const source = await readFile(tools, 'utf8');
  await writeFile(tools, source.replace('minimum: 0,', 'minimum: 1,'));
  await edit(join(root, 'package.json'), () => ({ version: '1.1.0' }));
  expect((await btcp(root, 'publish')).err).toContain('btcp: The build is stale:');
  await btcp(root, 'build');
  await compile();
  expect(await btcp(root, 'publish')).toEqual({
    code: 1,
    out: '',
    err: '@btcp-examples/units@1.1.0: 1.1.0 is too low after 1.0.0: a major change needs at least 2.0.0. convertLength at /inputSchema/properties/value: A limit is tighter: minimum 0 → minimum 1. `btcp diff npm:@btcp-examples/units@latest` lists every change.\n',
  });
  await edit(join(root, 'package.json'), () => ({ version: '2.0.0' }));
  await btcp(root, 'build');
  expect(await btcp(root, 'publish')).toEqual({
    code: 1,
    out: '',
    err: 'package.json: ./dist/generated/registration.js is not compiled from the current build; compile it in a script "prepack", which npm runs.\n',
  });
  await compile();
  expect(await btcp(root, 'publish', '--', '--tag', 'next')).toMatchObject({ code: 0 });
  expect(await view('dist-tags')).toEqual({ latest: '1.0.0', next: '2.0.0' });

  const { code, out } = await btcp(root, 'diff', 'npm:@btcp-examples/units@1.0.0', '--format', 'json');
  expect([code, (JSON.parse(out) as { readonly bump: string }).bump]).toEqual([0, 'major']);

  await registry.stop();
  // Else npm answers from what it has seen.
  vi.stubEnv('npm_config_cache', join(root, 'empty-cache'));
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await btcp(root, 'publish')).toEqual({
    code: 2,
    out: '',
    err: 'btcp: npm:@btcp-examples/units@latest cannot be read: the registry does not answer. Try `npm ping`, or name another registry in `npm_config_registry`.\n',
  });
  expect(await btcp(root, 'publish', '--against', 'generated/manifest.json')).toEqual({
    code: 1,
    out: '',
    err: 'btcp: @btcp-examples/units@2.0.0 could not be published: the registry does not answer.\nhelp: Try `npm ping`, or name another registry in `npm_config_registry`.\n',
  });
});
