import { LateModule } from '@btcp/core/late-module';
import type * as Failures from './failures.ts';

/**
 * What runs only when a value does not fit. Bundlers for pages take this file in the place of `failures-at-once.ts`, by
 * package.json's `imports`.
 */
export const late: LateModule<typeof Failures> = new LateModule(() => import('./failures.ts'));
