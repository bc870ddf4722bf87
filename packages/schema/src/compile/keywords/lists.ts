import { alwaysValidSchema, Type } from 'ajv/dist/compile/util.js';
import type { KeywordCxt } from 'ajv/dist/compile/validate/index.js';
import type { CodeKeywordDefinition } from 'ajv/dist/types/index.js';
import { literal } from '../emit/literal.ts';
import type { LinkedNode, LinkedSchema } from '../link/linked-schema.ts';
import { apply, code, contextOf, failIf, fits, keyword } from './context.ts';

const prefixItems = keyword({
  keyword: 'prefixItems',
  type: 'array',
  code(cxt: KeywordCxt) {
    (cxt.schema as readonly LinkedSchema[]).forEach((schema, index) => {
      if (alwaysValidSchema(cxt.it, schema)) return;
      cxt.gen.if(code(`${cxt.data.toString()}.length > ${index}`), () =>
        apply(cxt, schema, { dataProp: index }),
      );
    });
  },
});

const items = keyword({
  keyword: 'items',
  type: 'array',
  code(cxt: KeywordCxt) {
    if (alwaysValidSchema(cxt.it, cxt.schema as LinkedSchema)) return;
    const length = `${cxt.data.toString()}.length`;
    const start = (cxt.parentSchema as LinkedNode).prefixItems?.length ?? 0;
    if (cxt.schema === false) {
      failIf(cxt, `${length} > ${start}`, { keyword: 'maxItems', params: String(start) });
      return;
    }
    cxt.gen.forRange('i', start, code(length), (i) =>
      apply(cxt, cxt.schema, { dataProp: i, dataPropType: Type.Num }),
    );
  },
});

const unevaluatedItems = keyword({
  keyword: 'unevaluatedItems',
  type: 'array',
  code(cxt: KeywordCxt) {
    const { gen } = cxt;
    if (alwaysValidSchema(cxt.it, cxt.schema as LinkedSchema)) return;
    const { emitter, program } = contextOf(cxt);
    const others = { ...cxt.parentSchema } as LinkedNode;
    delete others.unevaluatedItems;
    const evaluated = emitter.function('items', program, others);
    const seen = gen.const('seen', code(`${evaluated}(${cxt.data.toString()}, new Set())`));
    gen.forRange('i', 0, code(`${cxt.data.toString()}.length`), (i) =>
      gen.if(code(`!${seen.str}.has(${i.str})`), () =>
        apply(cxt, cxt.schema, { dataProp: i, dataPropType: Type.Num }),
      ),
    );
  },
});

const contains = keyword({
  keyword: 'contains',
  type: 'array',
  code(cxt: KeywordCxt) {
    const { gen } = cxt;
    const { minContains: min = 1, maxContains: max } = cxt.parentSchema as LinkedNode;
    if (min === 0 && max === undefined) return;
    const data = cxt.data.toString();
    const count = gen.let('count', 0);
    gen.forRange('i', 0, code(`${data}.length`), (i) =>
      gen.if(code(fits(cxt, cxt.schema, `${data}[${i.str}]`)), () => gen.code(code(`${count.str}++`))),
    );
    const tooMany = max === undefined ? '' : ` || ${count.str} > ${max}`;
    const params = literal(max === undefined ? [min] : [min, max]);
    failIf(cxt, `${count.str} < ${min}${tooMany}`, { params });
  },
});

/** Keywords about the items of a list. */
export const LISTS: readonly CodeKeywordDefinition[] = [prefixItems, items, contains, unevaluatedItems];
