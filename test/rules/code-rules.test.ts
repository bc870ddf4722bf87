import { expect, it } from 'vitest';
import { portability } from '@btcp/adapters/internal';
import { CODE_RULES } from '@btcp/schema/check';
import { alike } from '../support/runs.ts';
import { examplesOf, expectedOf, type FamilyRule, findIn, isRun } from './find-in-examples.ts';

/** Settings of the project in which each rule about other places has something to say. */
const CONFIG_OF: Readonly<Record<string, object>> = {
  'target-drops': { targets: ['gemini'] },
  'target-rewrites': { targets: ['mcp-2025-11-25'] },
  'target-refuses': { targets: ['anthropic'] },
  'title-missing': { publish: { npm: 'sheet-tools' } },
  'hint-missing': { publish: { npm: 'sheet-tools' } },
};

const isAboutTargets = ({ family }: FamilyRule): boolean => family === 'portability';

it('reports each bad example by its rule alone, and no good one', async () => {
  const examples = examplesOf(CODE_RULES.filter((rule) => !isRun(rule) && !isAboutTargets(rule)));
  expect(await findIn(examples)).toEqual(expectedOf(examples));
});

it.each(alike(CODE_RULES.filter(isAboutTargets), 2))('reports $id', async (rule) => {
  // Anthropic has no output schemas, whatever else it takes.
  const companion = rule.id === 'target-refuses' ? 'target-drops' : undefined;
  const examples = examplesOf([rule]).map((example) => ({ ...example, companion }));
  const found = await findIn(examples, { portability }, CONFIG_OF[rule.id]);
  expect(found).toEqual(expectedOf(examples));
});
