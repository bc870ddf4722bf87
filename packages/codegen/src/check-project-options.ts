import type { RuleSettings } from '@btcp/schema/check';
import type { CheckStage } from './build-result.ts';
import type { ExampleRunner } from './check/check-examples.ts';
import type { Portability } from './check/check-portability.ts';

/** Options for checking a project. */
export interface CheckProjectOptions {
  /** Severities by rule. */
  readonly rules: RuleSettings;
  /** Adds fixes to the diagnostics; called with the text of each file that has any. */
  readonly onFixable?: (file: string, text: string) => void;
  readonly evaluationTimeout?: number | undefined;
  readonly onStage?: ((stage: CheckStage) => void) | undefined;
  /** Reports schemas of other libraries, too. */
  readonly typebox?: boolean | undefined;
  /** Runs the examples, too. */
  readonly runExamples?: ExampleRunner | undefined;
  /** Reports what the config's targets would drop or rewrite, too. */
  readonly portability?: Portability | undefined;
}
