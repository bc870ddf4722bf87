import type { ManifestTool } from '@btcp/core';
import { compareManifests } from '@btcp/schema/compare';
import { answer } from '../support/answer.ts';

/** The parent's question: of how many tools. */
export interface CompareQuestion {
  readonly tools: number;
}

/** Seconds on the clock. */
export interface CompareTimes {
  readonly equal: number;
  readonly changed: number;
}

await answer(async ({ tools: count }: CompareQuestion): Promise<CompareTimes> => {
  const release = (limit: number) => ({
    tools: Array.from({ length: count }, (_, index) => makeTool(index, limit)),
  });
  const old = release(100);
  const equal = secondsOf(() => compareManifests(old, release(100)).findings.length === 0);
  return { equal, changed: secondsOf(() => compareManifests(old, release(90)).findings.length >= 2 * count) };
});

/** @param run - Whether it came out right. */
function secondsOf(run: () => boolean): number {
  const start = performance.now();
  if (!run()) throw new Error('The comparison found something else.');
  return (performance.now() - start) / 1000;
}

/** Tools of everyday sizes; no two alike. Another limit changes what is accepted and what is returned. */
function makeTool(index: number, limit: number): ManifestTool {
  return {
    name: `readOrders${index}`,
    description: `Reads the orders of shop ${index} that are in a state, newest first.`,
    inputSchema: {
      type: 'object',
      properties: {
        state: { type: 'string', enum: ['open', 'paid', 'sent'], description: 'Their state.' },
        email: { type: 'string', format: 'email', maxLength: limit + index },
        ids: { type: 'array', items: { type: 'string', pattern: '^[A-Z]+[0-9]+$' }, maxItems: 20 },
        range: {
          type: 'object',
          properties: { from: { type: 'integer', minimum: 0 }, to: { type: 'integer', exclusiveMinimum: 0 } },
          required: ['from'],
          additionalProperties: false,
        },
      },
      required: ['state'],
      additionalProperties: false,
    },
    outputSchema: {
      type: 'array',
      items: {
        type: 'object',
        properties: { id: { type: 'string' }, cost: { type: 'number', maximum: limit } },
      },
    },
    capabilities: ['dom:read'],
  };
}
