import { _Code, type Code, type Name, nil } from 'ajv/dist/compile/codegen/code.js';
import type { KeywordCxt } from 'ajv/dist/compile/validate/index.js';
import type { SubschemaArgs } from 'ajv/dist/compile/validate/subschema.js';
import type { AnySchema, CodeKeywordDefinition, KeywordErrorDefinition } from 'ajv/dist/types/index.js';
import type { Choice, FunctionContext } from '../emit/code-host.ts';
import { literal } from '../emit/literal.ts';
import { chosenLater } from '../emit/marks.ts';
import type { LinkedSchema } from '../link/linked-schema.ts';

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

const TOP = code('schema');
const ERROR: KeywordErrorDefinition = {
  message: '',
  params: ({ params }) => (params['expression'] as Code | undefined) ?? code('undefined'),
};

/** A keyword whose failures carry what `fail` was given. */
export function keyword(definition: Omit<CodeKeywordDefinition, 'error'>): CodeKeywordDefinition {
  return { ...definition, error: ERROR };
}

/** The function that a keyword's code goes into. */
export function contextOf(cxt: KeywordCxt): FunctionContext {
  // emit-check.ts puts it there.
  return (cxt.it.schemaEnv as unknown as { readonly context: FunctionContext }).context;
}

/** Generates the code of a subschema in place; by default it applies to the value at hand. */
export function apply(cxt: KeywordCxt, schema: unknown, to: SubschemaArgs = {}): void {
  // Its place in the schema is nothing that we report.
  const where = { schema: schema as AnySchema, schemaPath: nil, topSchemaRef: TOP, errSchemaPath: '' };
  cxt.subschema({ ...where, ...to }, cxt.gen.name('valid'));
}

/** The condition that a value fits a schema: a call of the schema's own function. */
export function fits(cxt: KeywordCxt, schema: unknown, value: string): string {
  const { emitter, program } = contextOf(cxt);
  return emitter.fits(program, schema as LinkedSchema, value);
}

/** The statement that reports every failure of the value at hand against a schema: a call of its own function. */
export function collect(cxt: KeywordCxt, schema: LinkedSchema): string {
  const { emitter, program } = contextOf(cxt);
  const name = emitter.function('collect', program, schema);
  const place = placeOf(cxt).join(', ');
  if (!program.repeated.has(schema)) return `${name}(${place})`;
  return `${emitter.import('descend')}(${name}, ${emitter.function('check', program, schema)}, ${place})`;
}

/** The list of those failures, `null` where there is none; they are not reported. */
export function failuresOf(cxt: KeywordCxt, schema: LinkedSchema): string {
  const { emitter, program } = contextOf(cxt);
  const name = emitter.function('collect', program, schema);
  const place = placeOf(cxt).join(', ');
  if (!program.repeated.has(schema)) return `${emitter.import('gather')}(${name}, ${place})`;
  const check = emitter.function('check', program, schema);
  return `${emitter.import('gather')}(${emitter.import('descend')}.bind(null, ${name}, ${check}), ${place})`;
}

function placeOf(cxt: KeywordCxt): readonly [value: string, path: string] {
  const { errorPath } = cxt.it;
  const path = errorPath.emptyStr() ? 'instancePath' : `instancePath + ${errorPath.toString()}`;
  return [cxt.data.toString(), path];
}

/** Generates statements that a check and a collection do not share. */
export function choose(cxt: KeywordCxt, choice: Choice): void {
  const { choices } = contextOf(cxt);
  cxt.gen.code(code(chosenLater(choices.push(choice) - 1)));
}

/** The statement of a check that ends it where a condition holds. */
export function refuseIf(condition: string): string {
  return `if(${condition}){return false;}`;
}

/** The statement of a collection that reports the keyword at hand; `name` holds the name of the property at fault. */
export function reportFailure(cxt: KeywordCxt, params: string, name?: Name): string {
  const [value, path] = placeOf(cxt);
  const given = [path, literal(cxt.keyword), params, value, ...(name === undefined ? [] : [name.str])];
  return `${contextOf(cxt).emitter.import('report')}(${given.join(',')});`;
}

/** Reports a failure; a function that only checks is done with it. */
export function fail(cxt: KeywordCxt, failure: Failure = {}): void {
  const name = failure.name === undefined ? '' : `,name:${failure.name.str}`;
  const own = { keyword: cxt.keyword, data: cxt.data };
  // ajv describes a failure from its context, which is made for one keyword and one value.
  Object.assign(cxt, { keyword: failure.keyword ?? own.keyword, data: failure.data ?? own.data });
  cxt.error(
    false,
    { expression: code(`${failure.params ?? 'undefined'}${name}`) },
    // ajv takes the name of a property here too, though its type says otherwise.
    failure.at === undefined ? {} : { instancePath: failure.at as unknown as Code },
  );
  Object.assign(cxt, own);
}

/** Reports a failure where a condition holds. */
export function failIf(cxt: KeywordCxt, condition: string, failure: Failure = {}): void {
  cxt.gen.if(code(condition), () => fail(cxt, failure));
}
