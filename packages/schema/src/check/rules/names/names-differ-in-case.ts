import { FAULTLESS_TOOL, toolWith } from '../../base-fixture.ts';
import { defineManifestRule, type ManifestRule } from '../../define-rule.ts';
import { quoted } from '../../text/quote.ts';

const SECOND = { description: 'Counts the rows of the table that hold a value.' };

export const namesDifferInCase: ManifestRule<{ tool: string; other: string }> = defineManifestRule({
  id: 'names-differ-in-case',
  family: 'names',
  severity: 'warning',
  title: 'Two tool names that differ only in case',
  rationale: 'Agents, people and file systems take one for the other.',
  after: ['tool-duplicate-name'],
  check({ manifest, report }) {
    const firsts = new Map<string, string>();
    for (const [index, { name }] of manifest.tools.entries()) {
      const other = firsts.get(name.toLowerCase());
      if (other === undefined) firsts.set(name.toLowerCase(), name);
      else if (other !== name) report({ at: `/tools/${index}/name`, tool: name, other });
    }
  },
  message: ({ tool, other }) => `The names ${quoted(tool)} and ${quoted(other)} differ only in case.`,
  help: 'Rename one of them after what it does differently.',
  bad: { tools: [FAULTLESS_TOOL, toolWith({ ...SECOND, name: 'getCellvalue' })] },
  good: { tools: [FAULTLESS_TOOL, toolWith({ ...SECOND, name: 'countRows' })] },
});
