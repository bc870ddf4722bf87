import { expect, it } from 'vitest';
import { checkAnswer, readForm } from './check-form.ts';

it('reads a date and time, and refuses a long text that is none at once', () => {
  const form = readForm({ type: 'object', properties: { at: { type: 'string', format: 'date-time' } } });
  const at = '2026-11-29T10:00:00.5+01:00';
  expect(checkAnswer(form, { at })).toEqual({ content: { at } });
  const began = performance.now();
  for (const text of ['T+'.repeat(500_000), `${at.slice(0, 11)}${'+'.repeat(500_000)}`])
    expect(checkAnswer(form, { at: text })).toEqual({ problem: 'at must be of the form date-time' });
  expect(performance.now() - began).toBeLessThan(1000);
});
