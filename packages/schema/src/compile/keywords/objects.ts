import type { Name } from 'ajv/dist/compile/codegen/code.js';
import { alwaysValidSchema, Type } from 'ajv/dist/compile/util.js';
import type { KeywordCxt } from 'ajv/dist/compile/validate/index.js';
import type { CodeKeywordDefinition } from 'ajv/dist/types/index.js';
import { absent, literal, present, regexLiteral } from '../emit/literal.ts';
import type { CheckMode } from '../emit/code-host.ts';
import { KNOWN_TO_CHECK } from '../emit/marks.ts';
import type { LinkedNode, LinkedSchema } from '../link/linked-schema.ts';
import { apply, choose, code, contextOf, fail, failIf, keyword, refuseIf, reportFailure } from './context.ts';

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
    const { properties = {} } = cxt.parentSchema as LinkedNode;
    for (const name of cxt.schema as readonly string[]) {
      const isAbsent = absent(cxt.data.toString(), name);
      choose(cxt, {
        check: () => (refusesAbsence(name, properties[name]) ? '' : refuseIf(isAbsent)),
        collect: () => `if(${isAbsent}){${reportFailure(cxt, literal(name))}}`,
      });
    }
  },
});

// Whether a check that reads the property anyway refuses `undefined` too: reading costs as much as what is then asked.
function refusesAbsence(name: string, schema: LinkedSchema | undefined): boolean {
  if (typeof schema !== 'object' || present('', name).includes('(')) return false;
  return [schema.type, schema.types, schema.const, schema.enum].some((each) => each !== undefined);
}

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
    const { required: needed = [], additionalProperties: others } = cxt.parentSchema as LinkedNode;
    for (const [name, schema] of telling(cxt)) {
      const condition = present(cxt.data.toString(), name);
      // A check that came this far has seen that what is required is there.
      const isKnown = needed.includes(name) && !condition.includes('(');
      cxt.gen.if(code(isKnown ? KNOWN_TO_CHECK + condition : condition), () =>
        apply(cxt, schema, { dataProp: name }),
      );
    }
    if (others === false) chooseUnknown(cxt, 'check');
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
    if (cxt.schema === false) {
      // A check looks for it last: going through the keys costs more than reading the properties that are known.
      const { properties: known } = cxt.parentSchema as LinkedNode;
      chooseUnknown(cxt, 'collect', ...(known === undefined ? (['check'] as const) : []));
      return;
    }
    cxt.gen.forIn('key', cxt.data, (key) =>
      cxt.gen.if(code(`!(${isKnown(cxt, key)})`), () => applyToProperty(cxt, cxt.schema, key)),
    );
  },
});

// The loop that looks for a property which should not be there, in the functions that are to have it here.
function chooseUnknown(cxt: KeywordCxt, ...modes: readonly CheckMode[]): void {
  const key = cxt.gen.name('key');
  const loop = (found: string): string =>
    `for(const ${key.str} in ${cxt.data.toString()}){if(!(${isKnown(cxt, key)})){${found}}}`;
  const known = literal(Object.keys((cxt.parentSchema as LinkedNode).properties ?? {}));
  choose(cxt, {
    check: () => (modes.includes('check') ? loop('return false;') : ''),
    collect: () => (modes.includes('collect') ? loop(reportFailure(cxt, known, key)) : ''),
  });
}

function isKnown(cxt: KeywordCxt, key: Name): string {
  const { emitter } = contextOf(cxt);
  const node = cxt.parentSchema as LinkedNode;
  const names = Object.keys(node.properties ?? {});
  const patterns = Object.keys(node.patternProperties ?? {});
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
      gen.if(code(`!${seen.str}.has(${key.str})`), () => {
        if (cxt.schema === false) fail(cxt, { name: key });
        else applyToProperty(cxt, cxt.schema, key);
      }),
    );
  },
});

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
