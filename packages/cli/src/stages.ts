import type { BuildStage } from '@btcp/codegen';

/** What is shown while a stage goes on. */
export const STAGES: Readonly<Record<BuildStage, string>> = {
  discover: 'Finding tools …',
  evaluate: 'Reading schemas …',
  infer: 'Deriving output schemas …',
  check: 'Checking …',
  run: 'Running examples …',
  emit: 'Compiling validators …',
  write: 'Writing …',
};
