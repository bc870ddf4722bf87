import { readFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { cacheFileOf, replaceFile, TOOLKIT } from './cache-file.ts';
import { areSame, hashOfText, type Inputs } from './inputs.ts';

/** Builds that an answer is kept for without being asked for. */
const MAX_AGE = 4;

/** What a stage said of a tool, and how many builds ago somebody asked for it. */
interface Answer {
  readonly value: unknown;
  age: number;
}

/** As on disk. */
interface StoredAnswers {
  /** What gave the answers: those of another toolkit, or another build of it, are not believed. */
  readonly toolkit: string;
  /** The files of packages that were read. */
  readonly inputs: Inputs;
  readonly answers: ReadonlyMap<string, Answer>;
}

/**
 * What the stages of a build said of tools, so that they are asked again only about tools whose code has changed. Each
 * answer is plain data, and stands under a hash of everything that it follows from.
 */
export class AnswerCache {
  readonly #file: string;
  readonly #answers: Map<string, Answer>;
  /** The keys of what this build has found out. */
  readonly #new = new Set<string>();
  #isSaved = true;

  /** @param config - Absolute path of the project's config file. */
  constructor(config: string) {
    this.#file = cacheFileOf(config, 'tools');
    this.#answers = readAnswers(this.#file);
  }

  /** What was said before, or is found out now. What fails is asked for again the next time. */
  async get<T>(question: readonly unknown[], findOut: () => T | Promise<T>): Promise<T> {
    const known = this.find(question);
    // Who asks the same question expects the same type.
    if (known) return known.value as T;
    const value = await findOut();
    this.put(question, value);
    return value;
  }

  /** What was said before, if anything. */
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
   * Ends a build: forgets what nobody asked for any more.
   *
   * @param isSound - Whether no file changed while it was read. Otherwise an answer may follow from another text than its
   *   key says, so what is new is forgotten, too.
   */
  settle(isSound: boolean): void {
    if (isSound && this.#new.size > 0) this.#isSaved = false;
    if (!isSound) for (const key of this.#new) this.#answers.delete(key);
    this.#new.clear();
    for (const [key, answer] of this.#answers) if (++answer.age > MAX_AGE) this.#answers.delete(key);
  }

  /**
   * Keeps the answers for the next process.
   *
   * @param inputs - The files of packages that they follow from.
   */
  save(inputs: Inputs): void {
    if (this.#isSaved) return;
    this.#isSaved = true;
    const stored: StoredAnswers = { toolkit: TOOLKIT, inputs, answers: this.#answers };
    try {
      replaceFile(this.#file, serialize(stored));
    } catch {
      // A folder that cannot be written to costs time, and nothing else.
    }
  }
}

const keyOf = (question: readonly unknown[]): string => hashOfText(JSON.stringify(question));

function readAnswers(file: string): Map<string, Answer> {
  try {
    // A file that somebody changed has any form: what is wrong with it throws, and is as good as no file.
    const { toolkit, inputs, answers } = deserialize(readFileSync(file)) as StoredAnswers;
    return new Map(toolkit === TOOLKIT && areSame(inputs) ? answers : []);
  } catch {
    return new Map<string, Answer>();
  }
}
