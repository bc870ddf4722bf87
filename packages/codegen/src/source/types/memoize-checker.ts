import type { Checker } from './typescript.ts';

/** The questions that the build asks about one object, often the same ones for several purposes. */
const ABOUT_ONE = [
  'getAliasedSymbol',
  'getApparentType',
  'getBaseTypes',
  'getIndexInfosOfType',
  'getNonNullableType',
  'getPropertiesOfType',
  'getReturnTypeOfSignature',
  'getShorthandAssignmentValueSymbol',
  'getSignatureFromDeclaration',
  'getSymbolAtLocation',
  'getTypeArguments',
  'getTypeAtLocation',
  'getTypeOfSymbol',
  'isArrayLikeType',
  'isArrayType',
] as const satisfies readonly (keyof Checker)[];

/** The questions about an object and a string or number. */
const ABOUT_TWO = ['getPropertyOfType', 'getSignaturesOfType'] as const satisfies readonly (keyof Checker)[];

/**
 * A checker that asks every question once, since each is a round trip to another process. Arrays are asked in one request,
 * whose answers are then known one by one.
 */
export function memoizeChecker(checker: Checker): Checker {
  const methods: Record<string, unknown> = {};
  for (const method of ABOUT_ONE) methods[method] = memoizeOne(checker[method].bind(checker) as Ask);
  for (const method of ABOUT_TWO) methods[method] = memoizeTwo(checker[method].bind(checker) as AskTwo);
  return Object.assign(Object.create(checker) as Checker, methods);
}

/** A method of the checker; of an array it returns an array. */
type Ask = (subject: unknown) => unknown;
type AskTwo = (subject: object, detail: unknown) => unknown;

function memoizeOne(ask: Ask): Ask {
  const known = new Map<unknown, unknown>();
  const askAll = (subjects: readonly unknown[]): readonly unknown[] => {
    const asked = [...new Set(subjects)].filter((subject) => !known.has(subject));
    const answers = asked.length > 0 ? (ask(asked) as readonly unknown[]) : [];
    for (const [index, subject] of asked.entries()) known.set(subject, answers[index]);
    return subjects.map((subject) => known.get(subject));
  };
  return (subject) => {
    if (Array.isArray(subject)) return askAll(subject);
    if (!known.has(subject)) known.set(subject, ask(subject));
    return known.get(subject);
  };
}

function memoizeTwo(ask: AskTwo): AskTwo {
  const known = new Map<object, Map<unknown, unknown>>();
  return (subject, detail) => {
    const answers = known.get(subject) ?? new Map<unknown, unknown>();
    known.set(subject, answers);
    if (!answers.has(detail)) answers.set(detail, ask(subject, detail));
    return answers.get(detail);
  };
}
