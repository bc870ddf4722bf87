export { findDisagreement, type Disagreement } from './find-disagreement.ts';
export { judgeSchema, type Judge } from './judge-schema.ts';
