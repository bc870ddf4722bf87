import { withProperty } from '../../base-fixture.ts';
import { FORMATS } from '../../../compile/formats.ts';
import { joinPointer } from '../../../model/pointer.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { textOf } from '../../../model/schema-node.ts';
import { quoted } from '../../text/quote.ts';

/** Keywords that restrict strings by themselves. */
const RESTRICTING = ['pattern', 'enum', 'const'];

const part = (more: object): object => ({ type: 'string', ...more, description: 'Number of the part.' });

export const formatUnknown: ToolRule<{ format: string; meant?: string }> = defineRule({
  id: 'format-unknown',
  family: 'values',
  severity: 'info',
  title: '`format` that is not enforced, because it is not known',
  rationale:
    'JSON Schema takes a format that a validator does not know for an annotation: it tells the model something, and refuses nothing.',
  check({ tool, report }) {
    for (const { schema, path } of tool.schemas) {
      const format = textOf(schema, 'format');
      if (
        format === undefined ||
        FORMATS.has(format) ||
        RESTRICTING.some((key) => Object.hasOwn(schema, key))
      )
        continue;
      const meant = SUGGESTIONS.get(plain(format));
      report({ at: joinPointer(path, 'format'), format, ...(meant !== undefined && { meant }) });
    }
  },
  message: ({ format, meant }) =>
    meant === undefined
      ? `The format ${quoted(format)} is not known, so it is published but not enforced.`
      : `The format ${quoted(format)} is not known, so it is published but not enforced; did you mean "${meant}"?`,
  help: ({ format, meant }) =>
    meant === undefined
      ? `Write \`pattern\` beside it, or say in the config what it means: \`formats: { ${JSON.stringify(format)}: '^…$' }\`.`
      : `Write "${meant}", or \`pattern\` beside it.`,
  bad: withProperty('part', part({ format: 'part-number', maxLength: 9 }), 'ABC-1'),
  good: withProperty('part', part({ format: 'part-number', pattern: '^[A-Z]{3}-\\d{1,5}$' }), 'ABC-1'),
});

// Only another spelling is certain to be a mistake: `uint24` is neither `int32` nor `uint32`.
const plain = (format: string): string => format.toLowerCase().replace(/[^a-z0-9]/g, '');
const SUGGESTIONS: ReadonlyMap<string, string> = new Map(
  [...FORMATS.keys()].map((format) => [plain(format), format]),
);
