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

// A code point is one or two units, so that most strings need no counting.
const minLength = keyword('minLength', (site, limit) => {
  const { data, emitter } = site;
  const count = `${data}.length<${2 * limit}&&${emitter.import('codePoints')}(${data})<${limit}`;
  const isShort = limit < 2 ? `${data}.length<${limit}` : `${data}.length<${limit}||${count}`;
  failIf(site, isShort, { keyword: 'minLength', params: String(limit) });
});

const maxLength = keyword('maxLength', (site, limit) => {
  const { data, emitter } = site;
  const count = `${emitter.import('codePoints')}(${data})>${limit}`;
  failIf(site, `${data}.length>${limit}&&${count}`, { keyword: 'maxLength', params: String(limit) });
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

/** Bounds of the length of strings. */
export const STRING_LIMITS: readonly Keyword[] = [minLength, maxLength];

/** Bounds of the length of lists. */
export const LIST_LIMITS: readonly Keyword[] = [listSize('minItems', '<'), listSize('maxItems', '>')];

/** Bounds of the size of objects. */
export const OBJECT_LIMITS: readonly Keyword[] = [
  objectSize('minProperties', '<'),
  objectSize('maxProperties', '>'),
];
