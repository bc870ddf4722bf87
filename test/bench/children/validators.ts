import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Validator } from '@btcp/core';
import { compileValidators } from '@btcp/schema/compile';
import { answer } from '../support/answer.ts';
import { interleave, type Effort, type Rounds } from '../support/interleave.ts';
import { INPUT_COUNT, ownLoop } from '../support/own-loop.ts';
import { VALIDATOR_CASES, type CaseName } from '../validators/cases.ts';
import { makeEngines, type Engines } from '../validators/engines.ts';
import type { ValidatorCase } from '../validators/validator-case.ts';

/** The parent's question. */
export interface ValidatorsQuestion {
  readonly name: CaseName;
  readonly effort: Effort;
}

/** Nanoseconds per validation. */
export interface ValidatorsAnswer {
  readonly valid: Rounds;
  /** Only whether the value fits. */
  readonly verdict: Rounds;
  /** The first issue is read too. */
  readonly issue: Rounds;
}

await answer(async ({ name, effort }: ValidatorsQuestion): Promise<ValidatorsAnswer> => {
  const one = VALIDATOR_CASES[name];
  const engines = makeEngines(one, await emit(name, one));
  const inputs = makeInputs(one);
  checkVerdicts(engines, inputs);
  return {
    valid: await time(engines, inputs.valid, effort, ({ accepts }) => accepts),
    verdict: await time(
      engines,
      inputs.invalid,
      effort,
      ({ accepts }) => accepts && ((value) => !accepts(value)),
    ),
    issue: await time(engines, inputs.invalid, effort, ({ firstIssue }) => firstIssue),
  };
});

async function emit(name: string, { schema }: ValidatorCase): Promise<Validator> {
  const file = join(process.cwd(), `emitted-${name.replaceAll(' ', '-')}.mjs`);
  await writeFile(file, compileValidators({ validate: schema }).code);
  const module = (await import(pathToFileURL(file).href)) as { readonly validate: Validator };
  return module.validate;
}

interface Inputs {
  readonly valid: readonly unknown[];
  readonly invalid: readonly unknown[];
}

// Parsed from JSON, as real values are.
function makeInputs({ valid, breaks }: ValidatorCase): Inputs {
  const copies = (): object[] =>
    Array.from({ length: INPUT_COUNT }, (_, index) => JSON.parse(JSON.stringify(valid(index))) as object);
  const invalid = copies();
  invalid.forEach((value, index) => breaks[index % breaks.length]?.(value));
  return { valid: copies(), invalid: JSON.parse(JSON.stringify(invalid)) as unknown[] };
}

function checkVerdicts(engines: Engines, { valid, invalid }: Inputs): void {
  for (const [name, { accepts, firstIssue }] of Object.entries(engines)) {
    const refused = valid.findIndex((value) => !accepts(value));
    const accepted = invalid.findIndex((value) => accepts(value) || (firstIssue && !firstIssue(value)));
    if (refused >= 0) throw new Error(`${name} refuses ${JSON.stringify(valid[refused])}`);
    if (accepted >= 0) throw new Error(`${name} accepts ${JSON.stringify(invalid[accepted])}`);
  }
}

function time(
  engines: Engines,
  inputs: readonly unknown[],
  effort: Effort,
  pick: (engine: Engines[string]) => ((value: unknown) => unknown) | undefined,
): Promise<Rounds> {
  const contenders = Object.entries(engines).flatMap(([name, engine]) => {
    const run = pick(engine);
    return run ? [[name, ownLoop(run, inputs)] as const] : [];
  });
  return interleave(Object.fromEntries(contenders), effort);
}
