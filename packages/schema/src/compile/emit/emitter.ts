import {
  type CodeHost,
  type FunctionKind,
  type CheckMode,
  type EvaluatedKind,
  CodeWriter,
  literal,
  present,
  regexLiteral,
} from './code-writer.ts';
import {
  conjoinedBy,
  type LinkedProgram,
  type LinkedSchema,
  type LinkedNode,
} from '../link/linked-schema.ts';
import { emitFill } from './emit-fill.ts';
import { writeSchema } from '../keywords/write-schema.ts';

type EmitFunction = (emitter: Emitter, program: LinkedProgram, schema: LinkedSchema, name: string) => string;

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
  readonly #code = new Map<LinkedNode, CodeWriter>();

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

  /** The code that the checking and the collecting function of a schema share. */
  codeOf(program: LinkedProgram, node: LinkedNode): CodeWriter {
    const known = this.#code.get(node);
    if (known !== undefined) return known;
    const code = new CodeWriter();
    this.#code.set(node, code);
    const whole = { data: 'd', path: '', longest: Infinity, write: writeSchema };
    writeSchema({ code, emitter: this, program, node, ...whole });
    return code;
  }

  fits(program: LinkedProgram, schema: LinkedSchema, value: string): string {
    return typeof schema === 'boolean'
      ? String(schema)
      : `${this.function('check', program, schema)}(${value})`;
  }

  constant(expression: string): string {
    let name = this.#constants.get(expression);
    if (name === undefined) this.#constants.set(expression, (name = `const${this.#constants.size}`));
    return name;
  }

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
  emitter: Emitter,
  program: LinkedProgram,
  schema: LinkedSchema,
  name: string,
): string {
  if (typeof schema === 'boolean') return emitBoolean(mode, emitter, schema, name);
  const statements = emitter.codeOf(program, schema).text(mode);
  return mode === 'check'
    ? `function ${name}(d){${statements}return true;}`
    : `function ${name}(d,p){${statements}}`;
}

function emitBoolean(mode: CheckMode, emitter: CodeHost, schema: boolean, name: string): string {
  if (mode === 'check') return `function ${name}(data){return ${schema};}`;
  const failure = schema ? '' : `${emitter.import('report')}(p,"false schema",undefined,data);`;
  return `function ${name}(data,p){${failure}}`;
}

interface Context {
  readonly kind: EvaluatedKind;
  readonly emitter: CodeHost;
  readonly program: LinkedProgram;
}

/**
 * Emits the function that adds to a set what a schema has evaluated of a valid value, for `unevaluatedProperties` and
 * `unevaluatedItems`. A branch counts where it accepts the value.
 */
function emitEvaluated(
  kind: EvaluatedKind,
  emitter: CodeHost,
  program: LinkedProgram,
  schema: LinkedSchema,
  name: string,
): string {
  const body = typeof schema === 'boolean' ? [] : statements({ kind, emitter, program }, schema);
  return `function ${name}(data, seen){${body.join('')}return seen;}`;
}

function statements(context: Context, node: LinkedNode): string[] {
  const own = context.kind === 'items' ? ownItems(context, node) : ownProperties(context, node);
  const guard =
    context.kind === 'items'
      ? 'Array.isArray(data)'
      : 'data && typeof data == "object" && !Array.isArray(data)';
  return [...(own.length > 0 ? [`if(${guard}){${own.join('')}}`] : []), ...inPlace(context, node)];
}

function ownProperties({ kind, emitter }: Context, node: LinkedNode): string[] {
  const others = [node.additionalProperties, node.unevaluatedProperties];
  if (others.some((each) => each !== undefined && (kind === 'properties' || each !== false)))
    return ['for(const key in data)seen.add(key);'];
  const names = Object.keys(node.properties ?? {}).map((name) => `seen.add(${literal(name)});`);
  const patterns = Object.keys(node.patternProperties ?? {}).map(
    (each) => `for(const key in data)if(${emitter.constant(regexLiteral(each))}.test(key))seen.add(key);`,
  );
  return [...names, ...patterns];
}

function ownItems(context: Context, node: LinkedNode): string[] {
  const add = 'for(let i = 0;i < data.length;i++)';
  if (node.items !== undefined || node.unevaluatedItems !== undefined) return [`${add}seen.add(i);`];
  const prefix = node.prefixItems?.map((_, index) => `seen.add(${index});`) ?? [];
  if (node.contains === undefined) return prefix;
  return [
    ...prefix,
    `${add}if(${context.emitter.fits(context.program, node.contains, 'data[i]')})seen.add(i);`,
  ];
}

function inPlace(context: Context, node: LinkedNode): string[] {
  const { program } = context;
  const always = conjoinedBy(node, program.definitions);
  const branches = [...(node.anyOf ?? []), ...(node.oneOf ?? [])];
  return [
    ...always.map((schema) => gather(context, schema)),
    ...branches.map((schema) => when(context.emitter.fits(program, schema, 'data'), gather(context, schema))),
    ...Object.entries(node.dependentSchemas ?? {}).map(([name, schema]) =>
      when(
        `${context.emitter.import('isObject')}(data) && ${present('data', name)}`,
        gather(context, schema),
      ),
    ),
    ...conditional(context, node),
  ];
}

function conditional(context: Context, node: LinkedNode): string[] {
  if (node.if === undefined) return [];
  const then = gather(context, node.if) + gather(context, node.then ?? true);
  return [
    `if(${context.emitter.fits(context.program, node.if, 'data')}){${then}}else{${gather(context, node.else ?? true)}}`,
  ];
}

const when = (condition: string, statement: string): string =>
  statement === '' ? '' : `if(${condition}){${statement}}`;

// A boolean schema evaluates nothing.
function gather({ kind, emitter, program }: Context, schema: LinkedSchema): string {
  return typeof schema === 'boolean' ? '' : `${emitter.function(kind, program, schema)}(data, seen);`;
}
