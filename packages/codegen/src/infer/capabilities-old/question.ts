import type { ts } from '../../source/ts.ts';
import type { Run, SpecialStep } from './run.ts';
import type { KnownCapability } from '@btcp/core';

/** A use whose capability depends on arguments, receiver or value, and how to answer it. */
export interface Question {
  readonly run: Run;
  readonly step: SpecialStep;
  readonly args: readonly ts.Node[] | undefined;
  readonly may: (capability: KnownCapability) => void;
  readonly must: (capability: KnownCapability) => void;
  readonly flag: () => void;
}
