import type { Position } from '../../source/position.ts';
import type { UnmappedPower } from './table/member-rule.ts';
import type { KnownCapability } from '@btcp/core';

/** One call on the path from `execute` to a use: the entered unit, and where it is named. */
export interface CallStep extends Position {
  readonly name: string;
}

/** The position of a finding. */
export interface Evidence extends Position {
  /** What was used, for example `Document.title`. */
  readonly used: string;
  /** The call path, outermost first; empty in `execute` itself. */
  readonly path: readonly CallStep[];
  /** Where another value is assigned to it, if that is why it is not understood. */
  readonly assignment?: Position;
}

/** A capability that the code uses, or may use. */
export interface CapabilityUse extends Evidence {
  readonly capability: KnownCapability;
}

/**
 * Code without a definite capability: code that cannot be analysed (`unverifiable`: any, eval, computed access,
 * reflection), third-party code (`opaque`: a dependency, a global of the page), what the host adds to the context
 * (`host`), a feature without a capability (`unmapped`), or a statement beyond which a module never loads (`stuck`).
 */
export interface CapabilityFlag extends Evidence {
  readonly kind: FlagKind;
  /** The feature, for `unmapped`. */
  readonly power?: UnmappedPower;
  /** The member of `ctx` that a host must add, for `host`; absent where the author declares it as optional. */
  readonly member?: string;
}

/** The kinds of flags. */
export type FlagKind = 'unverifiable' | 'opaque' | 'host' | 'unmapped' | 'stuck';

/** The browser features that a tool's code uses; each list in order of file, line and column. */
export interface CapabilityReport {
  readonly capabilities: readonly CapabilityUse[];
  /** Possible uses that depend on an unknown address or value; never those that `capabilities` grants anyway. */
  readonly maybe: readonly CapabilityUse[];
  readonly flags: readonly CapabilityFlag[];
  /** Globals that QuickJS lacks, where tools at the level `wasm` run. */
  readonly lacking?: readonly Evidence[];
  /** The first write to state that outlives the call, such as a module-level variable. */
  readonly state?: Evidence;
}
