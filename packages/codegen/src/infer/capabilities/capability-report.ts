import type { Position } from '../../source/position.ts';
import type { UnmappedPower } from './table/member-rule.ts';
import type { KnownCapability } from '@btcp/core';

/** One call on the way from `execute` to a use: what is entered, and where it is named. */
export interface CallStep extends Position {
  readonly name: string;
}

/** Where something was found. */
export interface Evidence extends Position {
  /** What was used, for example `Document.title`. */
  readonly used: string;
  /** The calls that lead there, outermost first; empty in `execute` itself. */
  readonly path: readonly CallStep[];
}

/** A capability that the code uses, or may use. */
export interface CapabilityUse extends Evidence {
  readonly capability: KnownCapability;
}

/**
 * What cannot be answered with a capability: code that cannot be read (`unverifiable`: any, eval, computed access,
 * reflection), code that is not the project's own (`opaque`: a dependency, a global of the page), a power without
 * capability (`unmapped`).
 */
export interface CapabilityFlag extends Evidence {
  readonly kind: FlagKind;
  /** Which power, for `unmapped`. */
  readonly power?: UnmappedPower;
}

/** The kinds of flags. */
export type FlagKind = 'unverifiable' | 'opaque' | 'unmapped';

/** What a tool's code uses of the browser; each list in order of file, line and column. */
export interface CapabilityReport {
  readonly capabilities: readonly CapabilityUse[];
  /** Open, because an address or another value cannot be decided; never one that `capabilities` grants anyway. */
  readonly maybe: readonly CapabilityUse[];
  readonly flags: readonly CapabilityFlag[];
  /** The first place that changes what outlives the call, such as a variable of a module. */
  readonly state?: Evidence;
}
