import type { Target } from '@btcp/adapters/formats';
import type { writtenPrograms } from '../ikigai/written-programs.ts';

/** The targets whose hosts run each tool as a program, and what writes the programs. */
const WRITERS: Partial<Record<Target, () => Promise<typeof writtenPrograms>>> = {
  ikigai: async () => (await import('../ikigai/written-programs.ts')).writtenPrograms,
};

export const PROGRAM_TARGETS: readonly string[] = Object.keys(WRITERS);

/** What writes a target's tools as programs; `undefined` if its tools are JSON. */
export const programWriter = (target: Target): (() => Promise<typeof writtenPrograms>) | undefined =>
  WRITERS[target];
