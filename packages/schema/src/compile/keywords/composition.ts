import type { Name } from 'ajv/dist/compile/codegen/index.js';
import type { KeywordCxt } from 'ajv/dist/compile/validate/index.js';
import type { CodeKeywordDefinition } from 'ajv/dist/types/index.js';
import { literal, member } from '../emit/literal.ts';
import type { LinkedNode, LinkedSchema, TaggedUnion } from '../link/linked-schema.ts';
import {
  apply,
  choose,
  code,
  collect,
  contextOf,
  fail,
  failIf,
  failuresOf,
  fits,
  keyword,
  refuseIf,
  reportFailure,
} from './context.ts';

const list = (cxt: KeywordCxt): readonly LinkedSchema[] => cxt.schema as readonly LinkedSchema[];

/** A reference to a definition: a call of its function. */
const ref = keyword({
  keyword: 'ref',
  code(cxt: KeywordCxt) {
    const target = contextOf(cxt).program.definitions[cxt.schema as number] ?? true;
    choose(cxt, {
      check: () => refuseIf(`!${fits(cxt, target, cxt.data.toString())}`),
      collect: () => `${collect(cxt, target)};`,
    });
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
    chooseBranches(cxt, `!(${verdicts(cxt, ' || ')})`, (branches) => `!${branches}.includes(null)`);
  },
});

const oneOf = keyword({
  keyword: 'oneOf',
  code(cxt: KeywordCxt) {
    chooseBranches(
      cxt,
      // Verdicts are booleans, which add up to how many are true.
      `0 + ${verdicts(cxt, ' + ')} !== 1`,
      (branches) => `${branches}.filter((each) => each === null).length !== 1`,
    );
  },
});

// A collection gathers the failures of every branch, `null` where the value fits.
function chooseBranches(cxt: KeywordCxt, isRefused: string, hasFailed: (branches: string) => string): void {
  const { str: branches } = cxt.gen.name('branches');
  choose(cxt, {
    check: () => refuseIf(isRefused),
    collect: () => {
      const calls = list(cxt).map((schema) => failuresOf(cxt, schema));
      return `const ${branches} = [${calls.join(', ')}];if(${hasFailed(branches)}){${reportFailure(cxt, branches)}}`;
    },
  });
}

function verdicts(cxt: KeywordCxt, operator: string): string {
  return list(cxt)
    .map((schema) => fits(cxt, schema, cxt.data.toString()))
    .join(operator);
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
