import { withProperty } from '../../base-fixture.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { findUnknownKeywords } from '../../facts/unknown-keywords.ts';
import { quoted } from '../../text/quote.ts';

export const keywordMisspelt: ToolRule<{ keyword: string; meant: string }> = defineRule({
  id: 'keyword-misspelt',
  family: 'schema',
  severity: 'error',
  title: 'Misspelt keyword, so that what it should limit is not limited',
  rationale: 'Validators and agents ignore unknown keywords: values pass that the author meant to refuse.',
  fix: 'Renames it.',
  after: ['schema-invalid'],
  check({ tool, report }) {
    for (const { at, keyword, meant, isLimit } of findUnknownKeywords(tool))
      if (isLimit) report({ at, keyword, meant });
  },
  message: ({ keyword, meant }) =>
    `${quoted(keyword)} is not a keyword of JSON Schema, and limits nothing; did you mean \`${meant}\`?`,
  help: ({ meant }) => `Rename it to \`${meant}\`; a keyword of your own begins with "x-".`,
  bad: withProperty(
    'code',
    { type: 'string', minLength: 2, maxLenght: 3, description: 'Code of the country.' },
    'DE',
  ),
  good: withProperty(
    'code',
    { type: 'string', minLength: 2, maxLength: 3, description: 'Code of the country.' },
    'DE',
  ),
});
