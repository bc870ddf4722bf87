import type { Manifest, Registration } from '@btcp/core';
import type { ChangedTool } from '../signature/find-changes.ts';
import type { RegisterOptions } from '../client-options.ts';
import type { Emitter } from '../events.ts';
import { Refusal } from '../failures/refusal.ts';
import type { Lane } from '../lane.ts';
import type { CheckedRegistration, ToolEntry } from '../tool-entry.ts';

/** A tool that is registered. */
export interface RegisteredEntry extends ToolEntry {
  /** Shared by all calls of its manifest's tools. */
  readonly lane: Lane;
  /** Whether it waits for a user's consent: it is neither listed nor called. */
  readonly isUnconsented: boolean;
  /** Those that its manifest was registered with. */
  readonly options: RegisterOptions;
}

/** A manifest that is registered. */
export interface Registered extends CheckedRegistration {
  readonly entries: readonly RegisteredEntry[];
  readonly lane: Lane;
  /** As it was passed. */
  readonly registration: Registration;
  readonly changedTools: readonly ChangedTool[] | undefined;
}

/** The registered manifests, and their tools by name. */
export class Registry {
  readonly #events: Emitter;
  readonly #manifests = new Map<string, Registered>();
  #tools: ReadonlyMap<string, RegisteredEntry> = new Map();
  /** How often all manifests were removed. */
  clears = 0;

  /** @param events - Where changes of the tools are told. */
  constructor(events: Emitter) {
    this.#events = events;
  }

  /** All tools, in the order of registration. */
  get entries(): Iterable<RegisteredEntry> {
    return this.#tools.values();
  }

  /** The tool of that name. */
  find(name: string): RegisteredEntry | undefined {
    return this.#tools.get(name);
  }

  /** The manifest of that name. */
  findManifest(name: string): Registered | undefined {
    return this.#manifests.get(name);
  }

  /** The registered manifest of the same registration: React's StrictMode, for one, registers everything twice. */
  findSame({ manifest, implementations }: Registration): Registered | undefined {
    const known = this.#manifests.get(manifest.name);
    const { registration } = known ?? {};
    return registration?.manifest === manifest && registration.implementations === implementations
      ? known
      : undefined;
  }

  /**
   * @param clears - How often all were removed when the registration began.
   * @throws Refusal `MANIFEST_CONFLICT` if a name is taken, or all were removed since.
   */
  checkFree(
    { manifest: { name }, entries }: CheckedRegistration,
    replace: boolean | undefined,
    clears: number,
  ): void {
    if (clears !== this.clears) throw new Refusal('MANIFEST_CONFLICT', name);
    if (!replace && this.#manifests.has(name)) throw new Refusal('MANIFEST_CONFLICT', name, 'itself');
    for (const { tool } of entries) {
      const other = this.find(tool.name)?.tool;
      if (other && other.manifest !== name) throw new Refusal('MANIFEST_CONFLICT', name, other);
    }
  }

  /** Adds a manifest, or replaces the one of its name. */
  set(registered: Registered): void {
    this.#manifests.set(registered.manifest.name, registered);
    this.#changed();
  }

  /** Lets the tools that wait for consent to a manifest be called. */
  consent(manifest: Manifest): void {
    const registered = this.#manifests.get(manifest.name);
    if (registered?.manifest !== manifest) return;
    const entries = registered.entries.map((entry) =>
      // A new entry is told as a change.
      entry.isUnconsented ? { ...entry, isUnconsented: false } : entry,
    );
    this.set({ ...registered, entries });
  }

  /** @returns Whether there was a manifest of that name. */
  delete(name: string): boolean {
    this.#manifests.get(name)?.retire?.();
    const wasFound = this.#manifests.delete(name);
    this.#changed();
    return wasFound;
  }

  /** Removes all manifests. */
  clear(): void {
    this.clears++;
    for (const { retire } of this.#manifests.values()) retire?.();
    this.#manifests.clear();
    this.#changed();
  }

  #changed(): void {
    const before = this.#tools;
    const tools = new Map(
      [...this.#manifests.values()].flatMap(({ entries }) =>
        entries.map((entry) => [entry.tool.name, entry]),
      ),
    );
    this.#tools = tools;
    const added = findNew(tools, before);
    const removed = findNew(before, tools);
    if (added.length + removed.length > 0) this.#events.emit('toolsChanged', { added, removed });
  }
}

/** Names of the tools that others lack, or have a different one for. */
function findNew(
  tools: ReadonlyMap<string, ToolEntry>,
  others: ReadonlyMap<string, ToolEntry>,
): readonly string[] {
  return [...tools.keys()].filter((name) => tools.get(name) !== others.get(name));
}
