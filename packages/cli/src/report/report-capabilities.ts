import type { ListedUses } from '@btcp/codegen';
import { escapeUnseen } from '@btcp/schema/internal';

type Reports = ReadonlyMap<string, ListedUses>;
type Evidence = NonNullable<ListedUses['state']>;

/** The browser features that tools use, for people: each capability once, with the first place that needs it. */
export function capabilitiesPretty(tools: Reports): string {
  return [...tools].map(([name, report]) => [name, ...linesOf(report)].join('\n')).join('\n\n') + '\n';
}

function linesOf({ capabilities, maybe, flags, state, outOfReach }: ListedUses): readonly string[] {
  const lines = [
    ...firsts(capabilities, (use) => use.capability).map((use) => line(use.capability, use)),
    ...firsts(maybe, (use) => use.capability).map((use) => line(`${use.capability}, maybe`, use)),
    ...firsts(flags, ({ kind, used }) => `${kind} ${used}`).map((flag) => line(flag.kind, flag)),
    ...(state ? [line('keeps state', state)] : []),
  ];
  return [
    ...(lines.length === 0 ? ['  nothing'] : lines),
    ...isolationLines(
      outOfReach,
      flags.some(({ kind }) => UNREAD.has(kind)),
    ),
  ];
}

/** Reasons against isolation that are shown; --format json has every place. */
const MAX_REASONS = 10;

const UNREAD: ReadonlySet<string> = new Set(['opaque', 'unverifiable']);

function isolationLines(outOfReach: readonly Evidence[], isPartlyUnread: boolean): readonly string[] {
  const reasons = firsts(outOfReach, ({ used }) => used);
  if (reasons.length === 0)
    return [`  can run isolated${isPartlyUnread ? ', if the code that was not read can' : ''}`];
  const shown = reasons
    .slice(0, MAX_REASONS)
    .map((reason, index) => line(index === 0 ? 'not isolated, because of' : 'and of', reason));
  return reasons.length > MAX_REASONS ? [...shown, `  and ${reasons.length - MAX_REASONS} more`] : shown;
}

function firsts<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  const seen = new Map<string, T>();
  for (const item of items) if (!seen.has(keyOf(item))) seen.set(keyOf(item), item);
  return [...seen.values()];
}

function line(what: string, { used, file, line: row, column, path }: Evidence): string {
  const way = path.length === 0 ? '' : `, through ${path.map(({ name }) => name).join(' → ')}`;
  return escapeUnseen(`  ${what.padEnd(28)}  ${used}  ${file}:${row}:${column}${way}`);
}

/** The same for programs, with every place. */
export function capabilitiesJson(tools: Reports): string {
  return `${JSON.stringify({ tools: Object.fromEntries(tools) }, null, 2)}\n`;
}
