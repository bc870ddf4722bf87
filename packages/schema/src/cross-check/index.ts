export type { Verdict as JudgedValue } from './ajv-verdict.ts';
export { findDisagreement, type Disagreement } from './find-disagreement.ts';
export { judgeSchema } from './judge-schema.ts';
