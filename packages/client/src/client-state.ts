import type { BTCPError, withImplied } from '@btcp/core';
import type { CAPABILITY_PATTERN, copyJson } from '@btcp/core/internal';
import type { CapabilityGate, covers } from './consent/capability-gate.ts';
import type { ClientOptions, Limits } from './client-options.ts';
import type { Emitter } from './events.ts';
import type { Registry } from './registry.ts';
import type { add } from './register.ts';
import type { runnerOf } from './tool-entry.ts';

/**
 * What modules that are loaded later need of the client's first. Passed instead of imported: bundlers move modules that
 * two chunks import into a third chunk.
 */
export interface ClientParts {
  readonly BTCPError: typeof BTCPError;
  readonly CAPABILITY_PATTERN: typeof CAPABILITY_PATTERN;
  readonly add: typeof add;
  readonly copyJson: typeof copyJson;
  readonly covers: typeof covers;
  readonly runnerOf: typeof runnerOf;
  readonly withImplied: typeof withImplied;
}

export interface ClientState {
  readonly options: ClientOptions;
  readonly limits: Required<Limits>;
  readonly events: Emitter;
  readonly registry: Registry;
  readonly gate: CapabilityGate;
  readonly parts: ClientParts;
}
