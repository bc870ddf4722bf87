/**
 * Checks what would be published: packs every public package as npm does and looks at the result with publint and a few
 * checks of our own. Run `npm run check:packages`, after `npm run build`. With the environment variable `BTCP_RUNS=full`,
 * for a release, arethetypeswrong looks at them, too, and npm resolves them together with their latest peers.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { type Fault, findInstallFaults } from './find-install-faults.ts';
import { runNpm } from './run-npm.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(import.meta.url);
const run = promisify(execFile);
/** Whether this is the check for a release. */
const isFull = process.env['BTCP_RUNS'] === 'full';

/** A file in a tarball. */
export interface PackedFile {
  /** Relative to the package's folder. */
  readonly path: string;
  readonly text: string;
}

interface Packed {
  readonly folder: string;
  readonly manifest: Readonly<Record<string, unknown>>;
  readonly tarball: string;
  readonly files: readonly PackedFile[];
}

/**
 * Finds what is wrong with the files of a package.
 *
 * @param root - Absolute path of the repository, which no file may name.
 */
export function findFileFaults(files: readonly PackedFile[], root: string): Fault[] {
  const paths = files.map(({ path }) => path);
  const faults = paths
    .filter((path) => /[.](test|test-d|bench)[.]|(^|\/)(fixtures|__snapshots__)\//.test(path))
    .map((path) =>
      fault(`${path} is a test.`, 'Exclude it in "files" of package.json and in tsconfig.json.'),
    );
  for (const path of paths.filter((each) => /^src\/|[.]map$/.test(each)))
    faults.push(fault(`${path} is no part of what runs.`, 'Exclude it in "files" of package.json.'));
  if (!paths.includes('LICENSE'))
    faults.push(fault('There is no LICENSE.', "Copy the repository's into the package's folder."));
  for (const path of paths.filter((each) => each.endsWith('.tsbuildinfo')))
    faults.push(fault(`${path} is the compiler's own cache.`, `Add "!${path}" to "files" in package.json.`));
  for (const { path, text } of files) {
    const place = machinePath(text, root);
    if (place)
      faults.push(fault(`${path} names ${place}, a path of one machine.`, 'Make it relative to the file.'));
  }
  return faults;
}

const fault = (message: string, help: string): Fault => ({ message, help });

function machinePath(text: string, root: string): string | undefined {
  // A Windows path is written with each backslash doubled inside of JSON and string literals.
  const spelled = [root, root.replaceAll('\\', '\\\\')].find((each) => text.includes(each));
  return spelled ?? /(?:\/home\/|\/Users\/|\b[A-Z]:\\{1,2}Users\\{1,2})[\w.-]+/.exec(text)?.[0];
}

/** Packs all packages with one npm, whose start takes longer than most of them. */
async function pack(folders: readonly string[], into: string): Promise<Packed[]> {
  const options = ['pack', '--json', '--ignore-scripts', '--pack-destination', into];
  const { stdout } = await runNpm(ROOT, [...options, ...folders]);
  // The format that npm documents for `npm pack --json`: of each package, as they were given.
  const results = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[];
  return Promise.all(
    folders.map(async (folder, index) => {
      const result = results[index];
      if (!result) throw new Error(`npm pack said nothing about ${folder}.`);
      return {
        folder,
        manifest: await readManifest(folder),
        tarball: join(into, result.filename),
        files: await Promise.all(
          result.files.map(async ({ path }) => ({ path, text: await readFile(join(folder, path), 'utf8') })),
        ),
      };
    }),
  );
}

async function readManifest(folder: string): Promise<Record<string, unknown>> {
  // npm refuses a package.json that is not an object.
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
}

async function askPublint({ manifest, tarball }: Packed): Promise<Fault[]> {
  // A copy, because a Buffer may be a window on a longer ArrayBuffer.
  const { buffer } = new Uint8Array(await readFile(tarball));
  const { messages } = await publint({ strict: true, pack: { tarball: buffer } });
  return messages.map((message) =>
    fault(
      `publint: ${formatMessage(message, manifest, { color: false }) ?? message.code}`,
      `See https://publint.dev/rules#${message.code.toLowerCase()}.`,
    ),
  );
}

async function askAttw({ tarball }: Packed): Promise<Fault[]> {
  const program = join(dirname(require.resolve('@arethetypeswrong/cli/package.json')), 'dist/index.js');
  const format = ['--no-color', '--no-emoji', '--format', 'ascii'];
  // It also reports those of a resolution that the profile ignores, which knows no `imports` of package.json.
  const rules = ['--profile', 'esm-only', '--ignore-rules', 'internal-resolution-error'];
  const args = [program, tarball, ...rules, ...format];
  try {
    await run(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 });
    return [];
  } catch (error) {
    // execFile's error carries what the program printed.
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return [
      fault(
        `attw: ${(stdout + stderr).trim()}`,
        'Correct "exports" in package.json; each problem links its page.',
      ),
    ];
  }
}

async function checkPackage(packed: Packed): Promise<boolean> {
  const faults = [...findFileFaults(packed.files, ROOT.replace(/[\\/]$/, '')), ...(await askPublint(packed))];
  if (packed.manifest['keywords'] === undefined)
    faults.push(fault('package.json has no "keywords".', 'Write what people search for.'));
  // attw resolves what publint has already found missing, and says the same at length. It takes four seconds a package.
  if (isFull && faults.length === 0) faults.push(...(await askAttw(packed)));
  return report(`${String(packed.manifest['name'])}: ${packed.files.length} files`, faults);
}

function report(what: string, faults: readonly Fault[]): boolean {
  console.log(`${what}, ${faults.length === 0 ? 'no faults' : `${faults.length} fault(s)`}`);
  for (const { message, help } of faults) console.log(`  ${message}\n    help: ${help}`);
  return faults.length === 0;
}

async function checkInstall(packs: readonly Packed[]): Promise<boolean> {
  const peers = new Set(packs.flatMap(({ manifest }) => Object.keys(manifest['peerDependencies'] ?? {})));
  const tarballs = packs.map(({ tarball }) => tarball);
  return report('installed with their latest peers', await findInstallFaults(tarballs, [...peers]));
}

async function main(): Promise<void> {
  const into = await mkdtemp(join(tmpdir(), 'check-packages-'));
  try {
    const folders = (await readdir(join(ROOT, 'packages')))
      .sort()
      .map((name) => join(ROOT, 'packages', name));
    const published: string[] = [];
    for (const folder of folders)
      if ((await readManifest(folder))['private'] !== true) published.push(folder);
    const packs = await pack(published, into);
    for (const packed of packs) if (!(await checkPackage(packed))) process.exitCode = 1;
    // It changes with what others publish, so it is for a release.
    if (!isFull)
      console.log('not tried with attw and their latest peers (BTCP_RUNS=full npm run check:packages)');
    else if (!(await checkInstall(packs))) process.exitCode = 1;
  } finally {
    await rm(into, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
