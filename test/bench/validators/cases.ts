import { email } from './cases/email.ts';
import { nested } from './cases/nested.ts';
import { smallFlat } from './cases/small-flat.ts';
import { taggedUnion } from './cases/tagged-union.ts';
import type { ValidatorCase } from './validator-case.ts';

/** The schemas that validators are compared on. */
export const VALIDATOR_CASES = {
  'small flat': smallFlat,
  email,
  '100 nested objects': nested,
  'tagged union of 10': taggedUnion,
} as const satisfies Readonly<Record<string, ValidatorCase>>;

/** The name of one of them. */
export type CaseName = keyof typeof VALIDATOR_CASES;
