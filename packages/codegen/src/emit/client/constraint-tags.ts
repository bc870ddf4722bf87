import type { DocTag } from './js-doc.ts';

/** Keywords that no type can say, as they are told to the reader of the code. */
const TOLD = [
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'default',
];

const TUPLE_SAYS: ReadonlySet<string> = new Set(['minItems', 'maxItems']);

/** A property's constraints and default as JSDoc tags. */
export function constraintTags(schema: Readonly<Record<string, unknown>>): DocTag[] {
  const integer = schema['type'] === 'integer' ? [{ name: 'integer' }] : [];
  // A tuple's type says how long it is.
  const told = TOLD.filter(
    (keyword) => Object.hasOwn(schema, keyword) && !(TUPLE_SAYS.has(keyword) && 'prefixItems' in schema),
  );
  return [
    ...integer,
    ...told.map((keyword) => ({ name: keyword, text: valueText(keyword, schema[keyword]) })),
  ];
}

function valueText(keyword: string, value: unknown): string | undefined {
  if (keyword === 'uniqueItems') return undefined;
  return typeof value === 'string' && keyword !== 'default' ? value : JSON.stringify(value);
}
