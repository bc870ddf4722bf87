import { closureOf } from '@btcp/schema';
import type { DiscoveredTool } from '../../discover/discovered-tool.ts';
import type { Binding, Bindings } from '../../source/bindings.ts';
import { push } from '../../source/group-by.ts';
import type { ModuleOutline } from '../../source/module-outline.ts';
import { isOurs } from '../../source/schema-libraries.ts';
import type { SourceProject } from '../../source/source-project.ts';
import type { ts } from '../../source/ts.ts';
import { type Definitions, findMentions, type Mentions, nameIn } from './mentions.ts';
import { isInert } from './side-effects.ts';

/** Globals of the language; others belong to a page or a process. */
const BUILT_IN: ReadonlySet<string> = new Set(
  `AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Date Error EvalError
  FinalizationRegistry Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array Intl Iterator JSON
  Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer String
  Symbol SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet
  clearTimeout console decodeURI decodeURIComponent encodeURI encodeURIComponent isFinite isNaN parseFloat
  parseInt queueMicrotask setTimeout structuredClone TextDecoder TextEncoder URL URLSearchParams undefined arguments`.split(
    /\s+/,
  ),
);

/** Why a statement is not run: a mention of a page or process global, a package, or a tool that is not evaluated. */
export interface Foreign {
  readonly kind: 'global' | 'package' | 'tool';
  readonly name: string;
}

/** An import of a name that the author's module does not export. */
export interface MissingExport {
  /** Absolute path of the importing module. */
  readonly path: string;
  readonly specifier: string;
  readonly name: string;
}

/** A name from an external module. */
export type ExternalBinding = Extract<Binding, { kind: 'external' }>;

/** A top-level statement, and the statements that declare what it mentions. */
export interface Unit {
  /** Absolute path of its module. */
  readonly path: string;
  readonly node: ts.Statement;
  readonly declares: readonly string[];
  readonly mentions: Mentions;
  readonly isInert: boolean;
  /** The first global or package that the statement mentions directly, if any. */
  foreign: Foreign | undefined;
  readonly uses: Set<Unit>;
  /** The package exports that the statement mentions. */
  readonly externals: ExternalBinding[];
  readonly missing: MissingExport[];
  /** The modules that it uses as a whole. */
  readonly namespaces: Set<string>;
}

type Outlined = Pick<Unit, 'path' | 'node' | 'declares' | 'mentions' | 'isInert'>;

const unitOf = (outlined: Outlined): Unit => ({
  ...outlined,
  foreign: undefined,
  uses: new Set(),
  externals: [],
  missing: [],
  namespaces: new Set(),
});

/** Makes a unit for state that all code shares, as if a module declared it. */
function shared(name: string): Unit {
  const mentions = { names: new Set<string>(), locals: new Set<string>() };
  const node = { kind: -1 } as unknown as ts.Statement;
  return unitOf({ path: '', node, declares: [name], mentions, isInert: true });
}

/** The author's modules that tools import transitively, as a graph of statements. */
export class ModuleGraph {
  readonly tools: readonly DiscoveredTool[];
  readonly definitions: Definitions;
  readonly bindings: Bindings;
  readonly units: Unit[] = [];
  /** TypeBox and built-in prototypes: changing them affects every schema. */
  readonly schemaMaking: Unit = shared('Type');
  readonly #globals: Unit = shared('globalThis');
  readonly #byStatement = new Map<ts.Node, Unit>();
  readonly #declaring = new Map<string, Unit[]>();
  readonly #importers = new Map<string, string[]>();
  readonly #project: SourceProject;

