import { defineRule, type ToolRule } from '../../define-rule.ts';
import type { ManifestIssue } from '../../../meta/field-checks.ts';
import { meantField } from '../../../meta/meant-field.ts';
import { TOOL_FIELDS } from '../../../meta/fields.ts';
import { joinPointer } from '../../../model/pointer.ts';
import type { ToolFacts } from '../../facts/tool-facts.ts';
import { quoted } from '../../text/quote.ts';

// Schemas and the elements of `capabilities` have rules of their own.
const isOwn = ({ path, keyword }: ManifestIssue): boolean =>
  !path.startsWith('/capabilities/') &&
  (!/^\/(input|output)Schema\b/.test(path) || keyword === 'object-input');

export const toolInvalid: ToolRule<{ keyword: string; sentence: string; advice: string }> = defineRule({
  id: 'tool-invalid',
  family: 'protocol',
  severity: 'error',
  isMandatory: true,
  title: 'Tool that breaks the published meta-schema',
  rationale:
    'Hosts validate every tool before they register it. One that breaks its meta-schema is refused, and the whole manifest with it.',
  check({ tool, report }) {
    for (const issue of tool.issues.filter(isOwn)) {
      const { path, keyword, params, message, help } = misspelt(tool, issue) ?? issue;
      // Reported at the missing property, so that only rules about that are silenced.
      const at = params === undefined ? path : joinPointer(path, params.missingProperty);
      report({ at, keyword, sentence: message, advice: help });
    }
  },
  message: ({ sentence }) => sentence,
  help: ({ advice }) => advice,
  bad: { timeout: 30 },
  good: { timeout: 30_000 },
});

const FIELDS: readonly string[] = TOOL_FIELDS;

// A misspelt field is not missing.
function misspelt(tool: ToolFacts, issue: ManifestIssue): ManifestIssue | undefined {
  const missing = issue.params?.missingProperty;
  if (missing === undefined || issue.path !== '') return undefined;
  const written = Object.keys(tool.json).find(
    (field) => !FIELDS.includes(field) && meantField(field, FIELDS) === missing,
  );
  if (written === undefined) return undefined;
  return {
    path: joinPointer('', written),
    keyword: issue.keyword,
    severity: issue.severity,
    message: `${quoted(written)} is not a field of a tool; did you mean \`${missing}\`?`,
    help: `Rename it to \`${missing}\`.`,
  };
}
