import { deserialize, serialize } from 'node:v8';
import { statOf } from '../system/stat-of.ts';
import { cacheFileOf, readCache, TOOLKIT, writeCache } from './cache-file.ts';
import { areSame, hashOfText, type Inputs } from './inputs.ts';

/** The number of builds that an unused answer is kept for. */
const MAX_AGE = 4;

/** The cached answer of a stage, and its age in builds since its last use. */
interface Answer {
  readonly value: unknown;
  age: number;
}

/** The cache file. */
interface StoredAnswers {
  /** The toolkit's version and build; answers of another one are discarded. */
  readonly toolkit: string;
  /** The package files that any of the answers follows from. */
  readonly inputs: Inputs;
  readonly answers: ReadonlyMap<string, Answer>;
}

/**
 * Memoises the answers of a build's stages, so that they run again only for tools whose code has changed. Each answer is
 * plain data, keyed by a hash of everything it depends on.
 */
export class AnswerCache {
  readonly #file: string;
  readonly #answers: Map<string, Answer>;
  /** The keys that this build has added. */
  readonly #new = new Set<string>();
  #isSaved = true;
  #inputs: Inputs | undefined;

  /** @param config - Absolute path of the project's config file. */
  constructor(config: string) {
    this.#file = cacheFileOf(config, 'tools');
    const stored = readAnswers(this.#file);
    this.#inputs = stored?.inputs;
    this.#answers = new Map(stored?.answers);
  }

  /** When the answers were saved, in milliseconds since 1970; 0 if there are none. */
  get savedAt(): number {
    return this.#answers.size === 0 ? 0 : (statOf(this.#file)?.mtimeMs ?? 0);
  }

  /** Returns the cached answer, or computes and caches it. Failures are not cached. */
  async get<T>(question: readonly unknown[], compute: () => T | Promise<T>): Promise<T> {
    const known = this.find(question);
    // The key includes the question, which determines the type.
    if (known) return known.value as T;
    const value = await compute();
    this.put(question, value);
    return value;
  }

  /** Returns the cached answer, if there is one. */
  find(question: readonly unknown[]): { readonly value: unknown } | undefined {
    const answer = this.#answers.get(keyOf(question));
    if (answer) answer.age = 0;
    return answer;
  }

  put(question: readonly unknown[], value: unknown): void {
    const key = keyOf(question);
    this.#answers.set(key, { value, age: 0 });
    this.#new.add(key);
  }

  /**
   * Ends a build: drops answers that are no longer used.
   *
   * @param isSound - Whether no file changed during the build. Otherwise a new answer may not match its key, so new ones
   *   are dropped too.
   * @param isComplete - Whether the build asked for all that it needs, so that the age of the others counts.
   */
  settle(isSound: boolean, isComplete: boolean): void {
    if (isSound && this.#new.size > 0) this.#isSaved = false;
    if (!isSound) for (const key of this.#new) this.#answers.delete(key);
    this.#new.clear();
    if (!isComplete) return;
    for (const [key, answer] of this.#answers) if (++answer.age > MAX_AGE) this.#answers.delete(key);
  }

  /**
   * Saves the answers for the next process.
   *
   * @param inputs - The package files that they depend on.
   */
  save(inputs: Inputs): void {
    if (this.#isSaved) return;
    this.#isSaved = true;
    // An older answer may follow from what this build has not read.
    this.#inputs = { ...inputs, files: { ...this.#inputs?.files, ...inputs.files } };
    const stored: StoredAnswers = { toolkit: TOOLKIT, inputs: this.#inputs, answers: this.#answers };
    try {
      writeCache(this.#file, serialize(stored));
    } catch {
      // A cache that cannot be written only costs time.
    }
  }
}

const keyOf = (question: readonly unknown[]): string => hashOfText(JSON.stringify(question));

function readAnswers(file: string): StoredAnswers | undefined {
  try {
    // A corrupt file throws somewhere here, and counts as no file.
    const stored = deserialize(readCache(file)) as StoredAnswers;
    const { toolkit, inputs, answers } = stored;
    return toolkit === TOOLKIT && areSame(inputs) && answers instanceof Map ? stored : undefined;
  } catch {
    return undefined;
  }
}
