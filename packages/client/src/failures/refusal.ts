import { BTCPError, type BTCPErrorOptions } from '@btcp/core';
import { failureTexts } from '#failure-texts';
import type { FailureTexts } from './failure-texts.ts';

type Say = (...facts: readonly unknown[]) => BTCPErrorOptions;

/** Why a client refuses something: what `failure-texts.ts` says of it may be loaded later. */
export class Refusal<Code extends keyof FailureTexts = keyof FailureTexts> extends BTCPError {
  readonly #facts: unknown[];

  constructor(code: Code, ...facts: Parameters<FailureTexts[Code]>) {
    super(code);
    this.#facts = facts;
  }

  /** The error that a caller gets for anything thrown: without its words, if a page could not load them. */
  static toError(thrown: unknown, cause?: unknown): BTCPError {
    const facts = Refusal.factsOf(thrown);
    if (!facts) return BTCPError.from(thrown);
    const { code } = thrown as Refusal;
    // The code names the text that takes these facts.
    const say = failureTexts.loaded?.FAILURE_TEXTS[code as keyof FailureTexts] as Say | undefined;
    return BTCPError.from(new BTCPError(code, { ...say?.(...facts), cause }));
  }

  /** What it was made with; undefined of anything else that is thrown. */
  static factsOf(thrown: unknown): unknown[] | undefined {
    // Not `instanceof`, which a proxy answers as it likes, or throws.
    return Object(thrown) === thrown && #facts in (thrown as Refusal)
      ? (thrown as Refusal).#facts
      : undefined;
  }
}

/** @throws BTCPError for anything thrown. */
export async function failWith(thrown: unknown): Promise<never> {
  await failureTexts.load();
  throw Refusal.toError(thrown);
}
