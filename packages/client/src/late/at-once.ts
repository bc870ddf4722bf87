import type { LateModule } from '@btcp/core/late-module';
import * as parts from './late-parts.ts';

/** What a call that succeeds does not need, which only pages load later. */
export const lateParts: Omit<LateModule<typeof parts>, never> = {
  loaded: parts,
  load: async () => {},
  need: () => Promise.resolve(parts),
  preload: (act) => act?.(parts),
  use: (act) => act(parts),
};
