import { BTCPError } from '@btcp/core';
import { lateParts } from '#late-parts';
import type { FAILURE_TEXTS } from './late/failure-texts.ts';

type FailureTexts = typeof FAILURE_TEXTS;

/** What refusals were made with. Not a property of theirs: a tool could throw an error with that. */
const factsOfRefusals = new WeakMap<object, unknown[]>();

/** What a refusal was made with; undefined of anything else that is thrown. */
export const factsOf = (thrown: unknown): unknown[] | undefined => factsOfRefusals.get(thrown as object);

/** Why a client refuses something: its code and names alone, as what `failure-texts.ts` says of it may be loaded later. */
export function refusal<Code extends keyof FailureTexts>(
  code: Code,
  ...facts: Parameters<FailureTexts[Code]>
): BTCPError {
  const names = [code, ...facts].filter((fact) => typeof fact === 'string');
  const error = new BTCPError(code, names.join(' '));
  factsOfRefusals.set(error, facts);
  return error;
}

/** The error that a caller gets for anything thrown, with what is said of it, if a page could load that. */
export function toError(thrown: unknown): BTCPError {
  const said = lateParts.loaded?.explain(thrown, factsOf(thrown));
  return BTCPError.from(said ? new BTCPError((thrown as BTCPError).code, said) : thrown);
}

/** @throws BTCPError `INVALID_ARGUMENT`: a mistake of the host, which nothing waits for. */
export function refuseArgument(...facts: Parameters<FailureTexts['INVALID_ARGUMENT']>): never {
  throw toError(refusal('INVALID_ARGUMENT', ...facts));
}

export const isAboveZero = (value: unknown): boolean => Number.isFinite(value) && (value as number) > 0;
