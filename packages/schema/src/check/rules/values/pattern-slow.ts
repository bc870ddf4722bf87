import { withProperty } from '../../base-fixture.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import type { SlowPattern } from '../../facts/slow-patterns.ts';
import { quoted } from '../../text/quote.ts';

/** A smaller limit could be proven too, but would leave no room for real values. */
const MIN_LIMIT = 16;

const ONE_WAY =
  'Let each turn of a loop begin with a character that cannot stand in the turn before, as in `^[a-z]+(-[a-z]+)*$`, and each loop end at one that it cannot read itself, as in `^[^,]*,[^,]*$`';

const LIMIT = {
  maxLength: (limit: number) => `Limit the string with \`maxLength: ${limit}\`, or less`,
  propertyNames: (limit: number) =>
    `Limit the names with \`propertyNames: { maxLength: ${limit} }\`, or less`,
};

const path = (pattern: string): object => ({ type: 'string', pattern, description: 'Path to the part.' });

export const patternSlow: ToolRule<Omit<SlowPattern, 'path'>> = defineRule({
  id: 'pattern-slow',
  family: 'values',
  severity: 'error',
  title: 'Pattern that is not proven fast',
  rationale:
    'Where a pattern can read the same string in several ways, a string that does not match is tried in all of them: thirty characters can hang the page. A pattern passes that takes at most 100 tries at each character of any string, or at most a million on the longest string that `maxLength` lets in. Ways are counted as if anchors and look-arounds ruled none out, so a pattern that is found may be fast all the same.',
  check({ tool, report }) {
    for (const { path: at, ...slow } of tool.slowPatterns) report({ at, ...slow });
  },
  message: ({ pattern, length }) =>
    length === undefined
      ? `The pattern ${quoted(pattern)} is too large, or written in too unusual a way, to be proven fast.`
      : `The pattern ${quoted(pattern)} may take more than a million tries on a string of ${length} characters.`,
  help: ({ isOpen, length = 0, limit }) => {
    const ways = [
      ...(isOpen
        ? [
            'If it describes the string from its beginning, begin it with `^`; now a match is looked for from every character on',
          ]
        : []),
      ...(length > MIN_LIMIT ? [LIMIT[limit](length - 1)] : []),
      ONE_WAY,
    ];
    return `${ways.join('. Or: ')}.`;
  },
  bad: withProperty('path', path('^([a-z]+\\.?)+$'), 'sheet.cell'),
  good: withProperty('path', path('^[a-z]+(\\.[a-z]+)*$'), 'sheet.cell'),
});
