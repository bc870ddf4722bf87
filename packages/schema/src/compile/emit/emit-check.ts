import { CodeGen, Name, nil, ValueScope, _ } from 'ajv/dist/compile/codegen/index.js';
import names from 'ajv/dist/compile/names.js';
import type { SchemaCxt } from 'ajv/dist/compile/index.js';
import { validateFunctionCode } from 'ajv/dist/compile/validate/index.js';
import { defaultOf } from '../ajv-module.ts';
import type { LinkedProgram, LinkedSchema } from '../link/linked-schema.ts';
import type { Emitter } from './emitter.ts';
import { engine } from './engine.ts';
import { literal } from './literal.ts';
import { type MaskedText, maskStrings, unknownIdentifier, unmaskStrings } from './source-text.ts';

/** `check` decides and stops at the first failure; `collect` reports every failure. */
export type CheckMode = 'check' | 'collect';

/** What the keywords know of the function they are generated into. */
export interface FunctionContext {
  readonly mode: CheckMode;
  readonly emitter: Emitter;
  readonly program: LinkedProgram;
}

const N = defaultOf(names);
const OPTIONS = {
  check: { ...engine.opts, allErrors: false, verbose: false },
  collect: { ...engine.opts, allErrors: true, verbose: true },
} as const;

/** Emits the function that checks a schema, or collects its failures: ajv's code, without what only ajv needs. */
export function emitCheck(
  mode: CheckMode,
  emitter: Emitter,
  program: LinkedProgram,
  schema: LinkedSchema,
  name: string,
): string {
  if (typeof schema === 'boolean') return emitBoolean(mode, emitter, schema, name);
  const masked = maskStrings(generate({ mode, emitter, program }, schema, name));
  const { text, strings } = mode === 'check' ? trimCheck(masked, name) : trimCollect(masked, name, emitter);
  assertTrimmed(text, name);
  return unmaskStrings({ text, strings });
}

function emitBoolean(mode: CheckMode, emitter: Emitter, schema: boolean, name: string): string {
  if (mode === 'check') return `function ${name}(data){return ${schema};}`;
  const errors = schema
    ? 'null'
    : `${emitter.import('report')}(null,instancePath,"false schema",undefined,data)`;
  return `function ${name}(data, instancePath){return ${errors};}`;
}

// What ajv's own compileSchema does, without evaluating the text.
function generate(context: FunctionContext, schema: Exclude<LinkedSchema, boolean>, name: string): string {
  const gen = new CodeGen(new ValueScope({ scope: {}, prefixes: new Set(['validate', 'schema']) }), {});
  const schemaContext = {
    gen,
    allErrors: context.mode === 'collect',
    // A check needs no descriptions of what failed.
    ...(context.mode === 'check' && { createErrors: false }),
    data: N.data,
    parentData: N.parentData,
    parentDataProperty: N.parentDataProperty,
    dataNames: [N.data],
    dataPathArr: [nil],
    dataLevel: 0,
    dataTypes: [],
    definedProperties: new Set<string>(),
    topSchemaRef: new Name('schema'),
    validateName: new Name(name),
    schema,
    schemaEnv: { baseId: '', context },
    rootId: '',
    baseId: '',
    schemaPath: nil,
    errSchemaPath: '',
    errorPath: _`""`,
    opts: OPTIONS[context.mode],
    self: engine,
  };
  // Of `schemaEnv` ajv's generator reads only `$async`, `meta` and `baseId`; our keywords read `context`.
  validateFunctionCode(schemaContext as unknown as SchemaCxt);
  return gen.toString();
}

const HEADER =
  /^function (\w+)\(data, \{instancePath=\ue000\d+\ue000, parentData, parentDataProperty, rootData=data\}=\{\}\)\{/;
const SILENT_ERROR =
  /const (err\d+) = \{\};if\(vErrors === null\)\{vErrors = \[\1\];\}else \{vErrors\.push\(\1\);\}errors\+\+;/g;
const RESET =
  /errors = (_errs\d+);if\(vErrors !== null\)\{if\(\1\)\{vErrors\.length = \1;\}else \{vErrors = null;\}\}/g;
const ERROR =
  /const (err\d+) = \{instancePath:?(.*?),schemaPath:.*?,keyword:(.*?),params:(.*?),schema:.*?,parentSchema:.*?,data:?(\w*)(?:,propertyName:(\w+))?\};if\(vErrors === null\)\{vErrors = \[\1\];\}else \{vErrors\.push\(\1\);\}errors\+\+;/g;

const ESCAPE = /\b([a-z]+\d*)\.replace\(\/~\/g, \ue000\d+\ue000\)\.replace\(\/\\\/\/g, \ue000\d+\ue000\)/g;

function trimCheck({ text, strings }: MaskedText, name: string): MaskedText {
  const trimmed = text
    .replace(HEADER, 'function $1(data){')
    .replace('let vErrors = null;', '')
    .replace(SILENT_ERROR, 'errors++;')
    .replace(RESET, 'errors = $1;')
    .replaceAll(`${name}.errors = [{}];return false;`, 'return false;')
    .replaceAll(`${name}.errors = vErrors;`, '')
    .replaceAll(`${name}.errors = null;`, '');
  return { text: trimmed, strings };
}

function trimCollect({ text, strings }: MaskedText, name: string, emitter: Emitter): MaskedText {
  const trimmed = shortenPaths(text, emitter)
    .replace(HEADER, 'function $1(data, instancePath){')
    .replace(SILENT_ERROR, 'errors++;')
    .replace(ERROR, (...groups: string[]) => reportCall(groups, emitter))
    .replaceAll(`${name}.errors = vErrors;return errors === 0;`, 'return vErrors;')
    .replaceAll(`${name}.errors = null;return true;`, 'return null;');
  return { text: trimmed, strings };
}

// ajv shortens `data:data` to `data`, and `instancePath:instancePath` too.
function reportCall(groups: readonly string[], emitter: Emitter): string {
  const [, , path, keyword = '', params = '', data, property] = groups;
  const [shown, name] = splitName(params, property);
  const parts = ['vErrors', path || 'instancePath', keyword, shown, data || 'data', ...(name ? [name] : [])];
  return `vErrors = ${emitter.import('report')}(${parts.join(',')});errors++;`;
}

function shortenPaths(text: string, emitter: Emitter): string {
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

// A change inside ajv must fail here, not in a page.
function assertTrimmed(text: string, name: string): void {
  const unknown = text.includes('.errors') ? '.errors' : unknownIdentifier(text);
  if (unknown !== undefined) {
    throw new Error(
      `Emitting ${name} left ${literal(unknown)} behind: this version of ajv is not supported.`,
    );
  }
}
