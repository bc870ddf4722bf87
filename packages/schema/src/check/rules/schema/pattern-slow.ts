import { withProperty } from '../../base-fixture.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import type { Slowness } from '../../pattern/slowness.ts';
import { quoted } from '../../text/quote.ts';

const ONE_WAY =
  'Let each turn of the loop begin with something that cannot be in the turn before: `^[a-z]+(\\.[a-z]+)*$` instead of `^([a-z]+\\.?)+$`.';
const ONE_LOOP =
  'Let each loop end at something that it cannot read itself, as `[^,]*,[^,]*` does and `.*,.*` does not; or limit the text with a small `maxLength`.';

const path = (pattern: string): object => ({ type: 'string', pattern, description: 'Path to the part.' });

export const patternSlow: ToolRule<{ pattern: string; slowness: Slowness }> = defineRule({
  id: 'pattern-slow',
  family: 'schema',
  severity: 'error',
  title: 'Pattern that can take forever',
  rationale:
    'Where a loop can read the same text in several ways, a text that does not match is tried in all of them: thirty characters can hang the page.',
  check({ tool, report }) {
    for (const { pattern, slowness, path } of tool.slowPatterns) report({ at: path, pattern, slowness });
  },
  message: ({ pattern, slowness }) =>
    slowness === 'exponential'
      ? `The pattern ${quoted(pattern)} takes exponential time on some texts that do not match.`
      : `The pattern ${quoted(pattern)} has ${slowness} loops in a row that read the same text: a text of n characters that does not match may be tried in n^${slowness} ways.`,
  help: ({ slowness }) => (slowness === 'exponential' ? ONE_WAY : ONE_LOOP),
  bad: withProperty('path', path('^([a-z]+\\.?)+$'), 'sheet.cell'),
  good: withProperty('path', path('^[a-z]+(\\.[a-z]+)*$'), 'sheet.cell'),
});
