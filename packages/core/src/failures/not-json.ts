/** Why something is no JSON. */
export interface NotJson {
  readonly reason: 'value' | 'depth' | 'size' | 'unreadable';
  /** The value, where that is the reason. */
  readonly text?: string | undefined;
  /** The path to it. */
  readonly keys: readonly (string | number)[];
}
