/** What is wrong with a configuration, and the way out. */
export interface ConfigProblem {
  /** JSON pointer into the configuration; nothing for the whole. */
  readonly path?: string;
  readonly message: string;
  readonly help: string;
}
