import type { CodeHost, FunctionKind, CheckMode } from './code-host.ts';
import type { LinkedProgram, LinkedSchema, LinkedNode } from '../link/linked-schema.ts';
import { emitEvaluated } from './emit-evaluated.ts';
import { emitFill } from './emit-fill.ts';
import { ANY_LENGTH } from '../link/children.ts';
import { writeSchema } from '../keywords/write-schema.ts';
import { CodeWriter } from './code-writer.ts';

type EmitFunction = (emitter: CodeHost, program: LinkedProgram, schema: LinkedSchema, name: string) => string;

// Memoises the verdict of a definition that could be checked over and over, for each value.
const emitVerdict: EmitFunction = (emitter, program, schema, name) => {
  if (!program.repeated.has(schema)) return emitCheck('check', emitter, program, schema, name);
  const inner = emitCheck('check', emitter, program, schema, `${name}Anew`);
  const recall = emitter.import(program.multiplies ? 'recallAny' : 'recall');
  return `${inner}\nfunction ${name}(data){return ${recall}(${name}Anew, data);}`;
};

const EMIT: Readonly<Record<FunctionKind, EmitFunction>> = {
  check: emitVerdict,
  collect: (...parts) => emitCheck('collect', ...parts),
  properties: (...parts) => emitEvaluated('properties', ...parts),
  declared: (...parts) => emitEvaluated('declared', ...parts),
  items: (...parts) => emitEvaluated('items', ...parts),
  fill: emitFill,
};

/**
 * Collects the code of one tool: functions as they are asked for, the constants they share, what they import. Names
 * depend on the schemas alone, so the same tool always gives the same code.
 */
export class Emitter implements CodeHost {
  readonly #functions: string[] = [];
  readonly #names = new Map<FunctionKind, Map<LinkedSchema, string>>();
  readonly #constants = new Map<string, string>();
  readonly #imports = new Set<string>();
  readonly #pending: (() => void)[] = [];

  /** The name of the function that does something for a schema; emitted if it was not yet. */
  function(kind: FunctionKind, program: LinkedProgram, schema: LinkedSchema): string {
    let names = this.#names.get(kind);
    if (names === undefined) this.#names.set(kind, (names = new Map<LinkedSchema, string>()));
    const known = names.get(schema);
    if (known !== undefined) return known;
    const name = `${kind}${names.size}`;
    names.set(schema, name);
    // Queued, so that a long chain of references needs no deep stack.
    this.#pending.push(() => this.#functions.push(EMIT[kind](this, program, schema, name)));
    return name;
  }

  /** The condition that a value fits a schema. */
  fits(program: LinkedProgram, schema: LinkedSchema, value: string): string {
    return typeof schema === 'boolean'
      ? String(schema)
      : `${this.function('check', program, schema)}(${value})`;
  }

  /** The name of a constant with this expression as its value. */
  constant(expression: string): string {
    let name = this.#constants.get(expression);
    if (name === undefined) this.#constants.set(expression, (name = `const${this.#constants.size}`));
    return name;
  }

  /** The local name of a function of the runtime. */
  import(name: string): string {
    this.#imports.add(name);
    return `$${name}`;
  }

  /** The names of the runtime's functions in use, sorted. */
  imports(): string[] {
    return [...this.#imports].sort();
  }

  /**
   * All constants and functions, as statements.
   *
   * @throws Error when a schema is nested so deeply that its code cannot be made.
   */
  statements(): string {
    try {
      for (let next = this.#pending.shift(); next !== undefined; next = this.#pending.shift()) next();
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new Error('A schema is nested too deeply to be compiled: move inner schemas to `$defs`.', {
        cause: error,
      });
    }
    const constants = [...this.#constants].map(([expression, name]) => `const ${name} = ${expression};`);
    return [...constants, ...this.#functions].join('\n');
  }
}

/** Emits the function that checks a schema, or collects its failures. */
function emitCheck(
  mode: CheckMode,
  emitter: CodeHost,
  program: LinkedProgram,
  schema: LinkedSchema,
  name: string,
): string {
  if (typeof schema === 'boolean') return emitBoolean(mode, emitter, schema, name);
  const statements = codeFor(emitter, program, schema).text(mode);
  return mode === 'check'
    ? `function ${name}(d){${statements}return true;}`
    : `function ${name}(d,p){${statements}}`;
}

function emitBoolean(mode: CheckMode, emitter: CodeHost, schema: boolean, name: string): string {
  if (mode === 'check') return `function ${name}(data){return ${schema};}`;
  const failure = schema ? '' : `${emitter.import('report')}(p,"false schema",undefined,data);`;
  return `function ${name}(data,p){${failure}}`;
}

/** The code that both functions of a schema share. */
const written = new WeakMap<CodeHost, Map<LinkedNode, CodeWriter>>();

function codeFor(emitter: CodeHost, program: LinkedProgram, node: LinkedNode): CodeWriter {
  let known = written.get(emitter);
  if (known === undefined) written.set(emitter, (known = new Map<LinkedNode, CodeWriter>()));
  let code = known.get(node);
  if (code === undefined) {
    known.set(node, (code = new CodeWriter()));
    writeSchema({
      code,
      emitter,
      program,
      node,
      data: 'd',
      path: '',
      longest: ANY_LENGTH,
      write: writeSchema,
    });
  }
  return code;
}
