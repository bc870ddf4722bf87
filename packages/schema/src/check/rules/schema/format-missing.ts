import { withProperty } from '../../base-fixture.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { descriptionOf, hasAny, isOfType } from '../../facts/schema-node.ts';
import { lastWord, nameWords } from '../../text/name-words.ts';
import { quoted } from '../../text/quote.ts';

const FORMED = ['format', 'pattern', 'enum', 'const', '$ref', 'anyOf', 'oneOf', 'allOf', 'contentEncoding'];

/** The last word of a property's name → the format that it speaks of. */
const FORMATS_BY_NAME: ReadonlyMap<string, string> = new Map([
  ['email', 'email'],
  ['url', 'uri'],
  ['uri', 'uri'],
  ['website', 'uri'],
  ['homepage', 'uri'],
  ['uuid', 'uuid'],
  ['guid', 'uuid'],
  ['date', 'date'],
  ['birthday', 'date'],
  ['datetime', 'date-time'],
  ['timestamp', 'date-time'],
  ['hostname', 'hostname'],
]);

const FORMATS_BY_WORDS: readonly (readonly [pattern: RegExp, format: string])[] = [
  [/\b(ISO[- ]?8601|RFC[- ]?3339)\b.*\btime|\bdate-time\b|\btimestamp\b/i, 'date-time'],
  [/\bYYYY-MM-DD\b(?!T)|\b(ISO[- ]?8601|RFC[- ]?3339) date\b/i, 'date'],
  [/^\W*(an? |the )?(\w+ )?e-?mail address\W*$/i, 'email'],
  [/^\W*(an? |the )?(\w+ )?(url|web address)\W*$/i, 'uri'],
];

export const formatMissing: ToolRule<{ property: string; format: string }> = defineRule({
  id: 'format-missing',
  family: 'schema',
  severity: 'info',
  title: 'Text with a known form and no `format`',
  rationale:
    'With a `format`, an agent knows how to write the value, and a wrong one is refused before the tool runs.',
  after: ['property-without-description'],
  check({ tool, report }) {
    for (const node of tool.inputs) {
      const property = node.property ?? '';
      if (!isOfType(node.schema, 'string') || hasAny(node.schema, FORMED)) continue;
      const format = formatOf(property, descriptionOf(node) ?? '');
      if (format !== undefined) report({ at: node.path, property, format });
    }
  },
  message: ({ property, format }) =>
    `The property ${quoted(property)} looks like ${format === 'uri' ? 'a URL' : `a value of the format "${format}"`}, but accepts any text.`,
  help: ({ format }) => `Add \`format: '${format}'\`, or a \`pattern\` if its form is another one.`,
  bad: withProperty(
    'email',
    { type: 'string', maxLength: 254, description: 'Who gets the copy.' },
    'a@example.com',
  ),
  good: withProperty(
    'email',
    { type: 'string', format: 'email', description: 'Who gets the copy.' },
    'a@example.com',
  ),
});

function formatOf(property: string, description: string): string | undefined {
  const words = nameWords(property);
  if (words.length > 1 && words.at(-1) === 'at') return 'date-time';
  return (
    FORMATS_BY_NAME.get(lastWord(property)) ??
    FORMATS_BY_WORDS.find(([pattern]) => pattern.test(description.slice(0, 300)))?.[1]
  );
}
