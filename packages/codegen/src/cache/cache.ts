import { deserialize, serialize } from 'node:v8';
import { statOf } from '../system/paths.ts';
import { cacheFileOf, readCache, TOOLKIT, writeCache } from './cache-file.ts';
import { hashOfText } from './inputs.ts';

/** The number of builds that an unused value is kept for. */
const MAX_AGE = 4;

/** A cached value, as an object, as bytes of the file, or both; and its age in builds since its last use. */
interface Entry {
  bytes?: Uint8Array;
  value?: unknown;
  isRead: boolean;
  age: number;
}

/** What precedes the values in the file. */
interface Index {
  /** The toolkit's version and build; values of another one are discarded. */
  readonly toolkit: string;
  /** Key, length in bytes and age of each value, in the order of the file. */
  readonly entries: readonly (readonly [key: string, length: number, age: number])[];
}

/**
 * Keeps results for later builds, each keyed by a hash of all that it depends on. Values are plain data; of a file, only
 * those that are asked for are deserialized. Its files may always be deleted, and damaged or foreign ones are ignored.
 */
export class Cache {
  readonly #file: string;
  readonly #entries: Map<string, Entry>;
  /** The keys that this build has added. */
  readonly #new = new Set<string>();
  #isSaved = true;

  /**
   * @param config - Absolute path of the project's config file.
   * @param what - `tools` for results about code; `build` for what shows that a build is up to date, which is read first.
   */
  constructor(config: string, what: 'build' | 'tools') {
    this.#file = cacheFileOf(config, what);
    this.#entries = readEntries(this.#file);
  }

  /** When the values were saved, in milliseconds since 1970; 0 if there are none. */
  get savedAt(): number {
    return this.#entries.size === 0 ? 0 : (statOf(this.#file)?.mtimeMs ?? 0);
  }

  /** Returns the cached value, or computes and caches it. Failures are not cached. */
  async get<T>(question: readonly unknown[], compute: () => T | Promise<T>): Promise<T> {
    const known = this.find<T>(question);
    if (known) return known.value;
    const value = await compute();
    this.put(question, value);
    return value;
  }

  /** The same of what is computed at once. */
  remember<T>(question: readonly unknown[], compute: () => T): T {
    const known = this.find<T>(question);
    if (known) return known.value;
    const value = compute();
    this.put(question, value);
    return value;
  }

  /** Returns the cached value, if there is one. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the question determines the type
  find<T>(question: readonly unknown[]): { readonly value: T } | undefined {
    const entry = this.#entries.get(keyOf(question));
    if (!entry) return undefined;
    entry.age = 0;
    if (!entry.isRead && entry.bytes) entry.value = deserialize(entry.bytes);
    entry.isRead = true;
    // The key includes the question, which determines the type.
    return entry as { readonly value: T };
  }

  put(question: readonly unknown[], value: unknown): void {
    const key = keyOf(question);
    this.#entries.set(key, { value, isRead: true, age: 0 });
    this.#new.add(key);
    this.#isSaved = false;
  }

  /** Keeps values that a build would ask for if it did not know what follows from them. */
  touch(keys: readonly string[]): void {
    for (const key of keys) {
      const entry = this.#entries.get(key);
      if (entry) entry.age = 0;
    }
  }

  clear(): void {
    this.#entries.clear();
    this.#new.clear();
  }

  /**
   * Ends a build: drops values that are no longer used.
   *
   * @param isSound - Whether no file changed during the build. Otherwise a new value may not match its key, so new ones
   *   are dropped too.
   */
  settle(isSound: boolean): void {
    if (!isSound) for (const key of this.#new) this.#entries.delete(key);
    this.#new.clear();
    for (const [key, entry] of this.#entries) if (++entry.age > MAX_AGE) this.#entries.delete(key);
  }

  /** Saves the values for the next process. A cache that cannot be written only costs time. */
  save(): void {
    if (this.#isSaved) return;
    this.#isSaved = true;
    const all = [...this.#entries].map(([key, entry]) => {
      const bytes = (entry.bytes ??= serialize(entry.value));
      return { key, bytes, age: entry.age };
    });
    const index: Index = {
      toolkit: TOOLKIT,
      entries: all.map(({ key, bytes, age }) => [key, bytes.length, age]),
    };
    const head = serialize(index);
    const length = Buffer.alloc(HEAD);
    length.writeUInt32LE(head.length);
    try {
      writeCache(this.#file, [length, head, ...all.map(({ bytes }) => bytes)]);
    } catch {
      // The next process computes them again.
    }
  }
}

/** What a question is kept by: its hash, or the text of one that is a single word. */
export function keyOf(question: readonly unknown[]): string {
  const text = JSON.stringify(question);
  return question.length === 1 ? text : hashOfText(text);
}

/** The length of the index is written in so many bytes. */
const HEAD = 4;

function readEntries(file: string): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  try {
    // A corrupt file throws somewhere here, and counts as no file.
    const content = readCache(file);
    let offset = HEAD + content.readUInt32LE();
    const index = deserialize(content.subarray(HEAD, offset)) as Index;
    if (index.toolkit !== TOOLKIT) return entries;
    for (const [key, length, age] of index.entries) {
      const bytes = content.subarray(offset, offset + length);
      entries.set(key, { bytes, isRead: false, age });
      offset += length;
    }
    return entries;
  } catch {
    return new Map();
  }
}
