export { findDisagreement, type Disagreement } from './find-disagreement.ts';
