import { expect, it } from 'vitest';
import { runExamples } from '@btcp/cli';
import { CODE_RULES } from '@btcp/schema/check';
import { examplesOf, expectedOf, findIn, isRun } from './find-in-examples.ts';

it('reports each bad example by its rule alone, and no good one, of the rules about examples that are run', async () => {
  const examples = examplesOf(CODE_RULES.filter(isRun));
  expect(await findIn(examples, { runExamples })).toEqual(expectedOf(examples));
});
