import { withProperty } from '../../base-fixture.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { quoted } from '../../text/quote.ts';

const path = (pattern: string): object => ({ type: 'string', pattern, description: 'Path to the part.' });

export const patternSlow: ToolRule<{ pattern: string }> = defineRule({
  id: 'pattern-slow',
  family: 'schema',
  severity: 'error',
  title: 'Pattern that can take forever',
  rationale:
    'Where a loop can read the same text in several ways, a text that does not match is tried in all of them: thirty characters can hang the page.',
  check({ tool, report }) {
    for (const { pattern, path } of tool.slowPatterns) report({ at: path, pattern });
  },
  message: ({ pattern }) =>
    `The pattern ${quoted(pattern)} takes exponential time on some texts that do not match.`,
  help: 'Let each turn of the loop begin with something that cannot be in the turn before: `^[a-z]+(\\.[a-z]+)*$` instead of `^([a-z]+\\.?)+$`.',
  bad: withProperty('path', path('^([a-z]+\\.?)+$'), 'sheet.cell'),
  good: withProperty('path', path('^[a-z]+(\\.[a-z]+)*$'), 'sheet.cell'),
});
