import type { Severity } from '@btcp/core';
import type { RuleData } from './define-rule.ts';

/** One mistake that a rule found. */
export interface Finding {
  /** The rule's. */
  readonly id: string;
  readonly severity: Severity;
  /** JSON pointer into what was checked. */
  readonly path: string;
  /** The tool's name, where there is one. */
  readonly tool?: string;
  readonly message: string;
  /** What to do about it. */
  readonly help: string;
  /** The values that the message was made of. */
  readonly data: RuleData;
}
