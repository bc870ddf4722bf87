export { findDisagreement, type Disagreement } from './find-disagreement.ts';
export { judgeSchema, type JudgedValue } from './judge-schema.ts';
