import type { KeywordCxt } from 'ajv/dist/compile/validate/index.js';
import { checkDataTypes, DataType } from 'ajv/dist/compile/validate/dataType.js';
import type { JSONType } from 'ajv/dist/compile/rules.js';
import type { CodeKeywordDefinition } from 'ajv/dist/types/index.js';
import { literal, oneOf, regexLiteral } from '../emit/literal.ts';
import { FORMATS } from '../formats.ts';
import { choose, contextOf, failIf, keyword, refuseIf, reportFailure } from './context.ts';

/** Above this, looking a value up is faster than comparing it with each. */
const LONGEST_COMPARISON = 16;

const types = keyword({
  keyword: 'types',
  code(cxt: KeywordCxt) {
    const wrong = checkDataTypes(cxt.schema as JSONType[], cxt.data, true, DataType.Wrong);
    failIf(cxt, wrong.toString(), { keyword: 'type', params: literal(cxt.schema) });
  },
});

const constant = keyword({
  keyword: 'const',
  code(cxt: KeywordCxt) {
    const condition = oneOf(cxt.data.toString(), [cxt.schema], () => contextOf(cxt).emitter.import('equal'));
    failIf(cxt, `!(${condition})`, { params: literal(cxt.schema) });
  },
});

const enumeration = keyword({
  keyword: 'enum',
  code(cxt: KeywordCxt) {
    const { emitter } = contextOf(cxt);
    const values = cxt.schema as readonly unknown[];
    const list = literal(values);
    const long = values.length > LONGEST_COMPARISON;
    // A list that stands in a constant anyway is not written twice.
    const params = long ? emitter.constant(list) : list;
    const primitive = values.every((value) => typeof value !== 'object' || value === null);
    const condition =
      long && primitive
        ? `${emitter.constant(`new Set(${params})`)}.has(${cxt.data.toString()})`
        : oneOf(cxt.data.toString(), values, () => emitter.import('equal'));
    failIf(cxt, `!(${condition})`, { params });
  },
});

const pattern = keyword({
  keyword: 'pattern',
  type: 'string',
  code(cxt: KeywordCxt) {
    const regex = contextOf(cxt).emitter.constant(regexLiteral(String(cxt.schema)));
    failIf(cxt, `!${regex}.test(${cxt.data.toString()})`, { params: literal(cxt.schema) });
  },
});

const format = keyword({
  keyword: 'format',
  type: ['number', 'string'],
  code(cxt: KeywordCxt, type?: string) {
    const check = FORMATS.get(String(cxt.schema));
    if (check?.function === undefined || check.type !== type) return;
    const test = contextOf(cxt).emitter.import(check.function);
    failIf(cxt, `!${test}(${cxt.data.toString()})`, { params: literal(cxt.schema) });
  },
});

const uniqueItems = keyword({
  keyword: 'uniqueItems',
  type: 'array',
  code(cxt: KeywordCxt) {
    const data = cxt.data.toString();
    const call = `${contextOf(cxt).emitter.import('repeatedItems')}(${data})`;
    const { str: repeated } = cxt.gen.name('repeated');
    choose(cxt, {
      check: () => refuseIf(`${data}.length > 1 && ${call} !== null`),
      collect: () => `const ${repeated} = ${call};if(${repeated} !== null){${reportFailure(cxt, repeated)}}`,
    });
  },
});

/** Keywords about a value by itself. */
export const VALUES: readonly CodeKeywordDefinition[] = [
  types,
  constant,
  enumeration,
  pattern,
  format,
  uniqueItems,
];
