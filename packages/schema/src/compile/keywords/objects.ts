import type { Name } from 'ajv/dist/compile/codegen/code.js';
import type { KeywordCxt } from 'ajv/dist/compile/validate/index.js';
import { alwaysValidSchema, Type } from 'ajv/dist/compile/util.js';
import type { CodeKeywordDefinition } from 'ajv/dist/types/index.js';
import { absent, literal, present, regexLiteral } from '../emit/literal.ts';
import type { LinkedNode, LinkedSchema } from '../link/linked-schema.ts';
import { code, contextOf, describes, fail, failIf, keyword } from './context.ts';

/** Above this, looking a name up is faster than comparing it with each. */
const LONGEST_COMPARISON = 24;

type SchemaMap = Readonly<Record<string, LinkedSchema>>;

const required = keyword({
  keyword: 'required',
  type: 'object',
  code(cxt: KeywordCxt) {
    const data = cxt.data.toString();
    const names = cxt.schema as readonly string[];
    if (describes(cxt)) {
      for (const name of names) failIf(cxt, absent(data, name), { params: literal(name) });
    } else {
      failIf(cxt, names.map((name) => absent(data, name)).join(' || '));
    }
  },
});

const dependentRequired = keyword({
  keyword: 'dependentRequired',
  type: 'object',
  code(cxt: KeywordCxt) {
    const data = cxt.data.toString();
    for (const [name, needed] of Object.entries(cxt.schema as Readonly<Record<string, readonly string[]>>)) {
      for (const other of needed) {
        failIf(cxt, `${present(data, name)} && (${absent(data, other)})`, { params: literal([name, other]) });
      }
    }
  },
});

const properties = keyword({
  keyword: 'properties',
  type: 'object',
  code(cxt: KeywordCxt) {
    const { gen, it } = cxt;
    const valid = gen.name('valid');
    for (const [name, schema] of Object.entries(cxt.schema as SchemaMap)) {
      if (alwaysValidSchema(it, schema)) continue;
      gen.if(code(present(cxt.data.toString(), name)));
      cxt.subschema({ keyword: 'properties', schemaProp: name, dataProp: name }, valid);
      if (!it.allErrors) gen.else().var(valid, true);
      gen.endIf();
      cxt.ok(valid);
    }
  },
});

const dependentSchemas = keyword({
  keyword: 'dependentSchemas',
  type: 'object',
  code(cxt: KeywordCxt) {
    const { gen, it } = cxt;
    const valid = gen.name('valid');
    for (const [name, schema] of Object.entries(cxt.schema as SchemaMap)) {
      if (alwaysValidSchema(it, schema)) continue;
      gen.if(code(present(cxt.data.toString(), name)));
      cxt.subschema({ keyword: 'dependentSchemas', schemaProp: name }, valid);
      if (!it.allErrors) gen.else().var(valid, true);
      gen.endIf();
      cxt.ok(valid);
    }
  },
});

// ajv's own skips the keywords after it when there are no properties.
const propertyNames = keyword({
  keyword: 'propertyNames',
  type: 'object',
  code(cxt: KeywordCxt) {
    const { gen, it } = cxt;
    if (alwaysValidSchema(it, cxt.schema as LinkedSchema)) return;
    const valid = gen.name('valid');
    if (!it.allErrors) gen.var(valid, true);
    gen.forIn('key', cxt.data, (key) => {
      cxt.subschema({ keyword: 'propertyNames', data: key, dataTypes: ['string'], propertyName: key }, valid);
      stopAt(cxt, valid);
    });
    cxt.ok(valid);
  },
});

const patternProperties = keyword({
  keyword: 'patternProperties',
  type: 'object',
  code(cxt: KeywordCxt) {
    const { gen, it } = cxt;
    const { emitter } = contextOf(cxt);
    const valid = gen.name('valid');
    for (const [pattern, schema] of Object.entries(cxt.schema as SchemaMap)) {
      if (alwaysValidSchema(it, schema)) continue;
      const regex = emitter.constant(regexLiteral(pattern));
      if (!it.allErrors) gen.var(valid, true);
      gen.forIn('key', cxt.data, (key) =>
        gen.if(code(`${regex}.test(${key.str})`), () => {
          cxt.subschema(
            { keyword: 'patternProperties', schemaProp: pattern, dataProp: key, dataPropType: Type.Str },
            valid,
          );
          stopAt(cxt, valid);
        }),
      );
      cxt.ok(valid);
    }
  },
});

const additionalProperties = keyword({
  keyword: 'additionalProperties',
  type: 'object',
  code(cxt: KeywordCxt) {
    const { gen, it } = cxt;
    if (alwaysValidSchema(it, cxt.schema as LinkedSchema)) return;
    const node = cxt.parentSchema as LinkedNode;
    const known = Object.keys(node.properties ?? {});
    const valid = gen.name('valid');
    if (!it.allErrors) gen.var(valid, true);
    gen.forIn('key', cxt.data, (key) => {
      const apply = (): void => applyToRest(cxt, key, valid, literal(known));
      const condition = isKnown(cxt, key, known, Object.keys(node.patternProperties ?? {}));
      if (condition === '') apply();
      else gen.if(code(`!(${condition})`), apply);
    });
    cxt.ok(valid);
  },
});

function isKnown(cxt: KeywordCxt, key: Name, names: readonly string[], patterns: readonly string[]): string {
  const { emitter } = contextOf(cxt);
  const tests =
    names.length > LONGEST_COMPARISON
      ? [`${emitter.constant(`new Set(${literal(names)})`)}.has(${key.str})`]
      : names.map((name) => `${key.str} === ${literal(name)}`);
  return [
    ...tests,
    ...patterns.map((each) => `${emitter.constant(regexLiteral(each))}.test(${key.str})`),
  ].join(' || ');
}

const unevaluatedProperties = keyword({
  keyword: 'unevaluatedProperties',
  type: 'object',
  code(cxt: KeywordCxt) {
    const { gen, it } = cxt;
    if (alwaysValidSchema(it, cxt.schema as LinkedSchema)) return;
    const { emitter, program } = contextOf(cxt);
    const others = { ...cxt.parentSchema } as LinkedNode;
    delete others.unevaluatedProperties;
    const evaluated = emitter.function('properties', program, others);
    const seen = gen.const('seen', code(`${evaluated}(${cxt.data.toString()}, new Set())`));
    const valid = gen.name('valid');
    if (!it.allErrors) gen.var(valid, true);
    gen.forIn('key', cxt.data, (key) =>
      gen.if(code(`!${seen.str}.has(${key.str})`), () => applyToRest(cxt, key, valid, 'undefined')),
    );
    cxt.ok(valid);
  },
});

// The value of a property that no other keyword speaks of.
function applyToRest(cxt: KeywordCxt, key: Name, valid: Name, params: string): void {
  const { gen, it } = cxt;
  if (cxt.schema === false) {
    fail(cxt, { params, name: key });
    if (!it.allErrors) gen.assign(valid, false).break();
    return;
  }
  cxt.subschema({ keyword: cxt.keyword, dataProp: key, dataPropType: Type.Str }, valid);
  stopAt(cxt, valid);
}

function stopAt({ gen, it }: KeywordCxt, valid: Name): void {
  if (!it.allErrors) gen.if(code(`!${valid.str}`), () => gen.break());
}

/** Keywords about the properties of an object. */
export const OBJECTS: readonly CodeKeywordDefinition[] = [
  propertyNames,
  required,
  dependentRequired,
  additionalProperties,
  properties,
  patternProperties,
  dependentSchemas,
  unevaluatedProperties,
];
