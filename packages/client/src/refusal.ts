import { BTCPError, type BTCPErrorOptions } from '@btcp/core';
import { lateParts } from '#late-parts';
import type { FAILURE_TEXTS } from './late/failure-texts.ts';

type FailureTexts = typeof FAILURE_TEXTS;
type Say = (...facts: readonly unknown[]) => BTCPErrorOptions;

/** Why a client refuses something: what `failure-texts.ts` says of it may be loaded later. */
export class Refusal<Code extends keyof FailureTexts = keyof FailureTexts> extends BTCPError {
  readonly #facts: unknown[];

  constructor(code: Code, ...facts: Parameters<FailureTexts[Code]>) {
    super(code);
    this.#facts = facts;
  }

  /** The error that a caller gets for anything thrown: its code and names alone, if a page could not load its words. */
  static toError(thrown: unknown, cause?: unknown): BTCPError {
    const facts = Refusal.factsOf(thrown);
    if (!facts) return BTCPError.from(thrown);
    const { code } = thrown as Refusal;
    // The code names the text that takes these facts.
    const say = lateParts.loaded?.FAILURE_TEXTS[code as keyof FailureTexts] as Say | undefined;
    const said = say?.(...facts) ?? {
      message: [code, ...facts.filter((fact) => typeof fact === 'string')].join(' '),
    };
    return BTCPError.from(new BTCPError(code, { ...said, cause }));
  }

  /** What it was made with; undefined of anything else that is thrown. */
  static factsOf(thrown: unknown): unknown[] | undefined {
    // Not `instanceof`, which a proxy answers as it likes, or throws.
    return Object(thrown) === thrown && #facts in (thrown as Refusal)
      ? (thrown as Refusal).#facts
      : undefined;
  }
}

/** @throws BTCPError `INVALID_ARGUMENT`: a mistake of the host, which nothing waits for. */
export function refuseArgument(...facts: Parameters<FailureTexts['INVALID_ARGUMENT']>): never {
  throw Refusal.toError(new Refusal('INVALID_ARGUMENT', ...facts));
}

/** Whether something is a finite number above 0. */
export const isAboveZero = (value: unknown): boolean => Number.isFinite(value) && (value as number) > 0;
