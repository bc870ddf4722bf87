import { hasStrictForm, TARGETS } from '@btcp/adapters';
import { expect, it } from 'vitest';
import { STRICT_TARGETS } from './format-aliases.ts';

it('knows the targets that have a strict form', () => {
  expect(STRICT_TARGETS).toEqual(['openai-chat', 'openai-responses', 'anthropic']);
  expect(TARGETS.filter(hasStrictForm)).toEqual(STRICT_TARGETS);
});
