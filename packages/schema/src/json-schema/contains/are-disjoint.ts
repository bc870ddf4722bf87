import { conjoin, type Term } from './conjunction.ts';
import { isEmpty } from './is-empty.ts';

/** Whether certainly no value fits all of some schemas, each in normal form and with its own root. Needs no eval. */
export const areDisjoint = (...terms: readonly Term[]): boolean => isEmpty(conjoin(terms));
