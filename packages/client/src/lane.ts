/** Lets some calls of a manifest run at once; those that wait are in `late/queue.ts`. */
export interface Lane {
  /** How many may run. */
  size: number;
  running: number;
  /** Lets the next ones run; absent until one has waited. */
  passOn?: () => void;
}
