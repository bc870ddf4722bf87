import { setFailureDetails } from '@btcp/core';
import { LateModule } from '@btcp/core/late-module';
import type * as FailureTexts from './failure-texts.ts';

/**
 * What a client says when something fails. Bundlers for pages take this file in the place of `texts-at-once.ts`, by the
 * condition `browser` of package.json's `imports`.
 */
export const failureTexts: LateModule<typeof FailureTexts> = new LateModule(async () => {
  const loaded = await import('./failure-texts.ts');
  setFailureDetails(loaded.FAILURE_DETAILS);
  return loaded;
});
