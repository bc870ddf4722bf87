import { type Target, TARGETS, TARGETS_CALLED } from '@btcp/adapters/formats';
import { didYouMean, UsageError } from '../errors.ts';
import { FORMAT_ALIASES } from '../import/parse-source.ts';

const IN_A_PROGRAM = 'it takes tools in a program: see `standardTools` of @btcp/adapters/standard-schema.';

/** Advice for well-known names that are not targets. */
const KNOWN: Readonly<Record<string, string>> = {
  'ai-sdk': IN_A_PROGRAM,
  fastmcp: IN_A_PROGRAM,
};

/**
 * The target that `--to` names, and whether it is a strict form.
 *
 * @throws UsageError that suggests a target.
 */
export function parseTarget(to: string | undefined): { readonly target: Target; readonly isStrict: boolean } {
  if (to === undefined) throw new UsageError(`Name the target: --to with one of ${TARGETS.join(', ')}.`);
  const target = TARGETS.find((each) => each === to) ?? FORMAT_ALIASES.get(to);
  if (target !== undefined) return { target, isStrict: to.endsWith('-strict') };
  throw new UsageError(`There is no target "${to}"${hintFor(to)}`);
}

function hintFor(to: string): string {
  if (Object.hasOwn(KNOWN, to)) return `; ${KNOWN[to]}`;
  if (Object.hasOwn(TARGETS_CALLED, to)) return `; write ${TARGETS_CALLED[to]}.`;
  const kinds = TARGETS.filter((each) => each.startsWith(`${to}-`));
  if (kinds.length > 0) return `; write one of ${kinds.join(', ')}.`;
  return didYouMean(to, TARGETS, `; there are ${TARGETS.join(', ')}.`);
}

/** The targets whose hosts run each tool as a program, as `writtenPrograms` writes them; tools of others are JSON. */
export const PROGRAM_TARGETS: readonly Target[] = ['ikigai'];
