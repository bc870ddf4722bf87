import { CodeGen, Name, nil, ValueScope, _ } from 'ajv/dist/compile/codegen/index.js';
import names from 'ajv/dist/compile/names.js';
import type { SchemaCxt } from 'ajv/dist/compile/index.js';
import { validateFunctionCode } from 'ajv/dist/compile/validate/index.js';
import { defaultOf } from '../ajv-module.ts';
import type { LinkedNode, LinkedProgram, LinkedSchema } from '../link/linked-schema.ts';
import type { CheckMode, Choice, CodeHost, FunctionContext } from './code-host.ts';
import { engine } from './engine.ts';
import { literal } from './literal.ts';
import { fillChoices, withKnown, withoutKnown } from './marks.ts';
import { type MaskedText, maskStrings, unknownPart, unmaskStrings } from './source-text.ts';

const N = defaultOf(names);

/** Emits the function that checks a schema, or collects its failures: ajv's code, without what only ajv needs. */
export function emitCheck(
  mode: CheckMode,
  emitter: CodeHost,
  program: LinkedProgram,
  schema: LinkedSchema,
  name: string,
): string {
  if (typeof schema === 'boolean') return emitBoolean(mode, emitter, schema, name);
  const { code, choices } = generatedFor(emitter, program, schema);
  // Strings first: what one of them holds must be no mark.
  const { text: statements, strings: known } = maskStrings(code);
  const chosen = (index: number): string => maskStrings(choices[index]?.[mode]() ?? '', known).text;
  const masked = { text: fillChoices(statements, chosen), strings: known };
  const { text, strings } = mode === 'check' ? trimCheck(masked, name) : trimCollect(masked, name, emitter);
  assertTrimmed(text, name);
  return unmaskStrings({ text: compact(text), strings });
}

function emitBoolean(mode: CheckMode, emitter: CodeHost, schema: boolean, name: string): string {
  if (mode === 'check') return `function ${name}(data){return ${schema};}`;
  const failure = schema ? '' : `${emitter.import('report')}(p,"false schema",undefined,data);`;
  return `function ${name}(data,p){${failure}}`;
}

/** ajv's code for a schema, which both of its functions are made of. */
interface Generated {
  readonly code: string;
  readonly choices: readonly Choice[];
}

const generated = new WeakMap<CodeHost, Map<LinkedNode, Generated>>();

function generatedFor(emitter: CodeHost, program: LinkedProgram, schema: LinkedNode): Generated {
  let known = generated.get(emitter);
  if (known === undefined) generated.set(emitter, (known = new Map<LinkedNode, Generated>()));
  let made = known.get(schema);
  if (made === undefined) {
    const choices: Choice[] = [];
    made = { code: generate({ emitter, program, choices }, schema), choices };
    known.set(schema, made);
  }
  return made;
}

/** What the generated function is called until it has a name. */
const UNNAMED = 'validate';

// What ajv's own compileSchema does, without evaluating the text.
function generate(context: FunctionContext, schema: LinkedNode): string {
  const gen = new CodeGen(new ValueScope({ scope: {}, prefixes: new Set(['validate', 'schema']) }), {});
  const schemaContext = {
    gen,
    // A check returns at the first failure, so that no keyword need ask whether one before it failed.
    allErrors: true,
    data: N.data,
    parentData: N.parentData,
    parentDataProperty: N.parentDataProperty,
    dataNames: [N.data],
    dataPathArr: [nil],
    dataLevel: 0,
    dataTypes: [],
    definedProperties: new Set<string>(),
    topSchemaRef: new Name('schema'),
    validateName: new Name(UNNAMED),
    schema,
    schemaEnv: { baseId: '', context },
    rootId: '',
    baseId: '',
    schemaPath: nil,
    errSchemaPath: '',
    errorPath: _`""`,
    opts: engine.opts,
    self: engine,
  };
  // Of `schemaEnv` ajv's generator reads only `$async`, `meta` and `baseId`; our keywords read `context`.
  validateFunctionCode(schemaContext as unknown as SchemaCxt);
  return gen.toString();
}

