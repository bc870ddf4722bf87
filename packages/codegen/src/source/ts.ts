/** The TypeScript compiler that ts-morph bundles, so that syntax, types and ts-morph's own reading agree. */
export { ts } from 'ts-morph';
