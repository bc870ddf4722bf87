import type { KeywordCxt } from 'ajv/dist/compile/validate/index.js';
import { alwaysValidSchema, Type } from 'ajv/dist/compile/util.js';
import type { Vocabulary } from 'ajv/dist/types/index.js';
import { literal } from '../emit/literal.ts';
import type { LinkedNode, LinkedSchema } from '../link/linked-schema.ts';
import { code, contextOf, failIf, keyword } from './context.ts';

// ajv's own skips the keywords after it when the list is shorter.
const prefixItems = keyword({
  keyword: 'prefixItems',
  type: 'array',
  code(cxt: KeywordCxt) {
    const { gen, it } = cxt;
    const valid = gen.name('valid');
    (cxt.schema as readonly LinkedSchema[]).forEach((schema, index) => {
      if (alwaysValidSchema(it, schema)) return;
      gen.if(code(`${cxt.data.toString()}.length > ${index}`));
      cxt.subschema({ keyword: 'prefixItems', schemaProp: index, dataProp: index }, valid);
      if (!it.allErrors) gen.else().var(valid, true);
      gen.endIf();
      cxt.ok(valid);
    });
  },
});

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
    const others = { ...cxt.parentSchema } as LinkedNode;
    delete others.unevaluatedItems;
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

// ajv's own takes the verdict of an earlier list for that of an empty one.
const contains = keyword({
  keyword: 'contains',
  type: 'array',
  trackErrors: true,
  code(cxt: KeywordCxt) {
    const { gen } = cxt;
    const { minContains: min = 1, maxContains: max } = cxt.parentSchema as LinkedNode;
    if (min === 0 && max === undefined) return;
    const valid = gen.name('_valid');
    const count = gen.let('count', 0);
    gen.forRange('i', 0, code(`${cxt.data.toString()}.length`), (i) => {
      cxt.subschema(
        {
          keyword: 'contains',
          dataProp: i,
          dataPropType: Type.Num,
          compositeRule: true,
          createErrors: false,
          allErrors: false,
        },
        valid,
      );
      gen.if(valid, () => {
        gen.code(code(`${count.str}++`));
        if (max === undefined) gen.if(code(`${count.str} >= ${min}`), () => gen.break());
      });
    });
    // That an item does not fit is no failure.
    cxt.reset();
    const tooMany = max === undefined ? '' : ` || ${count.str} > ${max}`;
    failIf(cxt, `${count.str} < ${min}${tooMany}`, {
      params: literal(max === undefined ? [min] : [min, max]),
    });
  },
});

/** Keywords about the items of a list. */
export const LISTS: Vocabulary = [prefixItems, items, contains, unevaluatedItems];
