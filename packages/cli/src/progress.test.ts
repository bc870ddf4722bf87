import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { CliIo } from './io.ts';
import { Progress } from './progress.ts';

function terminal(isTerminal: boolean): { io: CliIo; written: () => string } {
  let text = '';
  const stderr = (part: string): void => void (text += part);
  const io = { cwd: '.', stdout: () => undefined, stderr, isTerminal, clearLine: () => stderr('\r') };
  return { io, written: () => text };
}

it('shows what takes longer than a second, and clears it in the end', async () => {
  const { io, written } = terminal(true);
  const progress = new Progress(io);
  progress.show('Finding tools …');
  progress.show('Checking …');
  expect(written()).toBe('');
  await wait(1100);
  progress.show('Writing …');
  progress.end();
  expect(written()).toBe('\rChecking …\rWriting …\r');
});

it('shows nothing outside of a terminal, and nothing for quick work', async () => {
  const { io, written } = terminal(false);
  new Progress(io).show('Finding tools …');
  const quick = terminal(true);
  const progress = new Progress(quick.io);
  progress.show('Finding tools …');
  progress.end();
  await wait(1100);
  expect([written(), quick.written()]).toEqual(['', '']);
});

it('counts of many only each hundredth, and is cleared before other output', async () => {
  const { io, written } = terminal(true);
  const progress = new Progress(io);
  await wait(1100);
  for (let done = 0; done <= 250; done++) progress.count('Reading tools', done, 250);
  progress.io.stderr('');
  progress.io.stderr('warning\n');
  progress.io.stdout('done\n');
  expect(written()).toBe(
    '\rReading tools: 0 of 250 …\rReading tools: 100 of 250 …\rReading tools: 200 of 250 …\rwarning\n',
  );
});
