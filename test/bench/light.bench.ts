import { spawnSync } from 'node:child_process';
import { ratio, type Rounds } from './support/interleave.ts';
import { median } from './support/median.ts';
import { BTCP } from './support/programs.ts';
import type { Bench, Row } from './support/row.ts';

/** Invocations that load no command, with their exit codes. */
const LIGHT: Readonly<Record<string, { readonly args: readonly string[]; readonly code: number }>> = {
  '--help': { args: ['--help'], code: 0 },
  '--version': { args: ['--version'], code: 0 },
  'export --help': { args: ['export', '--help'], code: 0 },
  'a misspelt option': { args: ['build', '--chek'], code: 2 },
  'a missing operand': { args: ['call'], code: 2 },
  'completion bash': { args: ['completion', 'bash'], code: 0 },
};

const NODE = 'node -e 0';

/** Help, wrong usage and completion as whole processes, compared with Node's own start. */
export const light: Bench = ({ quick }) => {
  const times: Record<string, number[]> = {};
  const ways: readonly (readonly [string, () => number])[] = [
    [NODE, () => timeOf(['-e', '0'], 0)],
    ...Object.entries(LIGHT).map(
      ([name, { args, code }]) => [name, () => timeOf([BTCP, ...args], code)] as const,
    ),
  ];
  // One unmeasured run of each, so that all find their files in the system's cache.
  for (let round = -1; round < (quick ? 1 : 21); round++) {
    for (const [name, time] of ways) {
      const nanoseconds = time();
      if (round >= 0) (times[name] ??= []).push(nanoseconds);
    }
  }
  return Promise.resolve(Object.keys(LIGHT).map((name) => row(name, times)));
};

/** Nanoseconds that Node takes for a program, from start to end. */
function timeOf(args: readonly string[], code: number): number {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== code) throw new Error(`${args.join(' ')} ended with ${String(status)}:\n${stderr}`);
  return (performance.now() - start) * 1e6;
}

function row(name: string, times: Rounds): Row {
  const milliseconds = (way: string): string => (median(times[way] ?? []) / 1e6).toFixed(0);
  return {
    limit: 'light',
    variant: name,
    measured: ratio(times, name, NODE),
    details: `ms: btcp ${milliseconds(name)}, node ${milliseconds(NODE)}`,
  };
}
