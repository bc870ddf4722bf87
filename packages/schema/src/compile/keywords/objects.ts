import type { Name } from 'ajv/dist/compile/codegen/code.js';
import { alwaysValidSchema, Type } from 'ajv/dist/compile/util.js';
import type { KeywordCxt } from 'ajv/dist/compile/validate/index.js';
import type { CodeKeywordDefinition } from 'ajv/dist/types/index.js';
import { absent, literal, present, regexLiteral } from '../emit/literal.ts';
import { KNOWN_TO_CHECK } from '../emit/marks.ts';
import type { LinkedNode, LinkedSchema } from '../link/linked-schema.ts';
import { apply, code, contextOf, fail, failIf, keyword } from './context.ts';

/** Above this, looking a name up is faster than comparing it with each. */
const LONGEST_COMPARISON = 24;

type SchemaMap = Readonly<Record<string, LinkedSchema>>;

/** The subschemas of a keyword that say anything, by name. */
function telling(cxt: KeywordCxt): [string, LinkedSchema][] {
  return Object.entries(cxt.schema as SchemaMap).filter(([, schema]) => !alwaysValidSchema(cxt.it, schema));
}

const required = keyword({
  keyword: 'required',
  type: 'object',
  code(cxt: KeywordCxt) {
    for (const name of cxt.schema as readonly string[]) {
      failIf(cxt, absent(cxt.data.toString(), name), { params: literal(name) });
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
    const { required: needed = [] } = cxt.parentSchema as LinkedNode;
    for (const [name, schema] of telling(cxt)) {
      const condition = present(cxt.data.toString(), name);
      // A check that came this far has seen that what is required is there.
      const isKnown = needed.includes(name) && !condition.includes('(');
      cxt.gen.if(code(isKnown ? KNOWN_TO_CHECK + condition : condition), () =>
        apply(cxt, schema, { dataProp: name }),
      );
    }
  },
});

const dependentSchemas = keyword({
  keyword: 'dependentSchemas',
  type: 'object',
  code(cxt: KeywordCxt) {
    for (const [name, schema] of telling(cxt)) {
      cxt.gen.if(code(present(cxt.data.toString(), name)), () => apply(cxt, schema));
    }
  },
});

const propertyNames = keyword({
  keyword: 'propertyNames',
  type: 'object',
  code(cxt: KeywordCxt) {
    if (alwaysValidSchema(cxt.it, cxt.schema as LinkedSchema)) return;
    cxt.gen.forIn('key', cxt.data, (key) => apply(cxt, cxt.schema, { data: key, propertyName: key }));
  },
});

const patternProperties = keyword({
  keyword: 'patternProperties',
  type: 'object',
  code(cxt: KeywordCxt) {
    for (const [pattern, schema] of telling(cxt)) {
      const regex = contextOf(cxt).emitter.constant(regexLiteral(pattern));
      cxt.gen.forIn('key', cxt.data, (key) =>
        cxt.gen.if(code(`${regex}.test(${key.str})`), () => applyToProperty(cxt, schema, key)),
      );
    }
  },
});

const additionalProperties = keyword({
  keyword: 'additionalProperties',
  type: 'object',
  code(cxt: KeywordCxt) {
    if (alwaysValidSchema(cxt.it, cxt.schema as LinkedSchema)) return;
    const node = cxt.parentSchema as LinkedNode;
    const known = Object.keys(node.properties ?? {});
    cxt.gen.forIn('key', cxt.data, (key) => {
      const condition = isKnown(cxt, key, known, Object.keys(node.patternProperties ?? {}));
      cxt.gen.if(code(`!(${condition})`), () => applyToRest(cxt, key, literal(known)));
    });
  },
});

function isKnown(cxt: KeywordCxt, key: Name, names: readonly string[], patterns: readonly string[]): string {
  const { emitter } = contextOf(cxt);
  const tests =
    names.length > LONGEST_COMPARISON
      ? [`${emitter.constant(`new Set(${literal(names)})`)}.has(${key.str})`]
      : names.map((name) => `${key.str} === ${literal(name)}`);
  tests.push(...patterns.map((each) => `${emitter.constant(regexLiteral(each))}.test(${key.str})`));
  return tests.join(' || ') || 'false';
}

const unevaluatedProperties = keyword({
  keyword: 'unevaluatedProperties',
  type: 'object',
  code(cxt: KeywordCxt) {
    const { gen } = cxt;
    if (alwaysValidSchema(cxt.it, cxt.schema as LinkedSchema)) return;
    const { emitter, program } = contextOf(cxt);
    const others = { ...cxt.parentSchema } as LinkedNode;
    delete others.unevaluatedProperties;
    const evaluated = emitter.function('properties', program, others);
    const seen = gen.const('seen', code(`${evaluated}(${cxt.data.toString()}, new Set())`));
    gen.forIn('key', cxt.data, (key) =>
      gen.if(code(`!${seen.str}.has(${key.str})`), () => applyToRest(cxt, key, 'undefined')),
    );
  },
});

// A property that no other keyword speaks of.
function applyToRest(cxt: KeywordCxt, key: Name, params: string): void {
  if (cxt.schema === false) fail(cxt, { params, name: key });
  else applyToProperty(cxt, cxt.schema, key);
}

function applyToProperty(cxt: KeywordCxt, schema: unknown, key: Name): void {
  apply(cxt, schema, { dataProp: key, dataPropType: Type.Str });
}

/** Keywords about the properties of an object. */
export const OBJECTS: readonly CodeKeywordDefinition[] = [
  required,
  propertyNames,
  dependentRequired,
  additionalProperties,
  properties,
  patternProperties,
  dependentSchemas,
  unevaluatedProperties,
];