  /** @param tools - All tools, including those that are not evaluated. */
  constructor(project: SourceProject, tools: readonly DiscoveredTool[]) {
    this.#project = project;
    this.tools = tools;
    this.bindings = project.bindings;
    this.definitions = new Map(tools.map(({ call, definition }) => [call, definition]));
    const paths = new Set(tools.map(({ file }) => file));
    // Iterating over a set includes elements added during the loop.
    for (const path of paths) {
      const outline = project.outlineOf(path);
      if (outline) for (const loaded of this.#read(path, outline)) paths.add(loaded);
    }
    for (const unit of this.units) for (const mention of unit.mentions.names) this.#resolve(unit, mention);
  }

  /** Returns the statement that defines a tool. */
  unitOf({ statement }: DiscoveredTool): Unit {
    return this.#byStatement.get(statement) as Unit;
  }

  /** Returns the statements that declare a name at the top level of a module. */
  declaring(path: string, name: string): readonly Unit[] {
    return this.#declaring.get(`${path}\0${name}`) ?? [];
  }

  /** Returns the given modules and all that import them transitively. */
  loaders(paths: Iterable<string>): ReadonlySet<string> {
    return closureOf(paths, (path) => this.#importers.get(path) ?? []);
  }

  /** @returns The modules that the module loads. */
  #read(path: string, outline: ModuleOutline): readonly string[] {
    for (const { node, declares } of outline.statements) {
      const mentions = findMentions(node, outline, this.definitions);
      const unit = unitOf({ path, node, declares, mentions, isInert: isInert(node, outline) });
      this.units.push(unit);
      this.#byStatement.set(node, unit);
      for (const name of declares) push(this.#declaring, `${path}\0${name}`, unit);
    }
    const loaded = sourcesLoadedBy(this.#project, path);
    for (const target of loaded) push(this.#importers, target, path);
    return loaded;
  }

  #resolve(unit: Unit, mention: string): void {
    const { path, mentions } = unit;
    const name = nameIn(mention);
    const [, member] = mention.split('.');
    const imported = this.#project.outlineOf(path)?.imports.get(name);
    const binding = this.bindings.ofName(path, name);
    if (binding) {
      const isMissing =
        imported?.name === '*' &&
        binding.kind === 'namespace' &&
        member !== undefined &&
        !this.bindings.ofExport(binding.path, member);
      if (isMissing) unit.missing.push({ path, specifier: imported.specifier, name: member });
      this.#use(unit, binding, member);
    } else if (imported) unit.missing.push({ path, ...imported });
    else if (name === 'globalThis') unit.uses.add(this.#globals);
    else if (BUILT_IN.has(name)) {
      if (member === 'prototype') unit.uses.add(this.schemaMaking);
    } else if (!mentions.locals.has(name) && !/^(?:typeof .*|process\.env)$/.test(mention))
      unit.foreign ??= { kind: 'global', name };
  }

  #use(unit: Unit, binding: Binding, member: string | undefined): void {
    if (binding.kind === 'own')
      for (const declaring of this.declaring(binding.path, binding.name)) unit.uses.add(declaring);
    else if (binding.kind === 'external') {
      const { specifier } = binding;
      unit.externals.push(binding);
      if (binding.name === '*' && member !== undefined) unit.externals.push({ ...binding, name: member });
      if (isOurs(specifier)) unit.uses.add(this.schemaMaking);
      else if (!specifier.endsWith('.json')) unit.foreign ??= { kind: 'package', name: specifier };
    } else {
      const exported = member === undefined ? undefined : this.bindings.ofExport(binding.path, member);
      if (exported) return this.#use(unit, exported, undefined);
      if (unit.namespaces.has(binding.path)) return;
      unit.namespaces.add(binding.path);
      for (const [, each] of this.bindings.allOf(binding.path)) this.#use(unit, each, undefined);
    }
  }
}

/** Returns the author's module that a specifier resolves to, if it is one. */
export function sourceOf(project: SourceProject, specifier: string, path: string): string | undefined {
  const target = isOurs(specifier) ? undefined : project.resolve(specifier, path);
  return target?.isSource ? target.path : undefined;
}

/** Returns the author's modules that a module imports or re-exports, in order. */
function sourcesLoadedBy(project: SourceProject, path: string): readonly string[] {
  const loads = [...(project.outlineOf(path)?.loads ?? [])];
  return [...new Set(loads.flatMap((specifier) => sourceOf(project, specifier, path) ?? []))];
}
