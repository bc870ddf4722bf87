import { setFailureDetails } from '@btcp/core/internal';
import { LateModule } from '@btcp/core/late-module';
import type * as LateParts from './late-parts.ts';

/**
 * What a call that succeeds does not need. Bundlers without the condition `node` take this file in the place of `at-once.ts`,
 * by package.json's `imports`.
 */
export const lateParts: LateModule<typeof LateParts> = new LateModule(async () => {
  const loaded = await import('./late-parts.ts');
  setFailureDetails(loaded.details);
  return loaded;
});
