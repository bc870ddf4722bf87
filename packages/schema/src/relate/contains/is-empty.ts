import {
  type Conjunction,
  conjoin,
  finiteValues,
  greatest,
  least,
  splitUnion,
  type Term,
  typesOf,
  type ValueType,
  verdictOf,
  itemTerms,
  namesIn,
  otherTerms,
  prefixLength,
  propertyTerms,
  requiredNames,
} from './conjunction.ts';
import { isEmptyRange, numberRange } from './numbers.ts';
import { stringLengths } from './strings.ts';
import { countSteps } from './work.ts';

/** Maximum depth; deeper schemas count as not empty. */
const MAX_DEPTH = 6;
/** Maximum positions of a tuple to check. */
const MAX_PLACES = 50;

/** Whether certainly no value fits. */
export function isEmpty(conjunction: Conjunction, depth = 0): boolean {
  countSteps(1);
  if (conjunction.isNever) return true;
  if (depth > MAX_DEPTH) return false;
  const values = finiteValues(conjunction);
  if (values !== undefined) return !values.some((value) => mayBeInUnions(conjunction, value));
  if (typesOf(conjunction).every((type) => isEmptyOf(type, conjunction, depth))) return true;
  return splitUnion(conjunction)?.every((each) => isEmpty(each, depth + 1)) ?? false;
}

/** Whether a value is not known to break a union. */
export const mayBeInUnions = ({ unions }: Conjunction, value: unknown): boolean =>
  unions.every((union) => union.some((branch) => verdictOf(branch, value) !== false));

function isEmptyOf(type: ValueType, conjunction: Conjunction, depth: number): boolean {
  switch (type) {
    case 'number':
      return isEmptyRange(numberRange(conjunction));
    case 'string': {
      const [shortest, longest] = stringLengths(conjunction);
      return shortest > longest;
    }
    case 'array': {
      const [shortest, longest] = arrayLengths(conjunction, depth);
      return shortest > longest;
    }
    case 'object': {
      const fewest = greatest(conjunction, 'minProperties');
      if (fewest > least(conjunction, 'maxProperties')) return true;
      const required = [...requiredNames(conjunction)];
      if (required.some((name) => isImpossible(conjunction, name, depth))) return true;
      return fewest > 0 && fewest > (possibleNames(conjunction, depth)?.length ?? Infinity);
    }
    default:
      return false;
  }
}

/** Whether certainly no object that fits has a property. */
const isImpossible = (conjunction: Conjunction, name: string, depth = 0): boolean =>
  isEmpty(conjoin(propertyTerms(conjunction, name)), depth + 1);

/** Whether objects that fit have no other properties than the ones that schemas name. */
const isClosed = (conjunction: Conjunction, depth = 0): boolean =>
  isEmpty(conjoin(otherTerms(conjunction)), depth + 1);

/** The names that the properties of objects that fit may have; `undefined` where any name is possible. */
export function possibleNames(conjunction: Conjunction, depth = 0): readonly string[] | undefined {
  if (!isClosed(conjunction, depth)) return undefined;
  const names = new Set(conjunction.nodes.flatMap(namesIn));
  return [...names].filter((name) => !isImpossible(conjunction, name, depth));
}

/** The lengths of arrays that fit: as limits say, or items that no value fits. */
export function arrayLengths(
  conjunction: Conjunction,
  depth = 0,
): readonly [shortest: number, longest: number] {
  const shortest = Math.max(0, greatest(conjunction, 'minItems'));
  const longest = least(conjunction, 'maxItems');
  const places = Math.min(prefixLength(conjunction.nodes), MAX_PLACES, longest - 1);
  for (let index = 0; index <= places; index++) {
    if (isEmpty(conjoin(itemTerms(conjunction, index)), depth + 1)) return [shortest, index];
  }
  return [shortest, longest];
}

/** Whether certainly no value fits all of some normalised schemas, each with its own root. Needs no eval. */
export const areDisjoint = (...terms: readonly Term[]): boolean => isEmpty(conjoin(terms));
