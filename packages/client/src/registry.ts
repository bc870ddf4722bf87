import type { RegisterOptions } from './client-options.ts';
import type { Emitter } from './events.ts';
import type { Lane } from './lane.ts';
import type { CheckedRegistration, ToolEntry } from './tool-entry.ts';
import type { Registration } from '@btcp/core';

/** A tool that is registered. */
export interface RegisteredEntry extends ToolEntry {
  /** Shared by all calls of its manifest's tools. */
  readonly lane: Lane;
  /** Those that its manifest was registered with. */
  readonly options: RegisterOptions;
}

/** A manifest that is registered. */
export interface Registered extends CheckedRegistration {
  readonly entries: readonly RegisteredEntry[];
  readonly lane: Lane;
  /** As it was passed. */
  readonly registration: Registration;
}

/** Tools by their names. */
export type Tools = ReadonlyMap<string, RegisteredEntry>;

/** The registered manifests, and their tools by name. */
export class Registry {
  readonly #events: Emitter;
  readonly manifests: Map<string, Registered> = new Map();
  /** All tools, in the order of registration. */
  tools: Tools = new Map();
  /** How often all manifests were removed. */
  clears = 0;

  /** @param events - Where changes of the tools are told. */
  constructor(events: Emitter) {
    this.#events = events;
  }

  /** Adds a manifest, or replaces the one of its name. */
  set(registered: Registered): void {
    this.manifests.set(registered.manifest.name, registered);
    this.#changed();
  }

  /**
   * @param names - Of manifests.
   * @returns Whether one was registered.
   */
  delete(...names: readonly string[]): boolean {
    const found = names.filter((name) => {
      this.manifests.get(name)?.retire?.();
      return this.manifests.delete(name);
    });
    this.#changed();
    return found.length > 0;
  }

  #changed(): void {
    const before = this.tools;
    const entries = [...this.manifests.values()].flatMap((registered) => registered.entries);
    const tools = (this.tools = new Map(entries.map((entry) => [entry.tool.name, entry])));
    this.#events.tell('toolsChanged', (late) => late.changesOf(before, tools));
  }
}
