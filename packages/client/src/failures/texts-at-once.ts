import type { LateModule } from '@btcp/core/late-module';
import * as texts from './failure-texts.ts';

/** What a client says when something fails, which only pages load later. */
export const failureTexts: Omit<LateModule<typeof texts>, never> = {
  loaded: texts,
  load: async () => {},
  preload: () => {},
  use: (act) => act(texts),
};
