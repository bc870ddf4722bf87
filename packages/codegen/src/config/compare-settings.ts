import type { UnplacedDiagnostic } from '@btcp/core';
import { isObject, joinPointer } from '@btcp/schema';
import { CHANGE_RULES } from '@btcp/schema/compare';
import { closestName } from '@btcp/schema/runtime';
import { configInvalid } from './config-invalid.ts';

const BUMPS: ReadonlySet<unknown> = new Set(['major', 'minor', 'patch']);
const LEVELS: ReadonlySet<unknown> = new Set(['deny', 'warn', 'allow']);
const SETTINGS = ['strict', 'rules', 'accepted'];

/** Reports every mistake in the `compare` of a configuration. */
export function diagnoseCompareSettings(compare: unknown): readonly UnplacedDiagnostic[] {
  const { strict, rules = {}, accepted = [] } = Object(compare) as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(Object(compare) as object).filter((key) => !SETTINGS.includes(key));
  return [
    ...unknown.map((key) => invalid([key], `has no setting "${key}"`, `It has ${SETTINGS.join(', ')}.`)),
    ...(strict === undefined || typeof strict === 'boolean'
      ? []
      : [invalid(['strict'], 'has a `strict` that is no boolean', 'Write true or false.')]),
    ...(isObject(rules)
      ? Object.entries(rules).flatMap(([id, setting]) => diagnoseRule(id, setting) ?? [])
      : [
          invalid(
            ['rules'],
            'has `rules` that are no object',
            "Write, for example, { 'default-added': 'patch' }.",
          ),
        ]),
    ...(Array.isArray(accepted)
      ? accepted.flatMap((each, index) => diagnoseAccepted(each, index) ?? [])
      : [invalid(['accepted'], 'has an `accepted` that is no array', ACCEPTED)]),
  ];
}

const ACCEPTED = "Write [{ tool: 'getCell', path: '/inputSchema/properties/cell', reason: '…' }].";

const invalid = (tokens: readonly (string | number)[], what: string, help: string): UnplacedDiagnostic =>
  configInvalid(
    joinPointer('/compare', ...tokens),
    `\`compare\` ${what}${what.endsWith('?') ? '' : '.'}`,
    help,
  );

function diagnoseRule(id: string, setting: unknown): UnplacedDiagnostic | undefined {
  if (!Object.hasOwn(CHANGE_RULES, id)) {
    const close = closestName(id, Object.keys(CHANGE_RULES));
    const meant = close === undefined ? '' : `; did you mean "${close}"?`;
    return invalid(['rules', id], `names "${id}", which is no rule${meant}`, 'docs/releasing.md lists them.');
  }
  const { bump, level, ...rest } = isObject(setting) ? setting : { bump: setting ?? null };
  const isValid =
    Object.keys(rest).length === 0 &&
    (bump === undefined || BUMPS.has(bump)) &&
    (level === undefined || LEVELS.has(level));
  if (isValid) return undefined;
  const help =
    "Write 'major', 'minor' or 'patch'; or { bump, level }, with a level of 'deny', 'warn' or 'allow'.";
  return invalid(['rules', id], `has ${JSON.stringify(setting)} for "${id}"`, help);
}

function diagnoseAccepted(entry: unknown, index: number): UnplacedDiagnostic | undefined {
  const isValid =
    isObject(entry) &&
    ['tool', 'path', 'reason'].every((key) => typeof entry[key] === 'string') &&
    String(entry['reason']).trim() !== '';
  return isValid
    ? undefined
    : invalid(['accepted', index], `accepts a change without \`tool\`, \`path\` or a reason`, ACCEPTED);
}
