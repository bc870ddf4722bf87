export { judgeSchema, type Judge } from './judge-schema.ts';
