import { withImplied } from '@btcp/core';
import { CAPABILITY_PATTERN } from '@btcp/core/internal';
import type { CapabilityDecision, Grant } from '../client-options.ts';
import type { Emitter } from '../events.ts';
import { refuseArgument } from '../refusal.ts';

const CAPABILITY = new RegExp(CAPABILITY_PATTERN);
const WILDCARD = /^([a-z]+:)+\*$/;

/** Capabilities, and the name of the manifest that needs them: a tool, or a question. Default: all manifests. */
interface Needs {
  readonly capabilities: readonly string[];
  readonly manifest?: string | undefined;
}

/** What was granted, without what that implies, by capability and manifest. */
export type Granted = ReadonlyMap<string, Grant>;

/** Knows which capabilities are granted, with all that they imply; initially none. */
export class CapabilityGate {
  readonly #wildcards: boolean;
  readonly #events: Emitter;
  #granted: Granted = new Map();
  /** What has all capabilities that it needs, until grants change: calls of one tool ask again and again. */
  #allowed = new WeakSet<Needs>();

  /**
   * @param wildcards - Whether grants such as `dom:*` are allowed.
   * @param events - Where changes are told.
   */
  constructor(wildcards: boolean, events: Emitter) {
    this.#wildcards = wildcards;
    this.#events = events;
  }

  /** What was granted, without what that implies. */
  get granted(): Granted {
    return this.#granted;
  }

  set granted(granted: Granted) {
    const isChange = granted.size !== this.#granted.size;
    this.#granted = granted;
    this.#allowed = new WeakSet();
    // Tells of changes only: a listener may grant again what it stored.
    if (isChange)
      this.#events.tell('capabilitiesChanged', () => ({
        capabilities: this.capabilities,
        grants: this.grants,
      }));
  }

  /** The capabilities in effect for all manifests, sorted. */
  get capabilities(): readonly string[] {
    return [...new Set(this.#inEffect())].sort();
  }

  /** What was granted, without what that implies, as JSON. */
  get grants(): readonly Grant[] {
    return Array.from(this.#granted.values(), (grant) => ({ ...grant }));
  }

  /** Whether all capabilities of something that does not change are in effect. */
  allows(needs: Needs): boolean {
    if (this.#allowed.has(needs)) return true;
    if (this.missing(needs).length > 0) return false;
    this.#allowed.add(needs);
    return true;
  }

  /** The capabilities among these that are not in effect. */
  missing({ capabilities, manifest }: Needs): readonly string[] {
    const granted = this.#inEffect(manifest);
    return capabilities.filter((id) => !granted.some((grant) => covers(grant, id)));
  }

  /**
   * Which capabilities are in effect.
   *
   * @throws BTCPError `INVALID_ARGUMENT` if one is malformed.
   */
  decide(capabilities: readonly string[], manifest?: string): CapabilityDecision {
    const ids = this.check(capabilities);
    const missing = this.missing({ capabilities: ids, manifest });
    return { granted: ids.filter((id) => !missing.includes(id)), missing };
  }

  /** @throws BTCPError `INVALID_ARGUMENT`; then none is granted. */
  grant(capabilities: readonly string[], manifest?: string): void {
    const granted = new Map(this.#granted);
    for (const capability of this.check(capabilities))
      granted.set(String([capability, manifest]), { capability, manifest });
    this.granted = granted;
  }

  /**
   * Each capability once.
   *
   * @throws BTCPError `INVALID_ARGUMENT` if one is malformed.
   */
  check(capabilities: readonly string[], wildcards: boolean = this.#wildcards): readonly string[] {
    // Callers in plain JavaScript may pass anything, for example one string.
    const ids = [...new Set([capabilities].flat().map(String))];
    const wrong = ids.filter((id) => !CAPABILITY.test(id) && !(wildcards && WILDCARD.test(id)));
    return wrong.length === 0 ? ids : refuseArgument('capability', wrong.join(', '));
  }

  #inEffect(manifest?: string): readonly string[] {
    return [...this.#granted.values()].flatMap((grant) =>
      grant.manifest === undefined || grant.manifest === manifest ? withImplied(grant.capability) : [],
    );
  }
}

/** Whether a granted capability is another one, or a wildcard for it. */
export const covers = (grant: string, id: string): boolean =>
  grant === id || (grant.endsWith('*') && id.startsWith(grant.slice(0, -1)));
