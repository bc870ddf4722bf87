import { CAPABILITIES, withImplied } from '@btcp/core';
import { isReadingCapability, CAPABILITY_PATTERN } from '@btcp/core/internal';
import { closestName } from '@btcp/schema/runtime';
import type { CapabilityReport, CapabilityUse } from '../../infer/capabilities/capability-report.ts';
import type { CodeDiagnostic } from '../../infer/handler/code-diagnostic.ts';
import { groupBy } from '../../source/group-by.ts';
import { compareText } from '../../source/match-files.ts';

/** A use of a capability that differs from the declaration; its rule has the message. */
export type CapabilityDiagnostic = Omit<CodeDiagnostic, 'path'>;

/**
 * Compares the capabilities that a tool uses with those it declares, place by place so that each can be suppressed.
 *
 * @param declared - Absent where the tool declares none; then nothing is missing or unused.
 */
export function compareCapabilities(
  report: CapabilityReport,
  declared: DeclaredCapabilities | undefined,
): readonly CapabilityDiagnostic[] {
  return [
    ...(declared ? missing(report, declared) : []),
    ...(declared ? unused(report, declared) : []),
    ...(declared ? open(report, declared) : []),
    ...(declared ? stateful(report, declared) : []),
    ...flagged(report),
  ];
}

/**
 * Whether the code was analysed completely and uses only declared capabilities; a tool that declares only reads must not
 * change state either. A misspelt capability declares nothing: hosts and exports compare the strings exactly.
 */
export function agreesWith(report: CapabilityReport, declared: DeclaredCapabilities): boolean {
  return usesOnly(report, declared) && stateful(report, declared).length === 0;
}

function usesOnly(
  { capabilities, maybe, flags }: CapabilityReport,
  { written }: DeclaredCapabilities,
): boolean {
  const granted = withAllImplied(written);
  return flags.length === 0 && [...capabilities, ...maybe].every(({ capability }) => granted.has(capability));
}

// Where more is amiss, that is reported alone.
function stateful(report: CapabilityReport, declared: DeclaredCapabilities): readonly CapabilityDiagnostic[] {
  const { state: at } = report;
  if (!at || !declared.written.every(isReadingCapability) || !usesOnly(report, declared)) return [];
  return [{ id: 'state-undeclared', at, data: { used: at.used, path: at.path } }];
}

function missing(report: CapabilityReport, declared: DeclaredCapabilities): readonly CapabilityDiagnostic[] {
  const needed = report.capabilities.filter(({ capability }) => !declared.covers(capability));
  return withoutImplied(needed).map(({ capability, used, path, ...at }) => ({
    id: 'capability-missing',
    at: { used, path, ...at },
    data: { capability, used, path },
  }));
}

/** Uses without those implied by another use, since declaring that one declares them too. */
export function withoutImplied(uses: readonly CapabilityUse[]): readonly CapabilityUse[] {
  const all = uses.map(({ capability }) => capability);
  return uses.filter(
    ({ capability }) => !all.some((other) => other !== capability && withAllImplied([other]).has(capability)),
  );
}

function unused(report: CapabilityReport, declared: DeclaredCapabilities): readonly CapabilityDiagnostic[] {
  if (!isCertain(report)) return [];
  const uses = [...report.capabilities, ...report.maybe].map(({ capability }) => capability);
  const used = withAllImplied(uses);
  return declared.written.flatMap((capability, index) => {
    const isFirst = declared.written.indexOf(capability) === index;
    if (!isFirst || !isKnown(capability) || used.has(capability)) return [];
    const enough = [...withAllImplied([capability])].filter((each) => used.has(each));
    const others = declared.written.filter((other) => other !== capability);
    const isDeclaredToo = enough.every((each) => withAllImplied(others).has(each));
    return [
      {
        id: 'capability-unused',
        at: `/capabilities/${index}`,
        data: { capability, enough: isDeclaredToo ? [] : enough },
      },
    ];
  });
}

/** Browser features that need no capability, however they are used. */
const HARMLESS_POWERS: ReadonlySet<string> = new Set(['dialog', 'navigation', 'window-control']);

/** Whether the code was analysed completely, so that it needs no other capability. */
export function isCertain({ flags }: CapabilityReport): boolean {
  return flags.every(({ power }) => power !== undefined && HARMLESS_POWERS.has(power));
}

function open(report: CapabilityReport, declared: DeclaredCapabilities): readonly CapabilityDiagnostic[] {
  const uses = report.maybe.filter(({ capability }) => !declared.covers(capability));
  const places = groupBy(uses, ({ file, line, column }) => `${file}:${line}:${column}`);
  return [...places.values()].flatMap((alike) => {
    const [use] = alike;
    if (!use) return [];
    const capabilities = [...new Set(alike.map(({ capability }) => capability))].sort(compareText);
    return [{ id: 'capability-maybe', at: use, data: { capabilities, used: use.used, path: use.path } }];
  });
}

/** What a host adds to the context is declared by the author, who knows of it. */
const RULES_OF_FLAGS = {
  unverifiable: 'capability-unverifiable',
  opaque: 'capability-opaque',
  unmapped: 'power-unmapped',
  stuck: 'module-never-loads',
} as const;

function flagged(report: CapabilityReport): readonly CapabilityDiagnostic[] {
  // Of a kind, one place of a line is enough: what is not understood is often part of an expression that is not, either.
  const places = groupBy(report.flags, ({ kind, power, file, line }) => `${kind} ${power} ${file}:${line}`);
  const flags = [...places.values()].flatMap(([first]) => first ?? []);
  return flags.flatMap(({ kind, power, ...at }) =>
    kind === 'host'
      ? []
      : [
          {
            id: RULES_OF_FLAGS[kind],
            at,
            data: {
              ...(power !== undefined && { power }),
              used: at.used,
              path: at.path,
              ...(at.assignment && { assignment: at.assignment }),
            },
          },
        ],
  );
}

const WELL_FORMED = new RegExp(CAPABILITY_PATTERN, 'u');
const KNOWN = Object.keys(CAPABILITIES);

/** The capabilities that a tool declares, with malformed ones corrected: those are errors already. */
export class DeclaredCapabilities {
  /** As written, strings only. */
  readonly written: readonly string[];
  readonly #covered: ReadonlySet<string>;

  /** @param value - The field `capabilities` of a definition. */
  constructor(value: unknown) {
    const list: readonly unknown[] = Array.isArray(value) ? value : [];
    this.written = list.filter((each) => typeof each === 'string');
    this.#covered = withAllImplied(this.written.flatMap(meant));
  }

  /** Whether a capability is declared, directly or by one that implies it. */
  covers(capability: string): boolean {
    return this.#covered.has(capability);
  }
}

export function withAllImplied(capabilities: readonly string[]): ReadonlySet<string> {
  return new Set(capabilities.flatMap(withImplied));
}

export function isKnown(capability: string): boolean {
  return Object.hasOwn(CAPABILITIES, capability);
}

function meant(written: string): readonly string[] {
  if (WELL_FORMED.test(written)) return [written];
  if (written.includes('*')) {
    const start = written.slice(0, written.indexOf('*'));
    return KNOWN.filter((id) => id.startsWith(start));
  }
  const close = closestName(written, KNOWN) ?? closestName(written.replace(/[^A-Za-z]+/g, ':'), KNOWN);
  return close === undefined ? [] : [close];
}
