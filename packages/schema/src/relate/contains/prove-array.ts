import { pickKeys } from '../../model/own-property.ts';
import { conjoin, isSame, type Term, valuesOfKeyword, within } from './conjunction.ts';
import { examplesOf, arrayWith } from './examples-of.ts';
import { arrayLengths } from './is-empty.ts';
import { itemOf, itemTerms, prefixLength } from './members.ts';
import { allProven, type Candidates, type Question, unless } from './question.ts';

/** Maximum positions of a tuple to check. */
const MAX_PLACES = 50;
const CONTAINING = ['contains', 'minContains', 'maxContains'];

/** Proves arrays: their length, their items by index, uniqueness, and `contains`. */
export function proveArray(question: Question): Candidates | undefined {
  const { given, wanted } = question;
  const [shortest, longest] = arrayLengths(given);
  const { minItems = 0, maxItems = Infinity, uniqueItems } = wanted.schema;
  const few = Number(minItems);
  const many = Number(maxItems);
  const areDifferent = longest <= 1 || valuesOfKeyword(given, 'uniqueItems').includes(true);
  return allProven([
    unless(shortest >= few, () => [arrayWith(given, [])]),
    unless(longest <= many, () => [arrayWith(given, [], many + 1)]),
    unless(uniqueItems !== true || areDifferent, () => doubled(question)),
    proveItems(question, longest),
    proveContains(question, shortest, longest),
  ]);
}

function doubled({ given }: Question): Candidates {
  return examplesOf(conjoin(itemTerms(given, 0))).map((item) => arrayWith(given, [item, item]));
}

function proveItems({ given, wanted, prove }: Question, longest: number): Candidates | undefined {
  const places = prefixLength([...given.nodes, wanted]);
  if (places > MAX_PLACES) return [];
  // The last index stands for all that follow.
  const indexes = Array.from({ length: Math.min(places + 1, longest) }, (_, index) => index);
  return allProven(
    indexes.map((index) => {
      const item = itemOf(wanted, index);
      const candidates = item && prove(conjoin(itemTerms(given, index)), item);
      return candidates?.map((value) => {
        const items: unknown[] = [];
        items[index] = value;
        return arrayWith(given, items);
      });
    }),
  );
}

function proveContains(
  { given, wanted, prove }: Question,
  shortest: number,
  longest: number,
): Candidates | undefined {
  const { contains, minContains = 1, maxContains = Infinity } = wanted.schema;
  if (contains === undefined || (minContains === 0 && longest <= Number(maxContains))) return undefined;
  const asked = pickKeys(wanted.schema, CONTAINING);
  const isSaid = given.nodes.some(({ schema, root }) =>
    isSame({ schema: pickKeys(schema, CONTAINING), root }, { ...wanted, schema: asked }),
  );
  if (isSaid) return undefined;
  const term: Term = within(wanted, contains);
  const first = Array.from({ length: Math.min(Number(minContains), MAX_PLACES + 1) }, (_, index) => index);
  const areThere =
    shortest >= Number(minContains) &&
    first.length <= MAX_PLACES &&
    first.every((index) => prove(conjoin(itemTerms(given, index)), term) === undefined);
  return unless(areThere && longest <= Number(maxContains), () => [arrayWith(given, [])]);
}
