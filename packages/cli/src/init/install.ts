import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { resolveCommand } from 'package-manager-detector/commands';
import { InputError } from '../errors.ts';
import { runNpm, runProgram } from '../system/run-program.ts';
import type { App } from './app.ts';
import type { NextCommand } from './plan.ts';

/** The command line of a package manager, to be shown. */
export function commandLine({ manager }: App, command: NextCommand | 'install'): string {
  const resolved =
    command === 'install'
      ? resolveCommand(manager, 'install', [])
      : 'script' in command
        ? resolveCommand(manager, 'run', [command.script])
        : resolveCommand(manager, 'execute-local', [...command.program]);
  const line = resolved ? [resolved.command, ...resolved.args] : ['npm', 'install'];
  return line.join(' ').replace(/^npm run test$/, 'npm test');
}

/**
 * Installs what package.json asks for.
 *
 * @throws InputError if it fails; the terminal has shown why.
 */
export async function install(app: App, root: string): Promise<void> {
  const [program = 'npm', ...args] = commandLine(app, 'install').split(' ');
  const options = { cwd: root, isShown: true };
  const quiet = program === 'npm' ? [...args, '--no-audit', '--no-fund'] : args;
  const run = await (program === 'npm' ? runNpm(quiet, options) : runProgram(program, quiet, options));
  if (run?.code === 0) return;
  throw new InputError(
    run ? `${program} ${args.join(' ')} failed, as it says above.` : `${program} cannot be started.`,
    'The files are written: correct what it says, then run it yourself.',
  );
}

/** Builds with the version that is installed in the project; returns whether it succeeded. */
export async function buildTools(root: string): Promise<boolean> {
  const manifest = createRequire(join(root, 'package.json')).resolve('@btcp/cli/package.json');
  const program = join(dirname(manifest), 'bin/btcp.js');
  const run = await runProgram(process.execPath, [program, 'build'], { cwd: root, isShown: true });
  return run?.code === 0;
}
