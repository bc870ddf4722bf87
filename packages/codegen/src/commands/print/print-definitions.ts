import { decodeFragment, parsePointer } from '@btcp/schema';
import type { ModuleNames } from './module-names.ts';
import { printSchema, type DefinitionNames } from './print-schema.ts';
import { printType } from './print-type.ts';

type Definitions = Readonly<Record<string, unknown>>;

/** The constants of a module that hold definitions of schemas, and the types of those that refer to themselves. */
export class DefinitionConstants {
  readonly #names: ModuleNames;
  /** Names by what they stand for: equal definitions of two schemas share a constant. */
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
    const recursive = recursiveIn(definitions);
    const names: DefinitionNames = {
      typeOf: (ref) => {
        const name = definitionName(ref) ?? '';
        const constant = constants.get(name);
        if (constant === undefined) return 'unknown';
        return recursive.has(name) ? constant : `Static<typeof ${constant}>`;
      },
      constantOf: (name) => constants.get(name),
    };
    // Their types name each other, so their names come first.
    const unwritten = new Set<string>();
    for (const name of recursive) {
      const { constant, isNew } = this.#nameOf(name, JSON.stringify(reachedFrom(definitions, name)));
      constants.set(name, constant);
      if (isNew) unwritten.add(name);
    }
    for (const name of inOrder(definitions)) {
      const definition = definitions[name];
      // `true` and `false` need no name.
      if (typeof definition !== 'object') continue;
      if (!recursive.has(name)) constants.set(name, this.#constant(name, printSchema(definition, names)));
      else if (unwritten.has(name)) this.#writeRecursive(constants.get(name) ?? '', definition, names);
    }
    return names;
  }

  #constant(name: string, expression: string): string {
    // Another schema's definition of this name refers to definitions of its own, by the same pointers.
    const { constant, isNew } = this.#nameOf(name, expression);
    if (isNew) this.#statements.push(`const ${constant} = ${expression};`);
    return constant;
  }

  #writeRecursive(constant: string, definition: unknown, names: DefinitionNames): void {
    const type = printType(definition, (ref) => names.typeOf(ref));
    this.#statements.push(
      `type ${constant} = ${type};`,
      `const ${constant} = ${printSchema(definition, names)};`,
    );
  }

  #nameOf(name: string, meaning: string): { readonly constant: string; readonly isNew: boolean } {
    const key = `${name}\n${meaning}`;
    const known = this.#constants.get(key);
    const constant = known ?? this.#names.ofDefinition(name);
    this.#constants.set(key, constant);
    return { constant, isNew: known === undefined };
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

/** The definitions from which following references leads back to them: a constant's type must not depend on itself. */
function recursiveIn(definitions: Definitions): ReadonlySet<string> {
  const names = Object.keys(definitions).filter((name) => typeof definitions[name] === 'object');
  return new Set(names.filter((name) => leadsBack(definitions, name)));
}

function leadsBack(definitions: Definitions, name: string): boolean {
  return Object.values(reachedFrom(definitions, name)).some((definition) =>
    refsIn(definition).some((ref) => definitionName(ref) === name),
  );
}

/** A definition and all that it refers to, and they; what is inside a definition has no name. */
function reachedFrom(definitions: Definitions, name: string): Definitions {
  const reached = new Set([name]);
  for (const next of reached)
    for (const ref of refsIn(definitions[next])) {
      const target = definitionName(ref);
      if (target !== undefined && Object.hasOwn(definitions, target)) reached.add(target);
    }
  return Object.fromEntries([...reached].map((each) => [each, definitions[each]]));
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
