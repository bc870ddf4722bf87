import { literal } from '../emit/literal.ts';
import { keyword, type Keyword, apply, atIndex, atItem, failIf, fits, acceptsEverything } from './site.ts';

const prefixItems = keyword('prefixItems', (site, schemas) => {
  for (const [index, schema] of schemas.entries()) {
    if (acceptsEverything(schema)) continue;
    site.code.if(`${site.data}.length>${index}`, () => apply(atIndex(site, index), schema));
  }
});

const items = keyword('items', (site, schema) => {
  if (acceptsEverything(schema)) return;
  const start = site.node.prefixItems?.length ?? 0;
  if (schema === false)
    failIf(site, `${site.data}.length>${start}`, { keyword: 'maxItems', params: String(start) });
  else site.code.forItems(site.data, start, (index) => apply(atItem(site, index), schema));
});

const unevaluatedItems = keyword('unevaluatedItems', (site, schema) => {
  if (acceptsEverything(schema)) return;
  const { code, emitter, program, data } = site;
  const others = { ...site.node };
  delete others.unevaluatedItems;
  const evaluated = emitter.function('items', program, others);
  const seen = code.name('seen');
  code.statement(`const ${seen}=${evaluated}(${data},new Set());`);
  code.forItems(data, 0, (index) =>
    code.if(`!${seen}.has(${index})`, () => apply(atItem(site, index), schema)),
  );
});

const contains = keyword('contains', (site, schema) => {
  const { code, data } = site;
  const { minContains: min = 1, maxContains: max } = site.node;
  if (min === 0 && max === undefined) return;
  const count = code.name('count');
  code.statement(`let ${count}=0;`);
  code.forItems(data, 0, (index) =>
    code.if(fits(site, schema, `${data}[${index}]`), () => code.statement(`${count}++;`)),
  );
  const tooMany = max === undefined ? '' : `||${count}>${max}`;
  const params = literal(max === undefined ? [min] : [min, max]);
  failIf(site, `${count}<${min}${tooMany}`, { keyword: 'contains', params });
});

/** Keywords about the items of an array. */
export const ARRAYS: readonly Keyword[] = [prefixItems, items, contains, unevaluatedItems];
