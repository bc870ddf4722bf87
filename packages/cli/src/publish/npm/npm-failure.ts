import { InputError } from '../../errors.ts';
import type { ProgramRun } from '../../system/run-program.ts';

/** What npm prints → what happened, and what to do. */
const FAILURES: readonly (readonly [RegExp, string, string])[] = [
  [
    /EPUBLISHCONFLICT|previously published|cannot publish over|already present/i,
    'was published already',
    'Raise the version in package.json, build and publish again.',
  ],
  [
    /ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|FETCH_ERROR/,
    'could not be published: the registry does not answer',
    'Try `npm ping`, or name another registry with `-- --registry <url>`.',
  ],
  [
    /ENEEDAUTH|E401|E403/,
    'could not be published: the registry does not let you',
    'Try `npm whoami`, and log in with `npm login`.',
  ],
];

/** Words a failure of npm. */
export function npmFailure(what: string, { stderr }: ProgramRun): InputError {
  if (stderr === '') return new InputError(`${what} could not be published.`, 'See what npm printed above.');
  const [, outcome, help] = FAILURES.find(([pattern]) => pattern.test(stderr)) ?? [];
  if (outcome !== undefined && help !== undefined) return new InputError(`${what} ${outcome}.`, help);
  const lines = stderr
    .split('\n')
    .flatMap((line) => /^npm error (?!code|A complete log)(.+)/.exec(line)?.[1] ?? []);
  return new InputError(
    `${what} could not be published: npm says: ${lines.slice(0, 3).join(' ') || stderr.trim()}`,
    'Run `npm publish --dry-run` to see all that npm prints.',
  );
}
