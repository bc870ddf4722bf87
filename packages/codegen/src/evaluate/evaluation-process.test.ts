import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeTempFolder } from '../system/temp-folder.ts';
import type { EvaluationEvent } from './evaluation-protocol.ts';
import { type EvaluationEnd, EvaluationProcess } from './evaluation-process.ts';

/** Reports on a module that takes 500 ms, and another 1,800 ms. */
const CODE = `
import { writeSync } from 'node:fs';
const report = (event) => writeSync(3, JSON.stringify(event) + '\\n');
report({ enter: 'a' });
setTimeout(() => report({ leave: 'a' }), 500);
setTimeout(() => report({ done: true }), 2300);
`;

function block(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

async function evaluate(
  silence: number,
  onEvent: (event: EvaluationEvent) => void,
  code = CODE,
): Promise<EvaluationEnd> {
  const folder = await makeTempFolder();
  try {
    const path = join(folder.path, 'runtime.mjs');
    await writeFile(path, code);
    const job = { externals: [], modules: [] };
    return await new EvaluationProcess(path, tmpdir()).run({ job, silence, onEvent });
  } finally {
    await folder.remove();
  }
}

it('does not take its own silence for that of the process', async () => {
  const end = await evaluate(3000, (event) => {
    if ('enter' in event) block(4000);
  });
  expect(end).toEqual({ kind: 'done' });
});

it('gives the process the time that it takes to read a large job', async () => {
  const late = `await new Promise((resolve) => setTimeout(resolve, 1500));\n`;
  const begun = CODE.replace('2300', '600');
  expect(await evaluate(1000, () => undefined, begun.replace('const', `${late}const`))).toEqual({
    kind: 'done',
  });
});

it('ends a process that is silent for too long', async () => {
  expect(await evaluate(1000, () => undefined)).toEqual({ kind: 'timeout' });
});

it('tells how a process ended that was not done', async () => {
  const ended = (code: string): Promise<EvaluationEnd> => evaluate(10_000, () => undefined, code);
  expect(await ended('process.exit(3)')).toEqual({ kind: 'exit', detail: 'it exited with code 3' });
  expect(await ended(`process.kill(process.pid, 'SIGKILL')`)).toEqual({
    kind: 'exit',
    detail: 'it exited with SIGKILL',
  });
});

it('ignores lines that are no reports, and does not wait for what writes nothing else', async () => {
  const lines = [
    'null',
    '"enter"',
    '{"enter":5}',
    '{"varies":"Date.now"}',
    '{"tool":0}',
    '{"tool":0,"error":null}',
    '{"tool":0,"definition":{"problems":[]}}',
    '{"enter":"a"}',
  ];
  const events: EvaluationEvent[] = [];
  const code = `
import { writeSync } from 'node:fs';
writeSync(3, ${JSON.stringify(`${lines.join('\n')}\n`)});
setInterval(() => writeSync(3, '{}\\n'), 10);`;
  expect(await evaluate(1000, (event) => void events.push(event), code)).toEqual({ kind: 'timeout' });
  expect(events).toEqual([{ enter: 'a' }]);
});
