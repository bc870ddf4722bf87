import { _Code, type Code, type Name } from 'ajv/dist/compile/codegen/code.js';
import type { KeywordCxt } from 'ajv/dist/compile/validate/index.js';
import type { CodeKeywordDefinition, KeywordErrorDefinition } from 'ajv/dist/types/index.js';
import type { FunctionContext } from '../emit/emit-check.ts';

/** What a failure says, when it differs from what ajv would say of the keyword at hand. */
export interface Failure {
  /** Default: the keyword at hand. */
  readonly keyword?: string;
  /** Expression of the parameters. */
  readonly params?: string;
  /** The property, from the value at hand, that the failure is about. */
  readonly at?: string;
  /** Default: the value at hand. */
  readonly data?: Name;
  /** Variable that holds the name of the property at fault. */
  readonly name?: Name;
}

/** Puts an expression into ajv's generated code as it is. */
export function code(expression: string): Code {
  return new _Code(expression);
}

/** The function that a keyword's code goes into. */
export function contextOf(cxt: KeywordCxt): FunctionContext {
  // emit-check.ts puts it there.
  return (cxt.it.schemaEnv as unknown as { readonly context: FunctionContext }).context;
}

/** Whether failures are described here, rather than only counted. */
export function describes(cxt: KeywordCxt): boolean {
  return contextOf(cxt).mode === 'collect' && cxt.it.createErrors !== false;
}

const ERROR: KeywordErrorDefinition = {
  message: '',
  params: ({ params }) => (params['expression'] as Code | undefined) ?? code('undefined'),
};

/** A keyword whose failures carry what `fail` was given. */
export function keyword(definition: Omit<CodeKeywordDefinition, 'error'>): CodeKeywordDefinition {
  return { ...definition, error: ERROR };
}

/** Reports a failure. */
export function fail(cxt: KeywordCxt, failure: Failure = {}, append = false): void {
  const name = failure.name === undefined ? '' : `,name:${failure.name.str}`;
  const own = { keyword: cxt.keyword, data: cxt.data };
  // ajv describes a failure from its context, which is made for one keyword and one value.
  Object.assign(cxt, { keyword: failure.keyword ?? own.keyword, data: failure.data ?? own.data });
  cxt.error(
    append,
    { expression: code(`${failure.params ?? 'undefined'}${name}`) },
    // ajv takes the name of a property here too, though its type says otherwise.
    failure.at === undefined ? {} : { instancePath: failure.at as unknown as Code },
  );
  Object.assign(cxt, own);
}

/** Reports a failure where a condition holds. */
export function failIf(cxt: KeywordCxt, condition: string, failure: Failure = {}): void {
  cxt.gen.if(code(condition));
  fail(cxt, failure);
  if (cxt.allErrors) cxt.gen.endIf();
  else cxt.gen.else();
}
