import type { CapabilityGate } from './consent/capability-gate.ts';
import type { ClientOptions, Limits } from './client-options.ts';
import type { Emitter } from './events.ts';
import type { Registry } from './registration/registry.ts';

/** What the parts of a client share. */
export interface ClientState {
  readonly options: ClientOptions;
  readonly limits: Required<Limits>;
  readonly events: Emitter;
  readonly registry: Registry;
  readonly gate: CapabilityGate;
  /** What was logged, or told to listeners, and is not said again. */
  readonly said: Set<string>;
}

const MAX_SAID = 1000;

/** Whether something is said for the first time; after too much, nothing is. */
export const isNews = ({ said }: ClientState, text: string): boolean =>
  said.size < MAX_SAID && said.size < said.add(text).size;
