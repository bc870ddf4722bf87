import type { KnownCapability } from '@btcp/core';
import type { SpecialUse } from '../call-graph/step.ts';
import type { Code } from '../read/code.ts';
import type { Origins } from '../values/origins.ts';
import type { Texts } from '../values/texts.ts';

/** The two storages of a page. */
export type StorageArea = 'local' | 'session';

/** A use that depends on values, and callbacks for the decision. */
export interface Question {
  readonly code: Code;
  readonly origins: Origins;
  readonly texts: Texts;
  /** The storages that the code names. */
  readonly areas: ReadonlySet<StorageArea>;
  readonly use: SpecialUse;
  readonly must: (capability: KnownCapability) => void;
  readonly may: (capability: KnownCapability) => void;
  readonly flag: () => void;
}
