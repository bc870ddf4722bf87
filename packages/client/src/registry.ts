import type { RegisterOptions } from './client-options.ts';
import type { Emitter } from './events.ts';
import type { CheckedRegistration, RegisteredTool, ToolEntry } from './tool-entry.ts';
import type { Registration } from '@btcp/core';

/** Lets some calls of a manifest run at once; those that wait are in `late/settle.ts`. */
export interface Lane {
  /** How many may run. */
  size: number;
  running: number;
  /** Lets the next ones run; absent until one has waited. */
  passOn?: () => void;
}

export interface RegisteredEntry extends ToolEntry {
  readonly tool: RegisteredTool;
  /** The deadline of the tool, else of its manifest; milliseconds. */
  readonly timeout: number | undefined;
  /** Shared by all calls of its manifest's tools. */
  readonly lane: Lane;
  /** Those that its manifest was registered with. */
  readonly options: RegisterOptions;
}

export interface Registered extends CheckedRegistration {
  readonly entries: readonly RegisteredEntry[];
  readonly lane: Lane;
  /** As it was passed. */
  readonly registration: Registration;
}

export type Tools = ReadonlyMap<string, RegisteredEntry>;

export class Registry {
  readonly #events: Emitter;
  readonly manifests: Map<string, Registered> = new Map();
  /** All tools, in the order of registration. */
  tools: Tools = new Map();
  /** How often manifests were removed. */
  removals = 0;

  /** @param events - Where changes of the tools are told. */
  constructor(events: Emitter) {
    this.#events = events;
  }

  /** Takes over what was done to the manifests. */
  update(): void {
    const before = this.tools;
    const entries = [...this.manifests.values()].flatMap((registered) => registered.entries);
    const tools = (this.tools = new Map(entries.map((entry) => [entry.tool.name, entry])));
    this.#events.tell('toolsChanged', (late) => late.changesOf(before, tools));
  }
}
