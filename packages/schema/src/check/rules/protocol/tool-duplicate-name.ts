import { toolWith, FAULTLESS_TOOL } from '../../base-fixture.ts';
import { defineManifestRule, type ManifestRule } from '../../define-rule.ts';
import { shown } from '../../text/quote.ts';

export const toolDuplicateName: ManifestRule<{ tool: string; first: number }> = defineManifestRule({
  id: 'tool-duplicate-name',
  family: 'protocol',
  severity: 'error',
  isMandatory: true,
  title: 'Two tools with one name',
  rationale: 'A call names its tool and nothing else, so only one of the two could ever be called.',
  check({ manifest, report }) {
    const firsts = new Map<string, number>();
    for (const [index, { name }] of manifest.tools.entries()) {
      const first = firsts.get(name);
      if (first === undefined) firsts.set(name, index);
      else if (name !== '') report({ at: `/tools/${index}/name`, tool: name, first });
    }
  },
  message: ({ tool, first }) =>
    `Two tools are called "${shown(tool)}"; the other one is \`tools[${first}]\`.`,
  help: 'Rename one of them.',
  bad: {
    tools: [FAULTLESS_TOOL, toolWith({ description: 'Counts the rows of the table that hold a value.' })],
  },
  good: {
    tools: [
      FAULTLESS_TOOL,
      toolWith({ name: 'countRows', description: 'Counts the rows of the table that hold a value.' }),
    ],
  },
});
