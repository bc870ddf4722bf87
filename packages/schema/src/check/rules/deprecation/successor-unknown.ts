import { toolWith, FAULTLESS_TOOL } from '../../base-fixture.ts';
import { closestName } from '../../../runtime/closest-name.ts';
import { defineManifestRule, type ManifestRule } from '../../define-rule.ts';
import { quoted } from '../../text/quote.ts';
import { adviceField, successorsOf } from '../../text/named-successors.ts';

const OLD = {
  name: 'readCell',
  description: 'Reads the cell that is selected in the sheet.',
  deprecated: true,
};

type Values = { tool: string; successor: string; meant: string | null };

export const successorUnknown: ManifestRule<Values> = defineManifestRule({
  id: 'successor-unknown',
  family: 'deprecation',
  severity: 'warning',
  title: 'Deprecated tool whose successor does not exist',
  rationale: 'The agent follows the advice, and its next call fails.',
  after: ['tool-invalid', 'deprecated-without-message'],
  check({ manifest, report }) {
    const names = manifest.tools.map(({ name }) => name);
    const known = new Set(names);
    for (const [index, tool] of manifest.tools.entries()) {
      const { name } = tool;
      const named = successorsOf(tool);
      if (named.length === 0 || named.some((each) => known.has(each))) continue;
      const [successor = ''] = named;
      const meant = names.length <= 1000 ? (closestName(successor, names) ?? null) : null;
      report({
        at: `/tools/${index}/${adviceField(tool)}`,
        tool: name,
        successor,
        meant: meant === name ? null : meant,
      });
    }
  },
  message: ({ tool, successor, meant }) =>
    `The successor of ${quoted(tool)} is ${quoted(successor)}, but the manifest has no such tool${meant === null ? '.' : `; did you mean ${quoted(meant)}?`}`,
  help: 'Name a tool of this manifest, or say in words what to do instead.',
  bad: {
    tools: [FAULTLESS_TOOL, toolWith({ ...OLD, deprecationMessage: 'Use getCellValues instead.' })],
  },
  good: {
    tools: [FAULTLESS_TOOL, toolWith({ ...OLD, deprecationMessage: 'Use getCellValue instead.' })],
  },
});
