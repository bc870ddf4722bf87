import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** Where to look for a browser; every field has the running process's value by default. */
export interface BrowserSearch {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
  readonly home?: string;
  /** Whether a path is a file that can be run. */
  readonly isExecutable?: (path: string) => boolean;
}

/** The variable that names a browser, or says `skip`. */
const BROWSER_VARIABLE = 'BTCP_BROWSER';

/** What to do without a browser, in one sentence. */
export const NO_BROWSER =
  `No Chromium or Chrome was found: install one (Debian: apt-get install chromium), set ${BROWSER_VARIABLE} to its ` +
  `executable, or set ${BROWSER_VARIABLE}=skip to skip the browser tests.`;

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** Whether the environment asks to skip the browser tests. */
export function skipsBrowser(env: Readonly<Record<string, string | undefined>> = process.env): boolean {
  return env[BROWSER_VARIABLE] === 'skip';
}

/**
 * Finds a Chromium or Chrome: the one that `BTCP_BROWSER` names, else on the PATH, else in the usual places.
 *
 * @returns Its executable, or `undefined` when there is none.
 * @throws Error when `BTCP_BROWSER` names something that can't be run.
 */
export function findBrowser(search: BrowserSearch = {}): string | undefined {
  const { env = process.env, isExecutable = canRun } = search;
  const named = env[BROWSER_VARIABLE];
  if (!named) return candidates(search).find(isExecutable);
  if (isExecutable(named)) return named;
  throw new Error(`${BROWSER_VARIABLE} is "${named}", which is not a file that can be run: ` + NO_BROWSER);
}

/**
 * Finds a browser and, on Debian as root, installs the package `chromium` when there is none.
 *
 * @throws Error with one sentence that says how to get a browser or skip its tests.
 */
export async function findOrInstallBrowser(): Promise<string> {
  const found = findBrowser();
  if (found) return found;
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) throw new Error(NO_BROWSER);
  await installChromium();
  const installed = findBrowser();
  if (!installed) throw new Error(NO_BROWSER);
  return installed;
}

function candidates({
  env = process.env,
  platform = process.platform,
  home = homedir(),
}: BrowserSearch): string[] {
  const onPath = (env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const suffix = platform === 'win32' ? '.exe' : '';
  return [
    ...onPath.flatMap((folder) => NAMES.map((name) => join(folder, name + suffix))),
    ...usualPlaces(platform, env, home),
  ];
}

function usualPlaces(platform: NodeJS.Platform, env: BrowserSearch['env'] & {}, home: string): string[] {
  if (platform === 'darwin') {
    const apps = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (name) => `${name}.app/Contents/MacOS/${name}`,
    );
    return ['/Applications', `${home}/Applications`].flatMap((root) => apps.map((app) => `${root}/${app}`));
  }
  if (platform === 'win32') {
    const roots = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => env[name] ?? []);
    const apps = ['Google\\Chrome', 'Chromium', 'Microsoft\\Edge'].map((name) => `${name}\\Application`);
    return roots.flatMap((root) => [
      ...apps.slice(0, 2).map((app) => `${root}\\${app}\\chrome.exe`),
      `${root}\\${apps[2]}\\msedge.exe`,
    ]);
  }
  const fixed = ['/opt/google/chrome/chrome', '/opt/chromium/chrome', '/usr/lib/chromium/chromium'];
  return [
    ...['/usr/bin', '/usr/local/bin', '/snap/bin'].flatMap((folder) =>
      NAMES.map((name) => `${folder}/${name}`),
    ),
    ...fixed,
  ];
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

async function installChromium(): Promise<void> {
  process.stderr.write('No browser found: installing the Debian package chromium.\n');
  try {
    await apt('update');
    await apt('install', '-y', '--no-install-recommends', 'chromium');
  } catch (cause) {
    throw new Error(`apt-get could not install chromium. ${NO_BROWSER}`, { cause });
  }
}

function apt(...args: string[]): Promise<unknown> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // apt prints a line per file: more than execFile's default of 1 MiB on a slow mirror.
  return promisify(execFile)('apt-get', args, { env, maxBuffer: 64 * 1024 * 1024 });
}
