import { spawn } from 'node:child_process';

export interface ProgramRun {
  /** 0 where it succeeded. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether it was ended, for the time that it took or for what it printed. */
  readonly isEnded: boolean;
}

interface ProgramOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Whether the terminal shows what it prints, which may be a question, instead of the result. */
  readonly isShown?: boolean;
  /** Milliseconds after which it is ended. */
  readonly timeout?: number;
}

/** Longer output ends the program: a manifest is far smaller, and a string cannot be longer than twice this. */
const MAX_OUTPUT = 256 * 1024 * 1024;

/** Runs a program without a shell; `undefined` where it cannot be started. */
export function runProgram(
  program: string,
  args: readonly string[],
  { cwd, env = process.env, isShown = false, timeout }: ProgramOptions,
): Promise<ProgramRun | undefined> {
  const [input, output] = isShown ? (['inherit', 'inherit'] as const) : (['ignore', 'pipe'] as const);
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env, timeout, stdio: [input, output, output] });
    const printed = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name]?.setEncoding('utf8').on('data', (text: string) => {
        if (printed[name].length + text.length > MAX_OUTPUT) child.kill();
        else printed[name] += text;
      });
    }
    child.once('error', () => resolve(undefined));
    child.once('close', (code) => resolve({ code: code ?? 1, isEnded: child.killed, ...printed }));
  });
}

export function runNpm(args: readonly string[], options: ProgramOptions): Promise<ProgramRun | undefined> {
  // On Windows npm is a script that only a shell can start, so npm's program is run by Node where npm started this.
  const { npm_execpath: own = '' } = process.env;
  return own.endsWith('npm-cli.js')
    ? runProgram(process.execPath, [own, ...args], options)
    : runProgram('npm', args, options);
}

const PING = 'Try `npm ping`, or name another registry in `npm_config_registry`.';

/** What npm prints where it fails → what happened, and what to do. */
const FAILURES: readonly (readonly [printed: RegExp, reason: string, help: string])[] = [
  [
    /EPUBLISHCONFLICT|previously published|cannot publish over|already present/i,
    'it was published already',
    'Raise the version in package.json, build and publish again.',
  ],
  [/E404/, 'the registry has no such package or version', 'Correct the name, or the version.'],
  [/ETARGET/, 'the registry has no such version', 'Correct the version.'],
  [/ETIMEDOUT|network timeout/, 'the registry does not answer in time', PING],
  [/ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|FETCH_ERROR/, 'the registry does not answer', PING],
  [/ENEEDAUTH|E401|E403/, 'the registry does not let you', 'Try `npm whoami`, and log in with `npm login`.'],
];

/** Words a failure of npm: the end of a sentence, and what to do. */
export function npmFailure({ code, stderr }: ProgramRun): { readonly reason: string; readonly help: string } {
  const [, reason, help] = FAILURES.find(([printed]) => printed.test(stderr)) ?? [];
  if (reason !== undefined && help !== undefined) return { reason, help };
  const said = [...stderr.matchAll(/^npm error (?!code|A complete log)(.+)/gm)].map(([, text]) => text);
  return {
    reason: `npm says: ${said.slice(0, 3).join(' ') || stderr.trim() || `nothing, and ended with exit code ${code}`}`,
    help: 'Run npm yourself to see all that it prints.',
  };
}
