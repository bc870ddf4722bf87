import type { SignQuestion, SignTimes } from './children/sign.ts';
import type { Bench } from './support/row.ts';
import { runChild } from './support/run-child.ts';

/** Signing and verifying many tools: text to text, with canonical JSON and digests. */
export const sign: Bench = async ({ quick }) => {
  const question: SignQuestion = { tools: quick ? 10 : 1000, rounds: quick ? 1 : 11 };
  const times = await runChild<SignTimes>('sign', question);
  const variant = `${question.tools} tools`;
  return [
    { limit: 'sign', variant, measured: times.signing, details: first(times.firstSigning) },
    { limit: 'verify', variant, measured: times.verifying, details: first(times.firstVerifying) },
  ];
};

const first = (milliseconds: number): string => `the first in its process ${Math.round(milliseconds)} ms`;
