import type { LateModule } from '@btcp/core/late-module';
import * as failures from './failures.ts';

/** What runs only when a value does not fit, which only pages load later. */
export const late: Pick<LateModule<typeof failures>, 'loaded' | 'load' | 'preload'> = {
  loaded: failures,
  load: async () => {},
  preload: () => {},
};