const HEADER =
  /^function \w+\(data, \{instancePath=\ue000\d+\ue000, parentData, parentDataProperty, rootData=data\}=\{\}\)\{/;
const ERROR =
  /const (err\d+) = \{instancePath:?(.*?),schemaPath:.*?,keyword:(.*?),params:(.*?),schema:.*?,parentSchema:.*?,data:?(\w*)(?:,propertyName:(\w+))?\};if\(vErrors === null\)\{vErrors = \[\1\];\}else \{vErrors\.push\(\1\);\}errors\+\+;/g;
// How ajv's own keywords learn whether a subschema failed; none of ours asks.
const ACCOUNTS =
  /let errors = 0;|const _errs\d+ = errors;|var valid\d+ = (?:_errs\d+ === errors|true|false);/g;
const ESCAPE = /\b([a-z]+\d*)\.replace\(\/~\/g, \ue000\d+\ue000\)\.replace\(\/\\\/\/g, \ue000\d+\ue000\)/g;

function trimCheck({ text, strings }: MaskedText, name: string): MaskedText {
  const trimmed = withoutKnown(text)
    .replace(HEADER, `function ${name}(data){`)
    .replace('let vErrors = null;', '')
    .replace(ERROR, 'return false;')
    .replace(ACCOUNTS, '')
    .replace(`${UNNAMED}.errors = vErrors;return errors === 0;`, 'return true;')
    .replace(`${UNNAMED}.errors = null;`, '');
  return { text: trimmed, strings };
}

function trimCollect({ text, strings }: MaskedText, name: string, emitter: CodeHost): MaskedText {
  const trimmed = shortenPaths(withKnown(text), emitter)
    .replace(HEADER, `function ${name}(data, instancePath){`)
    .replace('let vErrors = null;', '')
    .replace(ERROR, (...groups: string[]) => reportCall(groups, emitter))
    .replace(ACCOUNTS, '')
    .replace(`${UNNAMED}.errors = vErrors;return errors === 0;`, '')
    .replace(`${UNNAMED}.errors = null;return true;`, '');
  return { text: trimmed, strings };
}

// ajv shortens `data:data` to `data`, and `instancePath:instancePath` too.
function reportCall(groups: readonly string[], emitter: CodeHost): string {
  const [, , path, keyword = '', params = '', data, property] = groups;
  const [shown, name] = splitName(params, property);
  const parts = [path || 'instancePath', keyword, shown, data || 'data', ...(name ? [name] : [])];
  return `${emitter.import('report')}(${parts.join(',')});`;
}

const EMPTY_IF = /(?<!else )if\((?:[^(){}]|\((?:[^(){}]|\((?:[^(){}]|\([^(){}]*\))*\))*\))*\)\{\}(?!else)/g;
const LONE_STATEMENT = /\{((?:return false|\$report\([^;{}]*\));)\}/g;
const SPACE = / ?(===|!==|==|&&|\|\||[=<>+?:,{}]) ?/g;
// ajv's test by remainder is twice as slow.
const INTEGER = /\(\(typeof (\w+)==\ue000\d+\ue000\)&&\(!\(\1 % 1\)&&!isNaN\(\1\)\)\)&&\(isFinite\(\1\)\)/g;
const FINITE = /\(typeof (\w+)==\ue000\d+\ue000\)&&\(isFinite\(\1\)\)/g;

// Parsing a thousand tools is most of what a page's start costs, so names are short and nothing is said twice.
function compact(text: string): string {
  // The function's own braces stay, whatever is in them.
  const start = text.indexOf('{') + 1;
  const body = text.slice(start).replace(EMPTY_IF, '').replace(LONE_STATEMENT, '$1');
  return (text.slice(0, start) + body)
    .replace(SPACE, '$1')
    .replace(INTEGER, 'Number.isInteger($1)')
    .replace(FINITE, 'Number.isFinite($1)')
    .replace(/\belse(?=\w)/g, 'else ')
    .replace(/(?<![.$\w])data(\d*)\b/g, 'd$1')
    .replace(/(?<![.$\w])instancePath\b/g, 'p');
}

function shortenPaths(text: string, emitter: CodeHost): string {
  if (!text.includes('.replace(')) return text;
  return text.replace(ESCAPE, (_, key: string) => `${emitter.import('pointerSegment')}(${key})`);
}

// ajv wraps a type in an object; our keywords may add the name of a property.
function splitName(params: string, property: string | undefined): [params: string, name: string | undefined] {
  const type = /^\{type: (.*)\}$/.exec(params);
  if (type?.[1] !== undefined) return [type[1], property];
  const [, shown = params, name = property] = /^(.*),name:(\w+)$/.exec(params) ?? [];
  return [shown === '{}' ? 'undefined' : shown, name];
}

const LEFT_BEHIND = /\b(?:check|collect|validate)\d*\.errors\b/;

// A change inside ajv must fail here, not in a page.
function assertTrimmed(text: string, name: string): void {
  // A property of the data may be called `errors`; what ajv keeps is on its functions.
  const unknown = LEFT_BEHIND.exec(text)?.[0] ?? unknownPart(text);
  if (unknown !== undefined) {
    throw new Error(
      `Emitting ${name} left ${literal(unknown)} behind: this version of ajv is not supported.`,
    );
  }
}
