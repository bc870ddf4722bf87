import { nil, type Name } from 'ajv/dist/compile/codegen/index.js';
import names from 'ajv/dist/compile/names.js';
import type { KeywordCxt } from 'ajv/dist/compile/validate/index.js';
import { alwaysValidSchema } from 'ajv/dist/compile/util.js';
import type { CodeKeywordDefinition, Vocabulary } from 'ajv/dist/types/index.js';
import allOf from 'ajv/dist/vocabularies/applicator/allOf.js';
import anyOf from 'ajv/dist/vocabularies/applicator/anyOf.js';
import ifThenElse from 'ajv/dist/vocabularies/applicator/if.js';
import not from 'ajv/dist/vocabularies/applicator/not.js';
import oneOf from 'ajv/dist/vocabularies/applicator/oneOf.js';
import { defaultOf } from '../ajv-module.ts';
import { literal, member } from '../emit/literal.ts';
import type { LinkedNode, LinkedSchema, TaggedUnion } from '../link/linked-schema.ts';
import { code, contextOf, describes, fail, failIf, keyword } from './context.ts';

const N = defaultOf(names);

// A union that only decides is ajv's; one that reports says which branch each failure is from.
function union(definition: CodeKeywordDefinition): CodeKeywordDefinition {
  return keyword({
    ...definition,
    code: (cxt: KeywordCxt) => (describes(cxt) ? reportingUnion(cxt) : definition.code(cxt)),
  });
}

function reportingUnion(cxt: KeywordCxt): void {
  const { gen, it, keyword: name } = cxt;
  const branches = cxt.schema as readonly LinkedSchema[];
  if (name === 'anyOf' && branches.some((branch) => alwaysValidSchema(it, branch))) return;
  const fitting = gen.const('fitting', code('[]'));
  const marks = branches.map((_, index): Name => {
    const mark = gen.const('mark', N.errors);
    const valid = gen.name('_valid');
    cxt.subschema({ keyword: name, schemaProp: index, compositeRule: true }, valid);
    gen.if(valid, () => gen.code(code(`${fitting.str}.push(${index})`)));
    return mark;
  });
  const sizes = marks.map((mark, index) => `${marks[index + 1]?.str ?? 'errors'} - ${mark.str}`);
  const valid = name === 'anyOf' ? `${fitting.str}.length > 0` : `${fitting.str}.length === 1`;
  const tooMany = name === 'oneOf' ? `,fitting:${fitting.str}.length > 1 && ${fitting.str}` : '';
  cxt.result(
    code(valid),
    () => cxt.reset(),
    () => fail(cxt, { params: `{sizes:[${sizes.join()}]${tooMany}}` }, true),
  );
}

const negation = keyword({
  ...defaultOf(not),
  code(cxt: KeywordCxt) {
    const { gen } = cxt;
    const params = literal((cxt.parentSchema as LinkedNode).notText);
    if (alwaysValidSchema(cxt.it, cxt.schema as LinkedSchema)) {
      failIf(cxt, 'true', { params });
      return;
    }
    const valid = gen.name('valid');
    cxt.subschema({ keyword: 'not', compositeRule: true, createErrors: false, allErrors: false }, valid);
    cxt.failResult(
      valid,
      () => cxt.reset(),
      () => fail(cxt, { params }),
    );
  },
});

/** A choice by the value of one property. */
const tagged = keyword({
  keyword: 'tagged',
  code(cxt: KeywordCxt) {
    const { gen } = cxt;
    const data = cxt.data.toString();
    const { keyword: name, tag, cases, rest } = cxt.schema as TaggedUnion;
    const valid = gen.let('valid', true);
    const inner = gen.name('_valid');
    const apply = (schema: LinkedSchema) => (): void => {
      cxt.subschema({ schema, schemaPath: nil, topSchemaRef: code('schema'), errSchemaPath: '' }, inner);
      gen.assign(valid, inner);
    };
    gen.if(code(`${data} && typeof ${data} == "object" && !Array.isArray(${data})`));
    const value = gen.const('tag', code(member(data, tag)));
    const is = (values: readonly unknown[]) =>
      code(values.map((each) => `${value.str} === ${literal(each)}`).join(' || '));
    cases.forEach(({ values, schema }, index) => {
      if (index === 0) gen.if(is(values));
      else gen.elseIf(is(values));
      apply(schema)();
    });
    gen.else();
    unknownTag(
      cxt,
      name,
      tag,
      value,
      cases.flatMap(({ values }) => values),
    );
    gen.assign(valid, false).endIf();
    gen.else();
    apply(rest)();
    gen.endIf();
    cxt.ok(valid);
  },
});

function unknownTag(
  cxt: KeywordCxt,
  union: string,
  tag: string,
  value: Name,
  allowed: readonly unknown[],
): void {
  if (!describes(cxt)) {
    fail(cxt, { keyword: union });
    return;
  }
  cxt.gen.if(
    code(`${value.str} === undefined`),
    () => fail(cxt, { keyword: 'required', params: literal(tag) }),
    () => fail(cxt, { keyword: 'enum', params: literal(allowed), at: tag, data: value }),
  );
}

/** A reference to a definition: a call of its function. */
const ref = keyword({
  keyword: 'ref',
  code(cxt: KeywordCxt) {
    const { gen, it } = cxt;
    const { emitter, program, mode } = contextOf(cxt);
    const target = program.definitions[cxt.schema as number] ?? true;
    const called = emitter.function(mode, program, target);
    const data = cxt.data.toString();
    if (mode === 'check') {
      failIf(cxt, `!${called}(${data})`);
      return;
    }
    const path = it.errorPath.emptyStr() ? 'instancePath' : `instancePath + ${it.errorPath.toString()}`;
    const more = gen.const('more', code(`${called}(${data}, ${path})`));
    gen.if(code(`${more.str} !== null`), () => {
      gen.code(code(`vErrors = ${emitter.import('join')}(vErrors, ${more.str})`));
      gen.code(code(`errors += ${more.str}.length`));
    });
    if (!it.allErrors) gen.if(code(`${more.str} === null`));
  },
});

/** Keywords that combine schemas. */
export const COMPOSITION: Vocabulary = [
  ref,
  negation,
  union(defaultOf(anyOf)),
  union(defaultOf(oneOf)),
  tagged,
  defaultOf(allOf),
  defaultOf(ifThenElse),
  { keyword: ['then', 'else'], schemaType: ['object', 'boolean'] },
];
