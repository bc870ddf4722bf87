import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { resolveCommand } from 'package-manager-detector/commands';
import { fileError, InputError } from '../errors.ts';
import { VERSION } from '../help/version.ts';
import type { App, NextCommand, PackageSource } from './project-files.ts';
import { runNpm, runProgram } from '../system/run-program.ts';

/** The command line of a package manager, to be shown. */
export function commandLine({ manager }: App, command: NextCommand | 'install'): string {
  const resolved =
    command === 'install'
      ? resolveCommand(manager, 'install', [])
      : 'script' in command
        ? resolveCommand(manager, 'run', [command.script])
        : // `yarn exec … --` is of Yarn 1: later versions pass on the dashes.
          resolveCommand(manager, manager === 'yarn' ? 'run' : 'execute-local', [...command.program]);
  const line = resolved ? [resolved.command, ...resolved.args] : ['npm', 'install'];
  return line.join(' ').replace(/^npm run test$/, 'npm test');
}

/**
 * Installs what package.json asks for.
 *
 * @throws InputError if it fails; the terminal has shown why.
 */
export async function install(app: App, root: string): Promise<void> {
  const line = commandLine(app, 'install');
  const [program = 'npm', ...args] = line.split(' ');
  const options = { cwd: root, isShown: true };
  const quiet = program === 'npm' ? [...args, '--no-audit', '--no-fund'] : args;
  const run = await (program === 'npm' ? runNpm(quiet, options) : runProgram(program, quiet, options));
  if (run?.code === 0) return;
  if (!run)
    throw new InputError(
      `${program} cannot be started.`,
      `The files are written: install ${program}, then run \`${line}\`.`,
    );
  throw new InputError(
    `${line} failed, as it says above.`,
    'The files are written: correct what it says, then run it yourself.',
  );
}

/**
 * Builds with the version that is installed in the project; returns whether it succeeded.
 *
 * @throws InputError if it is not where Node finds it, as with Yarn's Plug'n'Play.
 */
export async function buildTools(root: string): Promise<boolean> {
  const program = join(dirname(findInstalled(root)), 'bin/btcp.js');
  const run = await runProgram(process.execPath, [program, 'build'], { cwd: root, isShown: true });
  return run?.code === 0;
}

/** The package.json of the installed command. */
function findInstalled(root: string): string {
  try {
    return createRequire(join(root, 'package.json')).resolve('@btcp/cli/package.json');
  } catch {
    throw new InputError(
      'The packages were installed, but Node does not find @btcp/cli in node_modules.',
      "The files are written. Yarn's Plug'n'Play is not supported: write `nodeLinker: node-modules` into .yarnrc.yml, install again, then run `btcp build`.",
    );
  }
}

/** Versions of the packages that are not ours. */
const OTHERS: Readonly<Record<string, string>> = {
  '@modelcontextprotocol/server': '^2.4.0',
  '@sinclair/typebox': '^0.34.52',
  '@types/node': '^20.19.0',
  vitest: '^4.1.12',
};

/** Packages that are in this version, although not all of them are released yet. */
const OWN = ['core', 'schema', 'codegen', 'client', 'adapters', 'testing', 'vite', 'cli'].map(
  (name) => `@btcp/${name}`,
);

export const REGISTRY: PackageSource = {
  specOf: (name) => OTHERS[name] ?? `^${VERSION}`,
  specIn: (_, name) => REGISTRY.specOf(name),
  all: [],
};

/**
 * A folder of tarballs, as `npm pack` writes them.
 *
 * @param folder - Relative to `cwd`.
 */
export async function readPacks(folder: string, cwd: string, root: string): Promise<PackageSource> {
  const path = resolve(cwd, folder);
  const names = await readdir(path).catch((error: unknown) => {
    throw fileError(`--packs ${folder} cannot be read`, error);
  });
  const tarballs = new Map<string, string>();
  for (const file of names.sort()) {
    const [, name] = /^btcp-([a-z]+)-\d[^/]*\.tgz$/.exec(file) ?? [];
    if (name !== undefined) tarballs.set(`@btcp/${name}`, resolve(path, file));
  }
  const missing = OWN.find((name) => !tarballs.has(name));
  if (missing !== undefined)
    throw new InputError(
      `--packs ${folder} has no tarball of ${missing}.`,
      'Name a folder with all of them; `npm run pack` in the repository of btcp writes one.',
    );
  const specIn = (from: string, name: string): string => {
    const tarball = tarballs.get(name);
    return tarball === undefined
      ? REGISTRY.specOf(name)
      : `file:${relative(from, tarball).split(sep).join('/')}`;
  };
  return { specOf: (name) => specIn(root, name), specIn, all: OWN };
}
