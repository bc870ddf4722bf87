import { defineRule, type ToolRule } from '../../define-rule.ts';
import { nameWords } from '../../text/name-words.ts';

export const nameNotCamelCase: ToolRule<{ better: string }> = defineRule({
  id: 'name-not-camel-case',
  family: 'names',
  severity: 'warning',
  title: 'Tool name that is not in camelCase',
  rationale:
    'The protocol writes names in camelCase; a mixture makes agents misspell them. A definition that states its `name` has chosen it, as imported tools do, so only names that exports give are reported there.',
  // That rule suggests a name in camelCase.
  after: ['tool-invalid', 'name-without-verb'],
  check({ tool, report }) {
    const { name } = tool;
    if (/^[a-z][a-zA-Z0-9]*$/.test(name) || !/^[a-zA-Z][a-zA-Z0-9_]*$/.test(name)) return;
    const better = nameWords(name)
      .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
      .join('');
    if (better !== name) report({ at: '/name', better });
  },
  message: ({ name }) => `The name "${name}" is not in camelCase.`,
  help: ({ better }) => `Call it \`${better}\`; other formats map the name to their own style.`,
  bad: { name: 'get_cell_value' },
  good: { name: 'getCellValue' },
});
