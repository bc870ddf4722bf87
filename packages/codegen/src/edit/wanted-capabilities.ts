import {
  withAllImplied,
  DeclaredCapabilities,
  isKnown,
} from '../check/capabilities/declared-capabilities.ts';
import { isCertain, withoutImplied } from '../check/capabilities/compare-capabilities.ts';
import type { CapabilityReport } from '../infer/capabilities/capability-report.ts';
import { compareText } from '../source/match-files.ts';

/** The array that a tool should declare, and its difference from the declared one. */
export interface WantedCapabilities {
  /** Sorted as in a manifest. */
  readonly list: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Declared and not found in the code, but kept, because part of the code cannot be analysed. */
  readonly kept: readonly string[];
}

/**
 * Computes the capabilities that a tool should declare: those its code uses, or declared ones that imply them. Unknown
 * capabilities stay, and so do all declared ones if part of the code cannot be analysed.
 */
export function wantedCapabilities(report: CapabilityReport, written: readonly string[]): WantedCapabilities {
  const open = [...report.capabilities, ...report.maybe].map(({ capability }) => capability);
  const used = withAllImplied(open);
  const unused = written.filter((each) => isKnown(each) && !used.has(each));
  const stays = isCertain(report) ? written.filter((each) => !unused.includes(each)) : written;
  const declared = new DeclaredCapabilities(stays);
  const missing = withoutImplied(report.capabilities).map(({ capability }) => capability);
  const added = sorted(missing.filter((each) => !declared.covers(each)));
  return {
    list: sorted([...stays, ...added]),
    added,
    removed: sorted(written.filter((each) => !stays.includes(each))),
    kept: sorted(unused.filter((each) => stays.includes(each))),
  };
}

function sorted(capabilities: readonly string[]): readonly string[] {
  return [...new Set(capabilities)].sort(compareText);
}
