import { BTCPError, type BTCPErrorOptions } from '@btcp/core';
import { failureTexts, loadFailureTexts } from '#failure-texts';
import type { FailureTexts } from './failure-texts.ts';

type Say = (...facts: readonly unknown[]) => BTCPErrorOptions;

/** Why a client refuses something: what `failure-texts.ts` says of it may be loaded later. */
export class Refusal<Code extends keyof FailureTexts = keyof FailureTexts> extends BTCPError {
  readonly #facts: Parameters<FailureTexts[Code]>;

  constructor(code: Code, ...facts: Parameters<FailureTexts[Code]>) {
    super(code);
    this.#facts = facts;
  }

  /** The error that a caller gets for anything thrown: without its words, if a page could not load them. */
  static toError(thrown: unknown, cause?: unknown): BTCPError {
    // Not `instanceof`, which a proxy answers as it likes, or throws.
    if (Object(thrown) !== thrown || !(#facts in (thrown as Refusal))) return BTCPError.from(thrown);
    const refusal = thrown as Refusal;
    // The code names the text that takes these facts.
    const say = failureTexts()?.FAILURE_TEXTS[refusal.code as keyof FailureTexts] as Say | undefined;
    return BTCPError.from(new BTCPError(refusal.code, { ...say?.(...refusal.#facts), cause }));
  }
}

/** @throws BTCPError for anything thrown. */
export async function failWith(thrown: unknown): Promise<never> {
  await loadFailureTexts();
  throw Refusal.toError(thrown);
}
