import type { KeywordCxt } from 'ajv/dist/compile/validate/index.js';
import type { CodeKeywordDefinition } from 'ajv/dist/types/index.js';
import { contextOf, failIf, keyword } from './context.ts';

const number = (name: string, operator: string): CodeKeywordDefinition =>
  keyword({
    keyword: name,
    type: 'number',
    code: (cxt: KeywordCxt) => {
      const limit = String(cxt.schema);
      failIf(cxt, `${cxt.data.toString()} ${operator} ${limit}`, { params: limit });
    },
  });

const size = (name: string, type: 'array' | 'object', operator: string): CodeKeywordDefinition =>
  keyword({
    keyword: name,
    type,
    code: (cxt: KeywordCxt) => {
      const data = cxt.data.toString();
      const limit = String(cxt.schema);
      const length = type === 'array' ? `${data}.length` : `Object.keys(${data}).length`;
      failIf(cxt, `${length} ${operator} ${limit}`, { params: limit });
    },
  });

// A code point is one or two units, so that most strings need no counting.
const minLength = keyword({
  keyword: 'minLength',
  type: 'string',
  code(cxt: KeywordCxt) {
    const data = cxt.data.toString();
    const limit = Number(cxt.schema);
    const count = `${data}.length < ${2 * limit} && ${contextOf(cxt).emitter.import('codePoints')}(${data}) < ${limit}`;
    failIf(cxt, limit < 2 ? `${data}.length < ${limit}` : `${data}.length < ${limit} || ${count}`, {
      params: String(limit),
    });
  },
});

const maxLength = keyword({
  keyword: 'maxLength',
  type: 'string',
  code(cxt: KeywordCxt) {
    const data = cxt.data.toString();
    const limit = String(cxt.schema);
    const count = `${contextOf(cxt).emitter.import('codePoints')}(${data}) > ${limit}`;
    failIf(cxt, `${data}.length > ${limit} && ${count}`, { params: limit });
  },
});

const multipleOf = keyword({
  keyword: 'multipleOf',
  type: 'number',
  code(cxt: KeywordCxt) {
    const of = String(cxt.schema);
    const isMultiple = contextOf(cxt).emitter.import('isMultiple');
    failIf(cxt, `!${isMultiple}(${cxt.data.toString()}, ${of})`, { params: of });
  },
});

/** Bounds of numbers, lengths and sizes. */
export const LIMITS: readonly CodeKeywordDefinition[] = [
  number('minimum', '<'),
  number('maximum', '>'),
  number('exclusiveMinimum', '<='),
  number('exclusiveMaximum', '>='),
  multipleOf,
  minLength,
  maxLength,
  size('minItems', 'array', '<'),
  size('maxItems', 'array', '>'),
  size('minProperties', 'object', '<'),
  size('maxProperties', 'object', '>'),
];
