import { descriptionOf, hasAny, isOfType, type SchemaNode } from '../../model/schema-node.ts';
import { lastWord, nameWords } from './name-words.ts';

const FORMED = ['format', 'pattern', 'enum', 'const', '$ref', 'anyOf', 'oneOf', 'allOf', 'contentEncoding'];

/** The last word of a property's name → the format that it implies. */
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
  [/\bISO[- ]?8601 duration\b/i, 'duration'],
  [/^\W*(an? |the )?(\w+ )?[UG]UID\b/i, 'uuid'],
  [/^\W*(an? |the )?IPv4 address\b(?!.*IPv6)/i, 'ipv4'],
  [/^\W*(an? |the )?IPv6 address\b(?!.*IPv4)/i, 'ipv6'],
  [/^\W*(an? |the )?host ?name\b(?! or\b)/i, 'hostname'],
  [/\b(ISO[- ]?8601|RFC[- ]?3339)\b.*\btime|\bdate-time\b|\btimestamp\b/i, 'date-time'],
  [/\bYYYY-MM-DD\b(?!T)|\b(ISO[- ]?8601|RFC[- ]?3339) date\b/i, 'date'],
  [/^\W*(an? |the )?(\w+ )?e-?mail address(?: of\b[^.]*)?\W*$/i, 'email'],
  [/^\W*(an? |the )?(\w+ )?(url|web address)(?: of\b[^.]*)?\W*$/i, 'uri'],
];

/** The format that a string's name or description implies, and its schema does not declare. */
export function formatInWords(node: SchemaNode): string | undefined {
  if (!isOfType(node.schema, 'string') || hasAny(node.schema, FORMED)) return undefined;
  return formatOf(node.property ?? '', descriptionOf(node) ?? '');
}

function formatOf(property: string, description: string): string | undefined {
  const words = nameWords(property);
  if (words.length > 1 && words.at(-1) === 'at') return 'date-time';
  return (
    FORMATS_BY_NAME.get(lastWord(property)) ??
    FORMATS_BY_WORDS.find(([pattern]) => pattern.test(description.slice(0, 300)))?.[1]
  );
}
