import type { Name } from 'ajv/dist/compile/codegen/index.js';
import type { KeywordCxt } from 'ajv/dist/compile/validate/index.js';
import type { CodeKeywordDefinition } from 'ajv/dist/types/index.js';
import { literal, member } from '../emit/literal.ts';
import type { LinkedNode, LinkedSchema, TaggedUnion } from '../link/linked-schema.ts';
import { apply, code, collect, contextOf, fail, failIf, failuresOf, fits, keyword } from './context.ts';

const list = (cxt: KeywordCxt): readonly LinkedSchema[] => cxt.schema as readonly LinkedSchema[];

/** A reference to a definition: a call of its function. */
const ref = keyword({
  keyword: 'ref',
  code(cxt: KeywordCxt) {
    const { program, mode } = contextOf(cxt);
    const target = program.definitions[cxt.schema as number] ?? true;
    if (mode === 'check') failIf(cxt, `!${fits(cxt, target, cxt.data.toString())}`);
    else cxt.gen.code(code(collect(cxt, target)));
  },
});

const allOf = keyword({
  keyword: 'allOf',
  code(cxt: KeywordCxt) {
    for (const schema of list(cxt)) apply(cxt, schema);
  },
});

const not = keyword({
  keyword: 'not',
  code(cxt: KeywordCxt) {
    const params = literal((cxt.parentSchema as LinkedNode).notText);
    failIf(cxt, fits(cxt, cxt.schema, cxt.data.toString()), { params });
  },
});

const conditional = keyword({
  keyword: 'if',
  code(cxt: KeywordCxt) {
    const { then = true, else: otherwise = true } = cxt.parentSchema as LinkedNode;
    cxt.gen.if(
      code(fits(cxt, cxt.schema, cxt.data.toString())),
      () => apply(cxt, then),
      () => apply(cxt, otherwise),
    );
  },
});

const anyOf = keyword({
  keyword: 'anyOf',
  code(cxt: KeywordCxt) {
    if (list(cxt).includes(true)) return;
    if (contextOf(cxt).mode === 'check') {
      failIf(cxt, `!(${verdicts(cxt, ' || ')})`);
      return;
    }
    const branches = collectBranches(cxt);
    failIf(cxt, `!${branches}.includes(null)`, { params: branches });
  },
});

const oneOf = keyword({
  keyword: 'oneOf',
  code(cxt: KeywordCxt) {
    if (contextOf(cxt).mode === 'check') {
      // Verdicts are booleans, which add up to how many are true.
      failIf(cxt, `0 + ${verdicts(cxt, ' + ')} !== 1`);
      return;
    }
    const branches = collectBranches(cxt);
    failIf(cxt, `${branches}.filter((each) => each === null).length !== 1`, { params: branches });
  },
});

function verdicts(cxt: KeywordCxt, operator: string): string {
  return list(cxt)
    .map((schema) => fits(cxt, schema, cxt.data.toString()))
    .join(operator);
}

// The failures of every branch, `null` where the value fits.
function collectBranches(cxt: KeywordCxt): string {
  const calls = list(cxt).map((schema) => failuresOf(cxt, schema));
  return cxt.gen.const('branches', code(`[${calls.join(', ')}]`)).str;
}

/** A choice by the value of one property. */
const tagged = keyword({
  keyword: 'tagged',
  code(cxt: KeywordCxt) {
    const { gen } = cxt;
    const data = cxt.data.toString();
    const { tag, cases, rest } = cxt.schema as TaggedUnion;
    gen.if(code(`${data} && typeof ${data} == "object" && !Array.isArray(${data})`));
    const value = gen.const('tag', code(member(data, tag)));
    // ajv ends what it is given by a semicolon, which may not stand before the first case.
    let start = `switch(${value.str}){`;
    for (const { values, schema } of cases) {
      gen.code(code(start + values.map((each) => `case ${literal(each)}:`).join('')));
      start = '';
      apply(cxt, schema);
      gen.code(code('break'));
    }
    gen.code(code('default:'));
    unknownTag(
      cxt,
      tag,
      value,
      cases.flatMap(({ values }) => values),
    );
    gen.code(code('}'));
    gen.else();
    apply(cxt, rest);
    gen.endIf();
  },
});

function unknownTag(cxt: KeywordCxt, tag: string, value: Name, allowed: readonly unknown[]): void {
  if (contextOf(cxt).mode === 'check') {
    fail(cxt);
    return;
  }
  cxt.gen.if(
    code(`${value.str} === undefined`),
    () => fail(cxt, { keyword: 'required', params: literal(tag) }),
    () => fail(cxt, { keyword: 'enum', params: literal(allowed), at: tag, data: value }),
  );
}

/** Keywords that combine schemas. */
export const COMPOSITION: readonly CodeKeywordDefinition[] = [
  ref,
  allOf,
  not,
  conditional,
  anyOf,
  oneOf,
  tagged,
];
