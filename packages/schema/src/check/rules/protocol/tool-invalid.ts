import { defineRule, type ToolRule } from '../../define-rule.ts';
import type { ManifestProblem } from '../../../meta/field-checks.ts';

// Schemas and the elements of `capabilities` have rules of their own.
const isOwn = ({ path, keyword }: ManifestProblem): boolean =>
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
    for (const { path, keyword, message, help } of tool.problems.filter(isOwn))
      report({ at: path, keyword, sentence: message, advice: help });
  },
  message: ({ sentence }) => sentence,
  help: ({ advice }) => advice,
  bad: { timeout: 30 },
  good: { timeout: 30_000 },
});
