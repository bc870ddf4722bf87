import { FAULTLESS_TOOL, toolWith } from '../../base-fixture.ts';
import { defineManifestRule, type ManifestRule } from '../../define-rule.ts';
import { quoted, shown } from '../../text/quote.ts';

const SECOND = { description: 'Counts the rows of the table that hold a value.' };

export const namesCollideElsewhere: ManifestRule<{ tool: string; other: string; mapped: string }> =
  defineManifestRule({
    id: 'names-collide-elsewhere',
    family: 'names',
    severity: 'warning',
    title: 'Two tool names that become one in another format',
    rationale:
      'Formats that write names in snake_case have one name for both, so one of the tools cannot be called there.',
    after: ['tool-duplicate-name', 'names-differ-in-case'],
    check({ manifest, report }) {
      const firsts = new Map<string, string>();
      for (const [index, { name }] of manifest.tools.entries()) {
        const mapped = snakeCase(name.slice(0, 200));
        const other = firsts.get(mapped);
        if (other === undefined) firsts.set(mapped, name);
        else if (other !== name) report({ at: `/tools/${index}/name`, tool: name, other, mapped });
      }
    },
    message: ({ tool, other, mapped }) =>
      `The names ${quoted(tool)} and ${quoted(other)} both become "${shown(mapped)}" in formats that use snake_case.`,
    help: 'Rename one of them after what it does differently.',
    bad: { tools: [FAULTLESS_TOOL, toolWith({ ...SECOND, name: 'getCell_value' })] },
    good: { tools: [FAULTLESS_TOOL, toolWith({ ...SECOND, name: 'countRows' })] },
  });

function snakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
}
