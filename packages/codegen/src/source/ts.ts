/** The TypeScript compiler that ts-morph bundles, so that its nodes and ts-morph's are compatible. */
export { ts } from 'ts-morph';
