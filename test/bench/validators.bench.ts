import { ratio, type Effort, type Rounds } from './support/interleave.ts';
import { median } from './support/median.ts';
import type { Bench, Row } from './support/row.ts';
import { runChild } from './support/run-child.ts';
import type { ValidatorsAnswer, ValidatorsQuestion } from './children/validators.ts';
import { VALIDATOR_CASES, type CaseName } from './validators/cases.ts';

const QUICK: Effort = { rounds: 3, slice: 0.5, warmUp: 1 };
const FULL: Effort = { rounds: 41, slice: 8, warmUp: 400 };
const RIVALS = ['zod', 'valibot', 'TypeBox'];

/** Emitted validators, compared with a handwritten check and other libraries; one process per schema. */
export const validators: Bench = async ({ quick }) => {
  const rows: Row[] = [];
  for (const name of Object.keys(VALIDATOR_CASES) as CaseName[]) {
    const question: ValidatorsQuestion = { name, effort: quick ? QUICK : FULL };
    rows.push(...rowsOf(name, await runChild<ValidatorsAnswer>('validators', question)));
  }
  return rows;
};

function rowsOf(name: CaseName, { valid, verdict, issue }: ValidatorsAnswer): Row[] {
  return [
    row('validators-valid', name, valid, 'by hand', timesOf(valid)),
    row('validators-level', `${name}, valid`, valid, 'ajv'),
    row('validators-level', `${name}, invalid`, verdict, 'ajv'),
    rivalRow('validators-ahead', `${name}, valid`, valid),
    rivalRow('validators-ahead', `${name}, invalid`, verdict),
    row('validators-first-error', name, verdict, 'ajv', timesOf(verdict)),
    rivalRow('validators-first-issue', name, issue, ['zod', 'TypeBox']),
    {
      figure: 'emitted validator / ajv allErrors, invalid input, first issue read',
      variant: name,
      measured: ratio(issue, 'emitted', 'ajv allErrors'),
      unit: 'x',
    },
    {
      figure: 'emitted validator / hand-written check, invalid input',
      variant: name,
      measured: ratio(verdict, 'emitted', 'by hand'),
      unit: 'x',
    },
  ];
}

function row(
  limit: NonNullable<Row['limit']>,
  variant: string,
  rounds: Rounds,
  reference: string,
  details?: string,
): Row {
  const measured = ratio(rounds, 'emitted', reference);
  return { limit, variant, measured, ...(details !== undefined && { details }) };
}

function rivalRow(
  limit: NonNullable<Row['limit']>,
  variant: string,
  rounds: Rounds,
  rivals: readonly string[] = RIVALS,
): Row {
  const ratios = rivals.map((rival) => [rival, ratio(rounds, 'emitted', rival)] as const);
  const measured = Math.max(...ratios.map(([, value]) => value));
  const details = ratios.map(([rival, value]) => `${rival} ${value.toFixed(2)}`).join(', ');
  return { limit, variant, measured, details };
}

function timesOf(rounds: Rounds): string {
  const times = Object.entries(rounds).map(([name, each]) => `${name} ${Math.round(median(each))}`);
  return `ns: ${times.join(', ')}`;
}
