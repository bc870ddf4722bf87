import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIBRARIES, PLANTED, SOUND } from './planted-files.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CONFIG = join(ROOT, '.dependency-cruiser.mjs');
const CRUISER = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');

/** The part of dependency-cruiser's JSON that is read here. */
interface CruiseResult {
  readonly summary: {
    readonly violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[];
  };
}

async function cruise(folder: string, ...paths: string[]): Promise<CruiseResult['summary']> {
  const args = [CRUISER, '--config', CONFIG, '--output-type', 'json', ...paths];
  // Violations are in the output; the exit code is their number.
  const run = promisify(execFile)(process.execPath, args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
  const { stdout, stderr } = await run.catch((error: unknown) => error as { stdout: string; stderr: string });
  if (!stdout.startsWith('{')) throw new Error(`dependency-cruiser said: ${stderr}`);
  // Its JSON has a published schema; only the fields named in CruiseResult are read.
  return (JSON.parse(stdout) as CruiseResult).summary;
}

async function plant(root: string, path: string, content: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}

/** A workspace with the real packages' names, exports and dependencies, and planted sources. */
async function plantWorkspace(root: string): Promise<void> {
  await mkdir(join(root, 'node_modules/@btcp'), { recursive: true });
  await cp(join(ROOT, 'package.json'), join(root, 'package.json'));
  for (const name of await readdir(join(ROOT, 'packages'))) {
    await cp(join(ROOT, 'packages', name, 'package.json'), join(root, 'packages', name, 'package.json'));
    await symlink(join(root, 'packages', name), join(root, 'node_modules/@btcp', name), 'junction');
  }
  for (const name of LIBRARIES) {
    await plant(root, `node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }));
    await plant(root, `node_modules/${name}/index.js`, '');
  }
  for (const [path, content] of Object.entries(SOUND)) await plant(root, path, content);
  for (const { path, content } of PLANTED) await plant(root, path, content);
}

describe('boundaries', () => {
  const broken = new Map<string, string[]>();
  let root: string;

  beforeAll(async () => {
    // The real path: imports resolve to it, and paths are compared by prefix.
    root = await realpath(await mkdtemp(join(tmpdir(), 'boundaries-')));
    await plantWorkspace(root);
    const { violations } = await cruise(root, 'packages', 'test', 'examples');
    for (const { from, rule } of violations)
      broken.set(from, [...(broken.get(from) ?? []), rule.name].sort());
  });

  afterAll(() => rm(root, { recursive: true }));

  it.each(PLANTED.map(({ path, rules }) => [path, rules] as const))('%s breaks %j', (path, rules) => {
    expect(broken.get(path) ?? []).toEqual(rules);
  });

  it('reports only the planted files', () => {
    const faulty = PLANTED.filter(({ rules }) => rules.length > 0).map(({ path }) => path);
    expect([...broken.keys()].sort()).toEqual(faulty.sort());
  });

  it('has a planted violation of every rule', async () => {
    // A config file, whose default export is an object with named rules.
    const { default: config } = (await import(pathToFileURL(CONFIG).href)) as {
      default: { forbidden: { name: string }[] };
    };
    const planted = new Set(PLANTED.flatMap(({ rules }) => rules));
    expect(config.forbidden.map(({ name }) => name).filter((name) => !planted.has(name))).toEqual([]);
  });
});
