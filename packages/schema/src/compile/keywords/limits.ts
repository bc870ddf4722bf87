import { keyword, type Keyword } from './keyword.ts';
import { failIf } from './site.ts';

type NumberLimit = 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum';
type ListLimit = 'minItems' | 'maxItems';
type ObjectLimit = 'minProperties' | 'maxProperties';

const number = (name: NumberLimit, operator: string): Keyword =>
  keyword(name, (site, limit) =>
    failIf(site, `${site.data}${operator}${limit}`, { keyword: name, params: String(limit) }),
  );

const listSize = (name: ListLimit, operator: string): Keyword =>
  keyword(name, (site, limit) =>
    failIf(site, `${site.data}.length${operator}${limit}`, { keyword: name, params: String(limit) }),
  );

const objectSize = (name: ObjectLimit, operator: string): Keyword =>
  keyword(name, (site, limit) => {
    const size = `Object.keys(${site.data}).length`;
    failIf(site, `${size}${operator}${limit}`, { keyword: name, params: String(limit) });
  });

const multipleOf = keyword('multipleOf', (site, of) => {
  const isMultiple = site.emitter.import('isMultiple');
  failIf(site, `!${isMultiple}(${site.data},${of})`, { keyword: 'multipleOf', params: String(of) });
});

/** Bounds of numbers. */
export const NUMBER_LIMITS: readonly Keyword[] = [
  number('minimum', '<'),
  number('maximum', '>'),
  number('exclusiveMinimum', '<='),
  number('exclusiveMaximum', '>='),
  multipleOf,
];

/** Bounds of the length of arrays. */
export const ARRAY_LIMITS: readonly Keyword[] = [listSize('minItems', '<'), listSize('maxItems', '>')];

/** Bounds of the size of objects. */
export const OBJECT_LIMITS: readonly Keyword[] = [
  objectSize('minProperties', '<'),
  objectSize('maxProperties', '>'),
];
