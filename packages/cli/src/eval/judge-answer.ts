import { decodeCall } from '@btcp/adapters';
import { BTCPError } from '@btcp/core';
import { getOwn, isObject, joinPointer } from '@btcp/schema/internal';
import { equal } from '@btcp/schema/runtime';
import type { Answer, Recording, Tokens } from './ask-model.ts';
import type { EvalCase, Expectation } from './read-cases.ts';
import type { Surface } from './surface.ts';

/** What an answer is worth, the best first: each has what those after it lack. */
const VERDICTS = ['right', 'wrong arguments', 'invalid arguments', 'wrong tool', 'no call'] as const;

type Verdict = (typeof VERDICTS)[number];

interface Judgement {
  readonly verdict: Verdict;
  /** What is wrong; the tool, where it is that. */
  readonly detail?: string;
  readonly called: readonly Called[];
}

/** A call after the same decoding and validation as at run time. */
interface Called {
  /** Absent where there is no such tool. */
  readonly tool?: string;
  /** With defaults, where it is valid. */
  readonly input?: unknown;
  /** Why the call would have been refused. */
  readonly refused?: string;
}

export function judgeAnswer({ calls, text }: Answer, expect: Expectation, surface: Surface): Judgement {
  const called = calls.map((call) => decode(call, surface));
  const [verdict, detail] = judge(called, text, expect, surface);
  return { verdict, ...(detail !== undefined && { detail }), called };
}

function judge(
  called: readonly Called[],
  text: string,
  { tool, input, exact = false, not }: Expectation,
  { inputs }: Surface,
): readonly [Verdict, (string | undefined)?] {
  const isWrong = (call: Called): boolean =>
    tool === null || call.tool === undefined || (not?.includes(call.tool) ?? call.tool !== tool);
  const wrong = called.find(isWrong);
  if (wrong) return ['wrong tool', wrong.tool ?? wrong.refused];
  const own = called.filter((call) => call.tool === tool);
  if (typeof tool === 'string' && own.length === 0) {
    // Beside `not`, other tools may be called before this one, but not in its place.
    if (called.length > 0) return ['wrong tool', called[0]?.tool];
    return text === '' ? ['no call'] : ['no call', `the model said ${JSON.stringify(text)}`];
  }
  const invalid = called.find(({ refused }) => refused !== undefined);
  if (invalid) return ['invalid arguments', invalid.refused];
  if (typeof tool !== 'string' || input === undefined) return ['right'];
  const filled = exact ? inputs.get(tool)?.(input) : undefined;
  const wanted = filled?.ok === true ? filled.value : input;
  const mismatches = own.map((call) => findMismatch(wanted, call.input, exact));
  return mismatches.includes(undefined) ? ['right'] : ['wrong arguments', mismatches[0]];
}

function decode(call: unknown, { target, names, inputs }: Surface): Called {
  try {
    const { name, input } = decodeCall(call, { target, names });
    const verdict = inputs.get(name)?.(input);
    if (verdict?.ok === true) return { tool: name, input: verdict.value };
    return { tool: name, input, refused: (verdict?.issues ?? []).map(({ message }) => message).join('; ') };
  } catch (error) {
    // Of a known tool the arguments cannot be read.
    const tool = isObject(call) ? names[String(getOwn(call, 'name'))] : undefined;
    return { ...(tool !== undefined && { tool }), refused: BTCPError.from(error).message };
  }
}

/** Where a value lacks what is expected, or, if it must be exact, has more. */
function findMismatch(expected: unknown, actual: unknown, exact: boolean, path = ''): string | undefined {
  const isPair = isObject(expected) && isObject(actual);
  if (isPair || (Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length)) {
    // An array's own properties are its elements.
    const wanted = Object.entries(expected as object);
    const given = new Map(Object.entries(actual as object));
    for (const [key, value] of wanted) {
      const at = joinPointer(path, key);
      if (!given.has(key)) return `${at} is missing`;
      const found = findMismatch(value, given.get(key), exact, at);
      if (found !== undefined) return found;
    }
    const more = [...given.keys()].find((key) => !Object.hasOwn(expected as object, key));
    return exact && more !== undefined ? `${joinPointer(path, more)} is not expected` : undefined;
  }
  if (equal(expected, actual)) return undefined;
  return `${path} is ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`;
}

/** How many answers there are, how many are worth at least so much, and what they took. */
interface Score {
  readonly runs: number;
  readonly rightTool: number;
  readonly validArguments: number;
  readonly right: number;
  readonly tokens: Tokens;
}

/** What one model made of one case. */
export interface CaseResult extends Score {
  readonly answers: readonly Judgement[];
}

/** What one model made of all cases, with one version of the tools. */
export interface Result extends Score {
  readonly cases: readonly CaseResult[];
}

/** Judges a model's answers, all of which are recorded. */
export function evaluate(surface: Surface, cases: readonly EvalCase[], recording: Recording): Result {
  const results = cases.map(({ ask, expect, runs = 1 }): CaseResult => {
    const found = Array.from({ length: runs }, (_, index) =>
      recording.find({ surface, ask, run: index + 1 }),
    ).filter((answer) => answer !== undefined);
    const answers = found.map((answer) => judgeAnswer(answer, expect, surface));
    return { ...scoreOf(answers, found), answers };
  });
  const all = results.flatMap(({ answers }) => answers);
  return { ...scoreOf(all, results), cases: results };
}

function scoreOf(answers: readonly Judgement[], took: readonly { readonly tokens: Tokens }[]): Score {
  const atLeast = (verdict: Verdict): number =>
    answers.filter((each) => VERDICTS.indexOf(each.verdict) <= VERDICTS.indexOf(verdict)).length;
  const sum = (part: keyof Tokens): number => took.reduce((total, { tokens }) => total + tokens[part], 0);
  return {
    runs: answers.length,
    rightTool: atLeast('invalid arguments'),
    validArguments: atLeast('wrong arguments'),
    right: atLeast('right'),
    tokens: { input: sum('input'), output: sum('output') },
  };
}

/** How a case does after a change. */
export function changeOf(now: Score, before: Score): 'better' | 'worse' | 'same' {
  if (now.right === before.right) return 'same';
  return now.right > before.right ? 'better' : 'worse';
}
