import { findUnmatched } from '../../pattern/find-unmatched.ts';
import { parsePattern } from '../../pattern/parse-pattern.ts';
import { safePattern } from '../../pattern/safe-pattern.ts';
import { isObject } from '../../model/own-property.ts';
import { and, conjoin, greatest, least, type Term, verdictOf, within } from './conjunction.ts';
import { examplesOf, objectWith } from './examples-of.ts';
import { isClosed, isImpossible, possibleNames } from './is-empty.ts';
import {
  namesIn,
  otherTerms,
  patternsOf,
  propertyTerms,
  possiblePropertyTerms,
  requiredNames,
} from './members.ts';
import { allProven, type Candidates, type Question, unless } from './question.ts';

/** Proves objects: required properties, each named property, all others, their names and their number. */
export function proveObject(question: Question): Candidates | undefined {
  const { given, wanted } = question;
  const names = new Set([...given.nodes, wanted].flatMap(namesIn));
  return allProven([
    proveRequired(question),
    ...[...names].map((name) => proveProperty(question, name)),
    ...proveOthers(question, names),
    proveNames(question, names),
    proveCount(question),
    proveDependents(question),
  ]);
}

function proveRequired({ given, wanted }: Question): Candidates | undefined {
  const known = requiredNames(given);
  const missing = [...requiredNames(conjoin([wanted]))].filter((name) => !known.has(name));
  return unless(missing.length === 0, () => [objectWith(given, {})]);
}

function proveProperty({ given, wanted, prove }: Question, name: string): Candidates | undefined {
  const terms = conjoin(propertyTerms(given, name));
  return allProven(
    possiblePropertyTerms(wanted, name).map((goal) =>
      prove(terms, goal)?.map((value) => objectWith(given, { [name]: value })),
    ),
  );
}

function proveOthers(question: Question, names: ReadonlySet<string>): readonly (Candidates | undefined)[] {
  const { wanted } = question;
  const { additionalProperties } = wanted.schema;
  const matched = patternsOf(wanted).map(([pattern, goal]) => proveOther(question, names, goal, pattern));
  return additionalProperties === undefined
    ? matched
    : [...matched, proveOther(question, names, within(wanted, additionalProperties), undefined)];
}

function proveOther(
  { given, wanted, prove }: Question,
  names: ReadonlySet<string>,
  goal: Term,
  pattern: string | undefined,
): Candidates | undefined {
  const patterns = patternsOf(wanted).map(([each]) => each);
  const others = pattern === undefined ? otherTerms(given, undefined, patterns) : otherTerms(given, pattern);
  const candidates = prove(conjoin(others), goal);
  if (candidates === undefined) return undefined;
  const taken = patterns.map((each) => safePattern(each));
  const name =
    pattern === undefined
      ? OTHER_NAMES.find((each) => !names.has(each) && !taken.some((expression) => expression?.test(each)))
      : nameFor(pattern);
  return name === undefined ? [] : candidates.map((value) => objectWith(given, { [name]: value }));
}

const OTHER_NAMES = ['other', 'x-other', 'OTHER', '0', '_', 'ö'];

function nameFor(pattern: string): string | undefined {
  const parsed = parsePattern(pattern);
  const found = parsed && findUnmatched([parsed], { kind: 'set', ranges: [] });
  return typeof found === 'object' ? found.text : undefined;
}

function proveNames(question: Question, names: ReadonlySet<string>): Candidates | undefined {
  const { given, wanted, prove } = question;
  const { propertyNames } = wanted.schema;
  if (propertyNames === undefined) return undefined;
  const goal = within(wanted, propertyNames);
  const wrong = [...names].filter(
    (name) => verdictOf(goal, name) !== true && !isImpossible(given, name) && mayBeNamed(question, name),
  );
  if (wrong.length === 0 && isClosed(given)) return undefined;
  const givenNames = given.nodes.flatMap((node) => {
    const { propertyNames: own } = node.schema;
    return own === undefined ? [] : [within(node, own)];
  });
  const candidates = prove(conjoin([...givenNames, A_STRING]), goal);
  return candidates && [...wrong, ...candidates].map((name) => withExample(question, String(name)));
}

const A_STRING: Term = { schema: { type: 'string' }, root: true };

const mayBeNamed = ({ given }: Question, name: string): boolean =>
  given.nodes.every((node) => {
    const { propertyNames } = node.schema;
    return propertyNames === undefined || verdictOf(within(node, propertyNames), name) !== false;
  });

function withExample({ given }: Question, name: string): unknown {
  const [value = null] = examplesOf(conjoin(propertyTerms(given, name)));
  return objectWith(given, { [name]: value });
}

function proveCount(question: Question): Candidates | undefined {
  const { given, wanted } = question;
  const { minProperties = 0, maxProperties = Infinity } = wanted.schema;
  const fewest = Math.max(requiredNames(given).size, greatest(given, 'minProperties'));
  const possible = possibleNames(given);
  const most = Math.min(possible?.length ?? Infinity, least(given, 'maxProperties'));
  return allProven([
    unless(fewest >= Number(minProperties), () => [objectWith(given, {})]),
    unless(most <= Number(maxProperties), () => manyMembers(question, possible, Number(maxProperties) + 1)),
  ]);
}

function manyMembers(
  { given }: Question,
  possible: readonly string[] | undefined,
  count: number,
): Candidates {
  if (count > 1_000) return [];
  const names = possible ?? Array.from({ length: count }, (_, index) => `other${index}`);
  const members = names.map((name) => [name, examplesOf(conjoin(propertyTerms(given, name)))[0] ?? null]);
  return [objectWith(given, Object.fromEntries(members) as Record<string, unknown>)];
}

function proveDependents(question: Question): Candidates | undefined {
  const { given, wanted, prove } = question;
  const { dependentRequired: lists, dependentSchemas: schemas } = wanted.schema;
  const goals = [
    ...Object.entries(isObject(lists) ? lists : {}).map(([name, required]) => [name, { required }] as const),
    ...Object.entries(isObject(schemas) ? schemas : {}),
  ];
  return allProven(
    goals.map(([name, schema]) =>
      isImpossible(given, name)
        ? undefined
        : prove(and(given, { schema: { required: [name] }, root: true }), within(wanted, schema)),
    ),
  );
}
