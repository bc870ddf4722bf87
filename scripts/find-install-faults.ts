import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNpm } from './run-npm.ts';

/** Something that must not be published as it is. */
export interface Fault {
  readonly message: string;
  readonly help: string;
}

/** Milliseconds: npm takes seconds, or goes round in circles over a peer range for ever. */
const LIMIT = 300_000;

/** What a user adds to a project whose tools are to be tested. */
const BESIDE = ['vitest', 'happy-dom'];

/**
 * Finds what keeps packages from being installed together, and then beside the latest versions of their peers, as npm
 * resolves them; nothing but what it needs for that is downloaded.
 *
 * @param tarballs - Absolute paths.
 * @param peers - Names.
 */
export async function findInstallFaults(
  tarballs: readonly string[],
  peers: readonly string[],
): Promise<readonly Fault[]> {
  const folder = await mkdtemp(join(tmpdir(), 'check-install-'));
  try {
    await writeFile(join(folder, 'package.json'), '{ "private": true }');
    const latest = [...new Set([...BESIDE, ...peers])].map((name) => `${name}@latest`);
    for (const wanted of [tarballs, latest]) {
      const said = await install(folder, wanted);
      if (said !== undefined) return [{ message: `npm install ${wanted.join(' ')}: ${said}`, help: HELP }];
    }
    return [];
  } finally {
    await rm(folder, { recursive: true });
  }
}

const HELP = 'Widen the peer range that it names, or make the peer a dependency.';

async function install(folder: string, wanted: readonly string[]): Promise<string | undefined> {
  const options = ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'];
  // `npm run --silent` would silence it, too.
  options.push('--loglevel', 'warn');
  try {
    const { stderr } = await runNpm(folder, [...options, ...wanted], LIMIT);
    return /ERESOLVE[^]*/.exec(stderr)?.[0].slice(0, 2000);
  } catch (error) {
    // execFile's error carries what the program printed, and whether it was ended.
    const { killed, stderr = '' } = error as { killed?: boolean; stderr?: string };
    const limit = killed === true ? `it had not ended after ${LIMIT / 1000} s. ` : '';
    return `${limit}${stderr.slice(0, 2000)}`;
  }
}
