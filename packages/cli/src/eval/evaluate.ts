import type { Tokens } from './ask-model.ts';
import { judgeAnswer, type Judgement, type Verdict, VERDICTS } from './judge-answer.ts';
import type { EvalCase } from './read-cases.ts';
import type { Recording } from './recording.ts';
import type { Surface } from './surface.ts';

/** How many answers there are, how many are worth at least so much, and what they took. */
export interface Score {
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
