import { limitsOf } from '@btcp/schema';
import type { DocTag } from './js-doc.ts';

/** Keywords that no type expresses, which become JSDoc tags. */
const DOCUMENTED = [
  'format',
  'pattern',
  ...(['string', 'number', 'array'] as const).flatMap(limitsOf).map(([keyword]) => keyword),
  'uniqueItems',
  'default',
];

const TUPLE_KEYWORDS: ReadonlySet<string> = new Set(['minItems', 'maxItems']);

/** Returns a property's constraints and default as JSDoc tags. */
export function constraintTags(schema: Readonly<Record<string, unknown>>): DocTag[] {
  const integer = schema['type'] === 'integer' ? [{ name: 'integer' }] : [];
  // A tuple type states its length.
  const documented = DOCUMENTED.filter(
    (keyword) => Object.hasOwn(schema, keyword) && !(TUPLE_KEYWORDS.has(keyword) && 'prefixItems' in schema),
  );
  return [
    ...integer,
    ...documented.map((keyword) => ({ name: keyword, text: valueText(keyword, schema[keyword]) })),
  ];
}

function valueText(keyword: string, value: unknown): string | undefined {
  if (keyword === 'uniqueItems') return undefined;
  return typeof value === 'string' && keyword !== 'default' ? value : JSON.stringify(value);
}
