import { difference, ratio, type Effort, type Rounds } from './support/interleave.ts';
import { median } from './support/median.ts';
import type { Bench } from './support/row.ts';
import { runChild } from './support/run-child.ts';
import type { CallQuestion } from './children/call.ts';

const QUICK: Effort = { rounds: 3, slice: 1, warmUp: 2 };
const FULL: Effort = { rounds: 61, slice: 10, warmUp: 600 };

/** A call through the client, compared with the bare function, MCP in memory and the AI SDK. */
export const call: Bench = async ({ quick }) => {
  const effort = quick ? QUICK : FULL;
  const ours = await runChild<Rounds>('call', { effort, others: false } satisfies CallQuestion);
  const others = await runChild<Rounds>('call', { effort, others: true } satisfies CallQuestion);
  const micro = (rounds: Rounds, name: string, reference = 'bare'): number =>
    difference(rounds, name, reference) / 1000;
  return [
    {
      limit: 'call-overhead',
      variant: 'getCellValue',
      measured: micro(ours, 'client'),
      details: timesOf(ours),
    },
    shown('client.callTool of a tool that reads its signal', micro(ours, 'client, signal read')),
    shown('MCP client and server, linked in memory', micro(others, 'MCP'), times(others, 'MCP')),
    shown(
      "the AI SDK's generateText, one step with a tool call, model mocked",
      micro(others, 'AI SDK'),
      times(others, 'AI SDK'),
    ),
    shown('the same, more than without a tool call', micro(others, 'AI SDK', 'AI SDK without tool')),
  ];
};

const shown = (variant: string, measured: number, details?: string) => ({
  figure: 'a call in other ways, more than the bare async function',
  variant,
  measured,
  unit: 'µs',
  ...(details !== undefined && { details }),
});

const times = (rounds: Rounds, name: string): string =>
  `${ratio(rounds, name, 'client').toPrecision(2)} times client.callTool`;

function timesOf(rounds: Rounds): string {
  return `ns: ${Object.entries(rounds)
    .map(([name, each]) => `${name} ${Math.round(median(each))}`)
    .join(', ')}`;
}
