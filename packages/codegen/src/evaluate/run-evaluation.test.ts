import { expect, it } from 'vitest';
import { makeTempFolder } from '../temp-folder.ts';
import type { EvaluationEvent } from './evaluation-protocol.ts';
import { type EvaluationEnd, runEvaluation } from './run-evaluation.ts';

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

async function evaluate(silence: number, onEvent: (event: EvaluationEvent) => void): Promise<EvaluationEnd> {
  const folder = await makeTempFolder();
  try {
    return await runEvaluation({
      code: CODE,
      job: { externals: [], modules: [] },
      folder: folder.path,
      silence,
      onEvent,
    });
  } finally {
    await folder.remove();
  }
}

it('does not take its own silence for that of the process', async () => {
  const end = await evaluate(1000, (event) => {
    if ('enter' in event) block(2000);
  });
  expect(end).toEqual({ kind: 'done' });
});

it('ends a process that is silent for too long', async () => {
  expect(await evaluate(1000, () => undefined)).toEqual({ kind: 'timeout' });
});
