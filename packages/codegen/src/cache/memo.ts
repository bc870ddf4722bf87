/** Results that hold while what they were computed from is identical. */
interface Kept {
  readonly dependencies: readonly unknown[];
  readonly result: unknown;
}

/** Keeps the results of stages for the objects they are about, so that consecutive builds compute only what changed. */
export class Memo {
  readonly #kept = new WeakMap<object, Map<string, Kept>>();

  /**
   * Returns what `compute` returned for the subject before, or computes it.
   *
   * @param dependencies - What else the result depends on, compared by identity.
   */
  get<T>(subject: object, stage: string, dependencies: readonly unknown[], compute: () => T): T {
    const known = this.#kept.get(subject) ?? new Map<string, Kept>();
    const kept = known.get(stage);
    // The stage and its dependencies determine the type.
    if (kept && kept.dependencies.every((each, index) => each === dependencies[index]))
      return kept.result as T;
    const result = compute();
    this.#kept.set(subject, known.set(stage, { dependencies, result }));
    return result;
  }
}
