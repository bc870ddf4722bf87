import { createKeyPair, signManifest, verifyManifest } from '@btcp/client/signature';
import type { Manifest } from '@btcp/core';
import { answer } from '../support/answer.ts';
import { median } from '../support/median.ts';

/** The parent's question: how many tools, how often. */
export interface SignQuestion {
  readonly tools: number;
  readonly rounds: number;
}

/** Milliseconds: of the first time in a process, and the median of all. */
export interface SignTimes {
  readonly signing: number;
  readonly firstSigning: number;
  readonly verifying: number;
  readonly firstVerifying: number;
}

await answer(async ({ tools, rounds }: SignQuestion): Promise<SignTimes> => {
  const text = JSON.stringify(makeManifest(tools), null, 2);
  const { privateKey, publicKey } = await createKeyPair();
  const signing: number[] = [];
  const verifying: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    const signature = JSON.stringify(await signManifest(text, privateKey));
    const signed = performance.now();
    const { ok } = await verifyManifest(text, signature, { keys: [publicKey] });
    if (!ok) throw new Error('A manifest is not the one that was signed.');
    signing.push(signed - start);
    verifying.push(performance.now() - signed);
  }
  return {
    signing: median(signing),
    firstSigning: signing[0] ?? NaN,
    verifying: median(verifying),
    firstVerifying: verifying[0] ?? NaN,
  };
});

/** A manifest with tools of everyday sizes; no two alike. */
function makeManifest(count: number): Manifest {
  const tools = Array.from({ length: count }, (_, index) => ({
    name: `readOrders${index}`,
    description: `Reads the orders of shop ${index} that are in a state, newest first.`,
    inputSchema: {
      type: 'object',
      properties: {
        state: { type: 'string', enum: ['open', 'paid', 'sent'], description: 'Their state.' },
        email: { type: 'string', format: 'email', maxLength: 100 + index, description: 'Whose they are.' },
      },
      required: ['state'],
      additionalProperties: false,
    },
    outputSchema: { type: 'array', items: { type: 'object', properties: { id: { const: index } } } },
    capabilities: ['dom:read'],
    examples: [{ input: { state: 'open', email: `a${index}@example.com` } }],
  }));
  return { btcp: '1.0', name: 'many', version: '1.0.0', tools, capabilities: ['dom:read'] };
}
