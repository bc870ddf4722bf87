import { toolWith, FAULTLESS_TOOL } from '../../base-fixture.ts';
import { defineManifestRule, type ManifestRule } from '../../define-rule.ts';
import { quoted } from '../../text/quote.ts';
import { adviceField, successorsOf } from '../../text/named-successors.ts';

const OLD = {
  name: 'readCell',
  description: 'Reads the cell that is selected in the sheet.',
  deprecated: true,
};
const NEXT = {
  ...FAULTLESS_TOOL,
  deprecated: true,
  deprecationMessage: 'Read the value off the page instead.',
};

export const successorDeprecated: ManifestRule<{ tool: string; successor: string }> = defineManifestRule({
  id: 'successor-deprecated',
  family: 'deprecation',
  severity: 'warning',
  title: 'Deprecated tool whose successor is deprecated too',
  rationale: 'The agent is sent from one deprecated tool to the next.',
  after: ['tool-invalid', 'deprecated-without-message', 'successor-unknown'],
  check({ manifest, report }) {
    const deprecated = new Set(manifest.tools.filter((tool) => tool.deprecated).map(({ name }) => name));
    for (const [index, tool] of manifest.tools.entries()) {
      const successor = successorsOf(tool).find((name) => deprecated.has(name));
      if (successor !== undefined)
        report({ at: `/tools/${index}/${adviceField(tool)}`, tool: tool.name, successor });
    }
  },
  message: ({ tool, successor }) =>
    tool === successor
      ? `The successor of ${quoted(tool)} is the tool itself.`
      : `The successor of ${quoted(tool)} is ${quoted(successor)}, which is deprecated too.`,
  help: 'Name the tool that is to be used from now on.',
  bad: { tools: [NEXT, toolWith({ ...OLD, deprecationMessage: 'Use getCellValue instead.' })] },
  good: { tools: [FAULTLESS_TOOL, toolWith({ ...OLD, deprecationMessage: 'Use getCellValue instead.' })] },
});
