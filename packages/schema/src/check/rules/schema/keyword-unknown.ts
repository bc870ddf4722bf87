import { withProperty } from '../../base-fixture.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { findUnknownKeywords } from '../../facts/unknown-keywords.ts';
import { quoted } from '../../text/quote.ts';

export const keywordUnknown: ToolRule<{ keyword: string; meant: string; isSpelling: boolean }> = defineRule({
  id: 'keyword-unknown',
  family: 'schema',
  severity: 'warning',
  title: 'Keyword that JSON Schema has under another name',
  rationale: 'Validators and agents ignore unknown keywords, so it describes and limits nothing.',
  fix: 'Renames it, where only its spelling is wrong.',
  after: ['schema-invalid'],
  check({ tool, report }) {
    for (const { at, keyword, meant, isSpelling, isLimit } of findUnknownKeywords(tool))
      if (!isLimit) report({ at, keyword, meant, isSpelling });
  },
  message: ({ keyword, meant }) =>
    `${quoted(keyword)} is not a keyword of JSON Schema; did you mean \`${meant}\`?`,
  help: ({ meant }) => `Rename it to \`${meant}\`; a keyword of your own begins with "x-".`,
  bad: withProperty(
    'share',
    { type: 'number', minimum: 0, max: 1, description: 'Share of the rows to read, from 0 to 1.' },
    0.5,
  ),
  good: withProperty(
    'share',
    { type: 'number', minimum: 0, maximum: 1, description: 'Share of the rows to read, from 0 to 1.' },
    0.5,
  ),
});
