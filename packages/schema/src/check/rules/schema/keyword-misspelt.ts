import { closestName } from '../../../compile/runtime/closest-name.ts';
import { VALUE_RULES } from '../../../json-schema/keyword-values.ts';
import { SUBSCHEMA_KEYWORDS } from '../../../json-schema/keywords.ts';
import { joinPointer } from '../../../json-schema/pointer.ts';
import { withProperty } from '../../base-fixture.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { quoted } from '../../text/quote.ts';

const KNOWN = new Set([
  ...VALUE_RULES.keys(),
  ...SUBSCHEMA_KEYWORDS.keys(),
  'type',
  'const',
  'default',
  '$id',
]);
// Short ones are close to any word.
const MEANT: readonly string[] = [...KNOWN].filter(
  (keyword) => /^[a-z]\w{3,}$/.test(keyword) && keyword !== 'then',
);

/** What other libraries and languages call a keyword. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    min: 'minimum',
    max: 'maximum',
    gte: 'minimum',
    lte: 'maximum',
    regex: 'pattern',
    regexp: 'pattern',
    desc: 'description',
    doc: 'description',
    choices: 'enum',
    values: 'enum',
    options: 'enum',
    oneof: 'oneOf',
    defaultvalue: 'default',
    unique: 'uniqueItems',
    props: 'properties',
  }),
);

export const keywordMisspelt: ToolRule<{ keyword: string; meant: string }> = defineRule({
  id: 'keyword-misspelt',
  family: 'schema',
  severity: 'warning',
  title: 'Keyword of a schema that is not quite what JSON Schema calls it',
  rationale:
    'Validators and agents leave out keywords that they do not know: what it should limit is not limited.',
  after: ['schema-invalid'],
  check({ tool, report }) {
    for (const { schema, path } of tool.schemas) {
      for (const keyword of Object.keys(schema)) {
        const meant = KNOWN.has(keyword) || keyword.startsWith('x-') ? undefined : meantBy(keyword);
        if (meant !== undefined && !Object.hasOwn(schema, meant))
          report({ at: joinPointer(path, keyword), keyword, meant });
      }
    }
  },
  message: ({ keyword, meant }) =>
    `${quoted(keyword)} is no keyword of JSON Schema; did you mean \`${meant}\`?`,
  help: ({ meant }) => `Rename it to \`${meant}\`; a keyword of your own begins with "x-".`,
  bad: withProperty(
    'share',
    { type: 'number', minimum: 0, max: 1, description: 'Share of the rows to read, from 0 to 1.' },
    0.5,
  ),
  good: withProperty(
    'share',
    { type: 'number', minimum: 0, maximum: 1, description: 'Share of the rows to read, from 0 to 1.' },
    0.5,
  ),
});

function meantBy(keyword: string): string | undefined {
  return OTHER_NAMES.get(keyword.toLowerCase()) ?? closestName(keyword, MEANT);
}
