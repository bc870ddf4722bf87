import { decodeFragment, parsePointer } from '@btcp/schema';
import type { ModuleNames } from './module-names.ts';
import { printSchema, type DefinitionNames } from './print-schema.ts';

type Definitions = Readonly<Record<string, unknown>>;

/** The constants of a module that hold definitions of schemas. */
export class DefinitionConstants {
  readonly #names: ModuleNames;
  /** Statements by what they hold: equal definitions of two schemas share a constant. */
  readonly #constants = new Map<string, string>();
  readonly #statements: string[] = [];

  constructor(names: ModuleNames) {
    this.#names = names;
  }

  get statements(): readonly string[] {
    return this.#statements;
  }

  /** Makes constants of the definitions of a schema. */
  add(schema: unknown): DefinitionNames {
    const definitions = definitionsOf(schema);
    const constants = new Map<string, string>();
    const names: DefinitionNames = {
      typeOf: (ref) => {
        const name = definitionName(ref);
        const constant =
          name === undefined || isRecursive(definitions, name) ? undefined : constants.get(name);
        return constant === undefined ? 'unknown' : `Static<typeof ${constant}>`;
      },
      constantOf: (name) => constants.get(name),
    };
    for (const name of inOrder(definitions)) {
      const definition = definitions[name];
      // `true` and `false` need no name.
      if (typeof definition === 'object') constants.set(name, this.#constant(name, definition, names));
    }
    return names;
  }

  #constant(name: string, definition: unknown, names: DefinitionNames): string {
    const expression = printSchema(definition, names);
    // Another schema's definition of this name refers to definitions of its own, by the same pointers.
    const key = `${name}\n${expression}`;
    const known = this.#constants.get(key);
    if (known !== undefined) return known;
    const constant = this.#names.ofDefinition(name);
    this.#constants.set(key, constant);
    this.#statements.push(`const ${constant} = ${expression};`);
    return constant;
  }
}

function definitionsOf(schema: unknown): Definitions {
  const definitions = isObject(schema) ? schema['$defs'] : undefined;
  return isObject(definitions) ? definitions : {};
}

/** Those that are referred to before those that refer to them, so that their types are known. */
function inOrder(definitions: Definitions): readonly string[] {
  const ordered = new Set<string>();
  const open = new Set<string>();
  const enter = (name: string): void => {
    if (ordered.has(name) || open.has(name) || !Object.hasOwn(definitions, name)) return;
    open.add(name);
    for (const ref of refsIn(definitions[name])) enter(definitionName(ref) ?? '');
    ordered.add(name);
  };
  for (const name of Object.keys(definitions)) enter(name);
  return [...ordered];
}

/** Whether following references from a definition leads back to it; a constant's type must not depend on itself. */
function isRecursive(definitions: Definitions, name: string): boolean {
  const met = new Set<string>();
  const pending = [name];
  for (const next of pending) {
    for (const ref of Object.hasOwn(definitions, next) ? refsIn(definitions[next]) : []) {
      const target = definitionName(ref);
      if (target === name) return true;
      // What is inside a definition has no constant, and so no type that could depend on itself.
      if (target === undefined || met.has(target)) continue;
      met.add(target);
      pending.push(target);
    }
  }
  return false;
}

/** The definition that a `$ref` names as a whole. */
function definitionName(ref: string): string | undefined {
  const [keyword, name, ...rest] = parsePointer(decodeFragment(ref.slice(1))) ?? [];
  return ref.startsWith('#') && keyword === '$defs' && rest.length === 0 ? name : undefined;
}

function refsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(refsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === '$ref' && typeof member === 'string' ? [member] : refsIn(member),
  );
}

const isObject = (value: unknown): value is Definitions =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
