export type { Verdict as JudgedValue } from './ajv-verdict.ts';
export { findDisagreement, type Disagreement, judgeDefaults, judgeSchema } from './judge.ts';
