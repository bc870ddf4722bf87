export type { Verdict as JudgedValue } from './ajv-verdict.ts';
export { findDisagreement, type Disagreement } from './find-disagreement.ts';
export { judgeDefaults } from './judge-defaults.ts';
export { judgeSchema } from './judge-schema.ts';
