import type { KeywordCxt } from 'ajv/dist/compile/validate/index.js';
import { alwaysValidSchema, Type } from 'ajv/dist/compile/util.js';
import type { CodeKeywordDefinition, Vocabulary } from 'ajv/dist/types/index.js';
import ajvContains from 'ajv/dist/vocabularies/applicator/contains.js';
import prefixItems from 'ajv/dist/vocabularies/applicator/prefixItems.js';
import { defaultOf } from '../ajv-module.ts';
import { literal } from '../emit/literal.ts';
import type { LinkedNode, LinkedSchema } from '../link/linked-schema.ts';
import { code, contextOf, describes, failIf, fail, keyword } from './context.ts';

const items = keyword({
  keyword: 'items',
  type: 'array',
  code(cxt: KeywordCxt) {
    const { gen, it } = cxt;
    if (alwaysValidSchema(it, cxt.schema as LinkedSchema)) return;
    const start = (cxt.parentSchema as LinkedNode).prefixItems?.length ?? 0;
    if (cxt.schema === false) {
      failIf(cxt, `${cxt.data.toString()}.length > ${start}`, { keyword: 'maxItems', params: String(start) });
      return;
    }
    const valid = gen.name('valid');
    if (!it.allErrors) gen.var(valid, true);
    gen.forRange('i', start, code(`${cxt.data.toString()}.length`), (i) => {
      cxt.subschema({ keyword: 'items', dataProp: i, dataPropType: Type.Num }, valid);
      if (!it.allErrors) gen.if(code(`!${valid.str}`), () => gen.break());
    });
    cxt.ok(valid);
  },
});

const unevaluatedItems = keyword({
  keyword: 'unevaluatedItems',
  type: 'array',
  code(cxt: KeywordCxt) {
    const { gen, it } = cxt;
    if (alwaysValidSchema(it, cxt.schema as LinkedSchema)) return;
    const { emitter, program } = contextOf(cxt);
    const { unevaluatedItems: _own, ...others } = cxt.parentSchema as LinkedNode;
    const evaluated = emitter.function('items', program, others);
    const seen = gen.const('seen', code(`${evaluated}(${cxt.data.toString()}, new Set())`));
    const valid = gen.name('valid');
    if (!it.allErrors) gen.var(valid, true);
    gen.forRange('i', 0, code(`${cxt.data.toString()}.length`), (i) =>
      gen.if(code(`!${seen.str}.has(${i.str})`), () => {
        cxt.subschema({ keyword: 'unevaluatedItems', dataProp: i, dataPropType: Type.Num }, valid);
        if (!it.allErrors) gen.if(code(`!${valid.str}`), () => gen.break());
      }),
    );
    cxt.ok(valid);
  },
});

const ajvContainsDefinition = defaultOf(ajvContains) as CodeKeywordDefinition; // ajv defines it by `code`

// ajv's, but without the failures of every single item.
const contains = keyword({
  ...ajvContainsDefinition,
  code(cxt: KeywordCxt) {
    const { minContains = 1, maxContains } = cxt.parentSchema as LinkedNode;
    const params = literal(maxContains === undefined ? [minContains] : [minContains, maxContains]);
    const error = (): void => {
      if (describes(cxt)) cxt.reset();
      fail(cxt, { params });
    };
    const own = { result: cxt.result.bind(cxt) };
    Object.assign(cxt, {
      result: (condition: Parameters<KeywordCxt['result']>[0], success?: () => void) =>
        own.result(condition, success, error),
      pass: (condition: Parameters<KeywordCxt['pass']>[0]) =>
        own.result(condition, undefined, () => fail(cxt, { params })),
      fail: () => {
        fail(cxt, { params });
        if (!cxt.allErrors) cxt.gen.if(false);
      },
    });
    ajvContainsDefinition.code(cxt);
  },
});

/** Keywords about the items of a list. */
export const LISTS: Vocabulary = [defaultOf(prefixItems), items, contains, unevaluatedItems];
