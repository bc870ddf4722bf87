import { closestName } from '../../../compile/runtime/closest-name.ts';
import { KEYWORDS } from '../../../json-schema/keywords.ts';
import { joinPointer } from '../../../json-schema/pointer.ts';
import { withProperty } from '../../base-fixture.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { quoted } from '../../text/quote.ts';

// Short ones are close to any word.
const MEANT: readonly string[] = [...KEYWORDS.keys()].filter(
  (keyword) => /^[a-z]\w{3,}$/.test(keyword) && keyword !== 'then',
);

/** What other libraries and languages call a keyword. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
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

/** What `min` and `max` begin, by the type that they limit. */
const LIMITED: ReadonlyMap<unknown, string> = new Map([
  ['string', 'Length'],
  ['array', 'Items'],
  ['object', 'Properties'],
]);

export const keywordMisspelt: ToolRule<{ keyword: string; meant: string; isSpelling: boolean }> = defineRule({
  id: 'keyword-misspelt',
  family: 'schema',
  severity: 'warning',
  title: 'Keyword of a schema that is not quite what JSON Schema calls it',
  rationale:
    'Validators and agents leave out keywords that they do not know: what it should limit is not limited.',
  fix: 'Renames it, where only its spelling is wrong.',
  after: ['schema-invalid'],
  check({ tool, report }) {
    for (const { schema, path } of tool.schemas) {
      for (const keyword of Object.keys(schema)) {
        if (KEYWORDS.has(keyword) || keyword.startsWith('x-')) continue;
        const other = otherName(keyword, schema['type']);
        const meant = other ?? closestName(keyword, MEANT);
        if (meant !== undefined && !Object.hasOwn(schema, meant))
          report({
            at: joinPointer(path, keyword),
            keyword,
            meant,
            isSpelling: other === undefined,
          });
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

function otherName(keyword: string, type: unknown): string | undefined {
  if (keyword === 'min' || keyword === 'max') {
    const limited = LIMITED.get(type);
    return limited === undefined ? `${keyword}imum` : `${keyword}${limited}`;
  }
  return OTHER_NAMES.get(keyword.toLowerCase());
}
