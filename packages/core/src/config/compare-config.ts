/** What of a version must rise. */
export type Bump = 'major' | 'minor' | 'patch';

/** How loudly a change is reported: an error, a warning, or a note. The required bump does not depend on it. */
export type ChangeLevel = 'deny' | 'warn' | 'allow';

/** A rule's settings in a project. */
export interface ChangeSetting {
  readonly bump?: Bump;
  readonly level?: ChangeLevel;
}

/** A change that is neither proven nor refuted to break callers, and why it does not. */
export interface AcceptedChange {
  readonly tool: string;
  /** The JSON pointer that `btcp diff` reports. */
  readonly path: string;
  readonly reason: string;
}

/** How releases are compared. */
export interface CompareConfig {
  /**
   * Whether callers may send, and tools return, properties that no schema declares, where it is open. Default: false.
   */
  readonly strict?: boolean;
  /** By id of a rule: its bump, or its bump and level. */
  readonly rules?: Readonly<Record<string, Bump | ChangeSetting>>;
  /** Undecided changes that break no caller. */
  readonly accepted?: readonly AcceptedChange[];
}
