import { escapeUnseen } from '@btcp/schema';
import type { Outcome } from './conform-case.ts';
import type { Difference } from './find-differences.ts';

/** A difference, and how many others are like it. */
export interface GroupedDifference extends Difference {
  readonly more: number;
}

/** Groups differences in which the manifest and each surface say the same of a tool: of each group the one with the shortest input. */
export function groupDifferences(differences: readonly Difference[]): readonly GroupedDifference[] {
  const groups = new Map<string, Difference[]>();
  for (const difference of differences) {
    const { call, outcomes, manifest = '' } = difference;
    // Without the reason, which names places.
    const [verdict] = manifest.split(':');
    const key = JSON.stringify([call.tool, verdict, Object.entries(outcomes).map(kindOf)]);
    groups.set(key, [...(groups.get(key) ?? []), difference]);
  }
  return [...groups.values()].map((group) => {
    const shortest = group.reduce((least, each) => (sizeOf(each) < sizeOf(least) ? each : least));
    return { ...shortest, more: group.length - 1 };
  });
}

const sizeOf = ({ call }: Difference): number => JSON.stringify([call.input, call.output]).length;

const kindOf = ([surface, outcome]: readonly [string, Outcome]): unknown => [
  surface,
  outcome.ok || [outcome.code, outcome.paths],
];

/** A difference as text for people. */
export function differenceText({ call, outcomes, manifest, more }: GroupedDifference): string {
  const { tool, kind, input, output, throws } = call;
  const rows: readonly (readonly [string, string])[] = [
    ['input', shown(JSON.stringify(input))],
    [
      throws === undefined ? 'the tool returns' : 'the tool throws',
      shown(throws ?? JSON.stringify(output ?? null)),
    ],
    ...(manifest === undefined ? [] : [['the manifest', shown(manifest)] as const]),
    ...Object.entries(outcomes).map(([surface, outcome]) => [surface, outcomeText(outcome)] as const),
  ];
  const width = Math.max(...rows.map(([head]) => head.length));
  return [
    `${tool}  (${kind})`,
    ...rows.map(([head, text]) => `  ${head.padEnd(width)}  ${text}`),
    ...(more > 0 ? [`  There ${more === 1 ? 'is' : 'are'} ${more} more like it.`] : []),
    '',
    '',
  ].join('\n');
}

function outcomeText({ received, ...outcome }: Outcome): string {
  return (
    callText(outcome) +
    (received === undefined ? '' : shown(`, and the tool gets ${JSON.stringify(received)}`))
  );
}

function callText(outcome: Outcome): string {
  if (outcome.ok) return `gives ${shown(outcome.output)}`;
  const { code, paths, message } = outcome;
  const places =
    paths.length === 0 ? '' : ` at ${paths.map((path) => (path === '' ? 'the root' : path)).join(', ')}`;
  return shown(`fails with ${code}${places}${message === undefined ? '' : `: ${message}`}`);
}

/** Characters of a value that are shown; --json has all of them. */
const MAX_SHOWN = 300;

const shown = (text: string): string =>
  escapeUnseen(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);
