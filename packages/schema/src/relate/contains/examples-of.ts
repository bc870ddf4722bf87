import { setOwn, type MutableObject } from '../../model/own-property.ts';
import {
  type Conjunction,
  conjoin,
  finiteValues,
  splitUnion,
  type Term,
  typesOf,
  type ValueType,
} from './conjunction.ts';
import { arrayLengths, mayBeInUnions } from './is-empty.ts';
import { itemTerms, propertyTerms, requiredNames } from './members.ts';
import { numbersNear } from './numbers.ts';
import { stringsNear } from './strings.ts';

const MAX_DEPTH = 5;
const MAX_OF_TYPE = 4;
const MAX_EXAMPLES = 16;
/** Longer arrays are not generated. */
const MAX_ITEMS = 1_000;

/** Values that probably fit: small ones of each type and branch. Callers must check them. */
export function examplesOf(conjunction: Conjunction, depth = 0): readonly unknown[] {
  if (depth > MAX_DEPTH || conjunction.isNever) return [];
  const values = finiteValues(conjunction);
  if (values !== undefined)
    return values.filter((value) => mayBeInUnions(conjunction, value)).slice(0, MAX_EXAMPLES);
  const cases = splitUnion(conjunction);
  if (cases !== undefined) return cases.flatMap((each) => examplesOf(each, depth + 1)).slice(0, MAX_EXAMPLES);
  return typesOf(conjunction).flatMap((type) =>
    examplesOfType(type, conjunction, depth).slice(0, MAX_OF_TYPE),
  );
}

function examplesOfType(type: ValueType, conjunction: Conjunction, depth: number): readonly unknown[] {
  switch (type) {
    case 'null':
      return [null];
    case 'boolean':
      return [true, false];
    case 'number':
      return numbersNear(conjunction);
    case 'string':
      return stringsNear(conjunction);
    case 'array':
      return [arrayWith(conjunction, [], undefined, depth)].filter((list) => list !== undefined);
    default:
      return [objectWith(conjunction, {}, depth)].filter((object) => object !== undefined);
  }
}

/**
 * An array that probably fits.
 *
 * @param given - Items by index.
 * @param length - Default: the minimum.
 */
export function arrayWith(
  conjunction: Conjunction,
  given: readonly unknown[],
  length: number = arrayLengths(conjunction)[0],
  depth = 0,
): unknown[] | undefined {
  const size = Math.max(length, given.length);
  if (size > MAX_ITEMS) return undefined;
  const list: unknown[] = [];
  for (let index = 0; index < size; index++) {
    if (Object.hasOwn(given, index)) list.push(given[index]);
    else {
      const examples = examplesOf(conjoin(itemTerms(conjunction, index)), depth + 1);
      if (examples.length === 0) return undefined;
      // Varies the items: they may have to be unique.
      list.push(examples[index % examples.length]);
    }
  }
  return list;
}

/** An object that probably fits, with the required and some given properties. */
export function objectWith(
  conjunction: Conjunction,
  given: Readonly<MutableObject>,
  depth = 0,
): MutableObject | undefined {
  const object: MutableObject = {};
  for (const name of requiredNames(conjunction)) {
    if (Object.hasOwn(given, name)) continue;
    const terms: readonly Term[] = propertyTerms(conjunction, name);
    const [example] = examplesOf(conjoin(terms), depth + 1);
    if (example === undefined) return undefined;
    setOwn(object, name, example);
  }
  for (const [name, value] of Object.entries(given)) setOwn(object, name, value);
  return object;
}
