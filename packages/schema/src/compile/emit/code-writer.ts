import type { LinkedProgram, LinkedSchema } from '../link/linked-schema.ts';

/** Code that differs between a checking function and a collecting one; built when it is needed. */
export type Choice = Readonly<Record<CheckMode, () => string>>;

/** A statement with nested statements. */
interface Block {
  readonly head: string | Choice;
  readonly body: readonly Part[];
  /** What follows `else`. */
  readonly otherwise?: readonly Part[];
}

type Part = string | Choice | Block;

/** Collects statements for two functions at once: one checks a schema, the other collects its failures. */
export class CodeWriter {
  readonly #counts = new Map<string, number>();
  #parts: Part[] = [];

  /** An unused variable name. */
  name(prefix: string): string {
    const count = this.#counts.get(prefix) ?? 0;
    this.#counts.set(prefix, count + 1);
    return `${prefix}${count}`;
  }

  statement(statement: string | Choice): void {
    this.#parts.push(statement);
  }

  if(condition: string, then: () => void, otherwise?: () => void): void {
    const head = `if(${condition})`;
    const body = this.#within(then);
    if (otherwise) this.#parts.push({ head, body, otherwise: this.#within(otherwise) });
    else this.#parts.push(body.length === 0 ? '' : { head, body });
  }

  /** `fail` where a condition holds, else `rest`; a check needs no `else`, as `fail` returns. */
  unless(condition: string, fail: () => void, rest: () => void): void {
    const head = `if(${condition})`;
    const body = this.#within(fail);
    const otherwise = this.#within(rest);
    this.#parts.push({
      check: () => partText({ head, body }, 'check') + joined(otherwise, 'check'),
      collect: () => partText(otherwise.length === 0 ? { head, body } : { head, body, otherwise }, 'collect'),
    });
  }

  /** Statements under a condition that is known to hold where a check gets there. */
  ifCollecting(condition: string, then: () => void): void {
    const head = { check: () => '', collect: () => `if(${condition})` };
    this.#parts.push({ head, body: this.#within(then) });
  }

  /** Statements of only one of the functions. */
  only(mode: CheckMode, write: () => void): void {
    const parts = this.#within(write);
    const made = (asked: CheckMode) => (): string => (asked === mode ? joined(parts, mode) : '');
    this.#parts.push({ check: made('check'), collect: made('collect') });
  }

  forItems(list: string, start: number, each: (index: string) => void): void {
    const index = this.name('i');
    const head = `for(let ${index}=${start}; ${index}<${list}.length; ${index}++)`;
    this.#parts.push({ head, body: this.#within(() => each(index)) });
  }

  /** Under a condition on the name, if one is given; a page's `Object.prototype` may have enumerable names. */
  forNames(object: string, test: ((name: string) => string) | undefined, each: (name: string) => void): void {
    const name = this.name('key');
    const head = `for(const ${name} in ${object})if(${test ? `${test(name)}&&` : ''}Object.hasOwn(${object},${name}))`;
    this.#parts.push({ head, body: this.#within(() => each(name)) });
  }

  /** All statements of one of the functions. */
  text(mode: CheckMode): string {
    return joined(this.#parts, mode);
  }

  #within(write: () => void): readonly Part[] {
    const outer = this.#parts;
    const inner: Part[] = (this.#parts = []);
    write();
    this.#parts = outer;
    return inner;
  }
}

function joined(parts: readonly Part[], mode: CheckMode): string {
  let text = '';
  for (const part of parts) text += partText(part, mode);
  return text;
}

function partText(part: Part, mode: CheckMode): string {
  if (typeof part === 'string') return part;
  if (!('head' in part)) return part[mode]();
  const { head, body, otherwise } = part;
  const start = (typeof head === 'string' ? head : head[mode]()) + braced(joined(body, mode));
  if (otherwise === undefined) return start;
  const end = braced(joined(otherwise, mode));
  return `${start}else${end.startsWith('{') ? '' : ' '}${end}`;
}

const LONE_STATEMENT = /^(?:return false|\$report\((?:[^;{}"]|"(?:[^"\\]|\\.)*")*\));$/;

// Parsing a thousand tools dominates a page's start, so emitted code is kept short.
function braced(statements: string): string {
  return LONE_STATEMENT.test(statements) ? statements : `{${statements}}`;
}

/** `check` decides and stops at the first failure; `collect` reports every failure. */
export type CheckMode = 'check' | 'collect';

/**
 * What a function collects: the property names or item indexes that a schema has evaluated, or the names that it
 * declares, which those that a closed object refuses are not.
 */
export type EvaluatedKind = 'properties' | 'items' | 'declared';

/** What an emitted function does with a schema; `fill` applies defaults. */
export type FunctionKind = CheckMode | EvaluatedKind | 'fill';

/** What emitted code can ask of its surroundings. */
export interface CodeHost {
  /** The name of a schema's function; emits it at first use. */
  function(kind: FunctionKind, program: LinkedProgram, schema: LinkedSchema): string;
  fits(program: LinkedProgram, schema: LinkedSchema, value: string): string;
  /** The name of a constant with this expression as its value. */
  constant(expression: string): string;
  /** The local name of a function of the runtime. */
  import(name: string): string;
}

/** The JavaScript expression that makes a JSON value anew. */
export function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([name, each]) => `${literalKey(name)}:${literal(each)}`);
    return `{${entries.join(',')}}`;
  }
  return escapeSeparators(JSON.stringify(value) ?? 'undefined');
}

// A plain `__proto__` key would set the prototype.
const literalKey = (name: string): string =>
  name === '__proto__' ? '["__proto__"]' : escapeSeparators(JSON.stringify(name));

// `</script` would end an inline script; characters of the private use area could collide with placeholders.
const escapeSeparators = (json: string): string =>
  /[\u2028\u2029\ue000-\uf8ff]|<\//.test(json) ? replaceSeparators(json) : json;

const replaceSeparators = (json: string): string =>
  json
    .replace(/[\u2028\u2029\ue000-\uf8ff]/g, (char) => `\\u${char.charCodeAt(0).toString(16)}`)
    .replaceAll('</', '<\\/');

/** The literal of a regular expression with the `u` flag. */
export function regexLiteral(pattern: string): string {
  return String(new RegExp(pattern, 'u'));
}

export function member(object: string, name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `${object}.${name}` : `${object}[${literal(name)}]`;
}

// These exist on every object, so that only an own property counts.
const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype));

/**
 * The condition that an object has a property; `undefined` counts as absent.
 *
 * @param gap - What stands around an operator.
 */
export function present(object: string, name: string, gap = ' '): string {
  const value = `${member(object, name)}${gap}!==${gap}undefined`;
  return INHERITED.has(name)
    ? `Object.hasOwn(${object},${gap}${literal(name)})${gap}&&${gap}${value}`
    : value;
}

export function absent(object: string, name: string, gap = ' '): string {
  return INHERITED.has(name)
    ? `!(${present(object, name, gap)})`
    : `${member(object, name)}${gap}===${gap}undefined`;
}
