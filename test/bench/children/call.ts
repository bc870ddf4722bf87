import { deepEqual } from 'node:assert/strict';
import { CELL_INPUTS, readCell } from '../call/cell-tool.ts';
import {
  throughAiSdk,
  throughClient,
  throughMcp,
  withoutToolThroughAiSdk,
  type Call,
} from '../call/ways-to-call.ts';
import { answer } from '../support/answer.ts';
import { interleave, type Effort, type Rounds, type Timed } from '../support/interleave.ts';
import { ownLoop } from '../support/own-loop.ts';

/** The parent's question. */
export interface CallQuestion {
  readonly effort: Effort;
  /** Whether to measure the other protocols instead of the client. */
  readonly others: boolean;
}

await answer(async ({ effort, others }: CallQuestion): Promise<Rounds> => {
  const ways = others ? await otherWays() : await ownWays();
  await checkAnswers(ways);
  const loops = Object.entries(ways).map(([name, call]) => [
    name,
    ownLoop(call, CELL_INPUTS, { awaits: true }),
  ]);
  return interleave(Object.fromEntries(loops) as Readonly<Record<string, Timed>>, effort);
});

async function ownWays(): Promise<Readonly<Record<string, Call>>> {
  return {
    bare: readCell,
    client: await throughClient(readCell),
    'client, signal read': await throughClient((input, { signal }) => {
      signal.throwIfAborted();
      return readCell(input);
    }),
  };
}

async function otherWays(): Promise<Readonly<Record<string, Call>>> {
  return {
    bare: readCell,
    client: await throughClient(readCell),
    MCP: await throughMcp(),
    'AI SDK': throughAiSdk(),
    'AI SDK without tool': withoutToolThroughAiSdk(),
  };
}

async function checkAnswers(ways: Readonly<Record<string, Call>>): Promise<void> {
  for (const [name, call] of Object.entries(ways)) {
    if (name === 'AI SDK without tool') continue;
    for (const input of CELL_INPUTS) deepEqual({ ...(await call(input)) }, await readCell(input), name);
  }
}
