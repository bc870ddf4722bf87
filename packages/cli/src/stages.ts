import type { BuildStage } from '@btcp/codegen';

/** The progress that each stage shows. */
export const STAGES: Readonly<Record<BuildStage, string>> = {
  discover: 'Finding tools …',
  evaluate: 'Reading schemas …',
  infer: 'Deriving output schemas …',
  check: 'Checking …',
  run: 'Running examples …',
  emit: 'Compiling validators …',
  write: 'Writing …',
};
