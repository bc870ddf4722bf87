import { absent, literal, present, regexLiteral } from '../emit/code-writer.ts';
import type { LinkedSchema } from '../link/linked-schema.ts';
import {
  keyword,
  type Keyword,
  apply,
  atNamed,
  atProperty,
  fail,
  failIf,
  acceptsEverything,
  type Site,
  atIndex,
  atItem,
  fits,
} from './site.ts';

/** With more names, a lookup is faster than comparing each. */
const MAX_COMPARED = 24;

const isThere = (data: string, name: string): string => present(data, name, '');
const isMissing = (data: string, name: string): string => absent(data, name, '');

/** The subschemas that restrict anything, by name. */
function restricting(schemas: Readonly<Record<string, LinkedSchema>>): [string, LinkedSchema][] {
  return Object.entries(schemas).filter(([, schema]) => !acceptsEverything(schema));
}

const required = keyword('required', (site, names) => {
  const { properties: schemas = {} } = site.node;
  for (const name of names) {
    const write = (): void =>
      failIf(site, isMissing(site.data, name), { keyword: 'required', params: literal(name) });
    if (refusesAbsence(name, schemas[name])) site.code.only('collect', write);
    else write();
  }
});

// Whether the check of a property's value also refuses `undefined`, so that its presence needs no check of its own.
function refusesAbsence(name: string, schema: LinkedSchema | undefined): boolean {
  if (typeof schema !== 'object' || isThere('', name).includes('(')) return false;
  return [schema.type, schema.types, schema.const, schema.enum].some((each) => each !== undefined);
}

const dependentRequired = keyword('dependentRequired', (site, dependents) => {
  for (const [name, needed] of Object.entries(dependents)) {
    for (const other of needed) {
      const condition = `${isThere(site.data, name)}&&(${isMissing(site.data, other)})`;
      failIf(site, condition, { keyword: 'dependentRequired', params: literal([name, other]) });
    }
  }
});

const properties = keyword('properties', (site, schemas) => {
  const { required: needed = [] } = site.node;
  for (const [name, schema] of restricting(schemas)) {
    const condition = isThere(site.data, name);
    const write = (): void => apply(atProperty(site, name), schema);
    // A check that gets here has found the required properties.
    if (needed.includes(name) && !condition.includes('(')) site.code.ifCollecting(condition, write);
    else site.code.if(condition, write);
  }
  if (site.node.additionalProperties === false) site.code.only('check', () => refuseUnknown(site));
});

const dependentSchemas = keyword('dependentSchemas', (site, schemas) => {
  for (const [name, schema] of restricting(schemas))
    site.code.if(isThere(site.data, name), () => apply(site, schema));
});

const propertyNames = keyword('propertyNames', (site, schema) => {
  if (acceptsEverything(schema)) return;
  site.code.forNames(site.data, undefined, (name) =>
    apply({ ...site, data: name, property: name, longest: Infinity }, schema),
  );
});

const patternProperties = keyword('patternProperties', (site, schemas) => {
  for (const [pattern, schema] of restricting(schemas)) {
    const regex = site.emitter.constant(regexLiteral(pattern));
    const test = (name: string): string => `${regex}.test(${name})`;
    site.code.forNames(site.data, test, (name) => apply(atNamed(site, name), schema));
  }
});

const additionalProperties = keyword('additionalProperties', (site, schema) => {
  if (acceptsEverything(schema)) return;
  if (schema !== false) {
    site.code.forNames(site.data, isUnknown(site), (name) => apply(atNamed(site, name), schema));
  } else if (site.node.properties === undefined) refuseUnknown(site);
  // A check does this last: iterating over the keys costs more than reading known properties.
  else site.code.only('collect', () => refuseUnknown(site));
});

function refuseUnknown(site: Site): void {
  const params = literal(Object.keys(site.node.properties ?? {}));
  site.code.forNames(site.data, isUnknown(site), (name) =>
    fail(site, { keyword: 'additionalProperties', params, name }),
  );
}

const isUnknown =
  ({ emitter, node }: Site) =>
  (key: string): string => {
    const names = Object.keys(node.properties ?? {});
    const tests =
      names.length > MAX_COMPARED
        ? [`${emitter.constant(`new Set(${literal(names)})`)}.has(${key})`]
        : names.map((name) => `${key}===${literal(name)}`);
    const patterns = Object.keys(node.patternProperties ?? {});
    tests.push(...patterns.map((each) => `${emitter.constant(regexLiteral(each))}.test(${key})`));
    return `!(${tests.join('||') || 'false'})`;
  };

const unevaluatedProperties = keyword('unevaluatedProperties', (site, schema) => {
  if (acceptsEverything(schema)) return;
  const { code, emitter, program, data } = site;
  const others = { ...site.node };
  delete others.unevaluatedProperties;
  const evaluated = emitter.function('properties', program, others);
  const seen = code.name('seen');
  code.statement(`const ${seen}=${evaluated}(${data},new Set());`);
  code.forNames(
    data,
    (name) => `!${seen}.has(${name})`,
    (name) => {
      if (schema === false) fail(site, { keyword: 'unevaluatedProperties', name });
      else apply(atNamed(site, name), schema);
    },
  );
});

export const OBJECTS: readonly Keyword[] = [
  required,
  propertyNames,
  dependentRequired,
  additionalProperties,
  properties,
  patternProperties,
  dependentSchemas,
  unevaluatedProperties,
];

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

export const ARRAYS: readonly Keyword[] = [prefixItems, items, contains, unevaluatedItems];
