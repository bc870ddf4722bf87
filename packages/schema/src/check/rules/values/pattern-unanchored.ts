import { withProperty } from '../../base-fixture.ts';
import { joinPointer } from '../../../model/pointer.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { textOf } from '../../../model/schema-node.ts';
import { findOpenEnds, type OpenEnds } from '../../../pattern/open-ends.ts';
import { parsePattern } from '../../../pattern/parse-pattern.ts';
import { quoted } from '../../text/quote.ts';

const cell = (pattern: string): object => ({ type: 'string', pattern, description: 'Address of the cell.' });

export const patternUnanchored: ToolRule<{ pattern: string; open: OpenEnds }> = defineRule({
  id: 'pattern-unanchored',
  family: 'values',
  severity: 'warning',
  title: 'Pattern that is not anchored',
  rationale:
    'A pattern without `^` and `$` passes every string that contains a match: "[0-9]+" passes "drop 1 table".',
  after: ['pattern-slow'],
  check({ tool, report }) {
    for (const { schema, path } of tool.schemas) {
      const pattern = textOf(schema, 'pattern');
      const parsed = pattern === undefined ? undefined : parsePattern(pattern);
      const open = parsed && findOpenEnds(parsed);
      if (pattern !== undefined && open) report({ at: joinPointer(path, 'pattern'), pattern, open });
    }
  },
  message: ({ pattern, open }) =>
    `The pattern ${quoted(pattern)} passes any string ${open === 'both' ? 'that contains a match' : open === 'start' ? 'that ends in a match' : 'that begins with a match'}.`,
  help: ({ open }) =>
    open === 'both'
      ? 'Put `^` before it and `$` behind it, around all alternatives: `^(a|b)$`.'
      : `Put \`${open === 'start' ? '^' : '$'}\` at its ${open}, around all alternatives.`,
  bad: withProperty('cell', cell('[A-Z][0-9]+'), 'B5'),
  good: withProperty('cell', cell('^[A-Z][0-9]+$'), 'B5'),
});
