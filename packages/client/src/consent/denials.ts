import type { CapabilityGate } from './capability-gate.ts';

type Manifest = string | undefined;

/** How many denials are remembered one by one. */
const MAX_DENIED = 2000;

/** What was denied to a client's tools, by its user or its host. */
export class Denials {
  readonly #denied = new Set<string>();
  /** Called with what is revoked, and from which manifest; `undefined` for all. */
  readonly watchers: Set<(revoked: readonly string[], manifest: Manifest) => void> = new Set();

  /** Remembers that a capability was denied: calls ask for it no more. */
  deny(id: string, manifest?: string): void {
    if (this.#denied.size < MAX_DENIED) this.#denied.add(denialOf(id, manifest));
  }

  /** Whether a capability was denied to a manifest, or to all; after too many denials, everything is. */
  has(id: string, manifest?: string): boolean {
    return (
      this.#denied.size >= MAX_DENIED ||
      [manifest, undefined].some((from) => this.#denied.has(denialOf(id, from)))
    );
  }
}

const denialOf = (id: string, manifest: Manifest): string => JSON.stringify([id, manifest]);

const ofGates = new WeakMap<CapabilityGate, Denials>();

/** What was denied, of those that a gate does not grant. */
export function denialsOf(gate: CapabilityGate): Denials {
  const denials = ofGates.get(gate) ?? new Denials();
  ofGates.set(gate, denials);
  return denials;
}
