/**
 * Where a value may come from: a top-level name (see `bindingId`), a parameter of the function that is looked at
 * (`#0`), or what it is called on (`#this`).
 */
export type Source = string;

export const THIS = '#this';
export const parameter = (index: number): Source => `#${index}`;
export const isOuter = (source: Source): boolean => source.startsWith('#');

/** What running some code does to values that are not its own. */
export class Effects {
  /** Whose value is changed. */
  readonly changes: Set<Source> = new Set();
  /** What is handed to code that cannot be followed. */
  readonly given: Set<Source> = new Set();
  /** What holds something of something else from now on: holder, and what it holds. */
  readonly links: Map<string, readonly [Source, Source]> = new Map();
  /** Where the returned value may come from. */
  readonly returns: Set<Source> = new Set();
  /** A package that is called. */
  foreign: string | undefined;
  /** Whether it uses what only a page or a process has. */
  usesHost = false;

  link(holders: Iterable<Source>, held: Iterable<Source>): void {
    const all = [...held];
    for (const holder of holders)
      for (const source of all)
        if (holder !== source) this.links.set(`${holder}\n${source}`, [holder, source]);
  }

  /** A number that grows whenever there is more. */
  get size(): number {
    const flags = Number(this.foreign !== undefined) + Number(this.usesHost);
    return this.changes.size + this.given.size + this.links.size + this.returns.size + flags;
  }
}
