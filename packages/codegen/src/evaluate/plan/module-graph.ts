import { closureOf } from '@btcp/schema/internal';
import type { DiscoveredTool } from '../../discover/discovered-tool.ts';
import type { Binding } from '../../source/bindings.ts';
import { push } from '../../source/group-by.ts';
import type { ImportedBinding } from '../../source/module-outline.ts';
import { isOurs } from '../../source/schema-libraries.ts';
import type { SourceProject } from '../../source/source-project.ts';
import { ts } from '../../source/ts.ts';
import { isInert } from './side-effects.ts';

/** A name from an external module. */
export type ExternalBinding = Extract<Binding, { kind: 'external' }>;

/** An import of a name that the author's module does not export. */
export interface MissingExport extends ImportedBinding {
  /** Absolute path of the importing module. */
  readonly path: string;
}

/** A top-level statement, and what it mentions anywhere, even in code that does not run. */
export interface Unit {
  /** Absolute path of its module. */
  readonly path: string;
  readonly node: ts.Statement;
  readonly declares: readonly string[];
  readonly isInert: boolean;
  /** The statements that declare what it mentions. */
  readonly uses: Set<Unit>;
  /** The imports of its module that it mentions, by their local names. */
  readonly imports: Set<string>;
  /** The package exports that it mentions. */
  readonly externals: ExternalBinding[];
  readonly missing: MissingExport[];
  /** The first package, or global of a page or a process, that it mentions: it keeps the statement from running. In words. */
  foreign: string | undefined;
}

const unitOf = (path: string, node: ts.Statement, declares: readonly string[], inert: boolean): Unit => ({
  path,
  node,
  declares,
  isInert: inert,
  uses: new Set(),
  imports: new Set(),
  externals: [],
  missing: [],
  foreign: undefined,
});

/** Makes a unit for state that all code shares, as if a module declared it. */
const shared = (name: string): Unit => unitOf('', ts.factory.createEmptyStatement(), [name], true);

/** The author's modules that tools import transitively, as a graph of statements; `readModules` finds what they use. */
export class ModuleGraph {
  readonly project: SourceProject;
  readonly tools: readonly DiscoveredTool[];
  /** The number of the tool that each `defineTool(…)` defines. */
  readonly numbers: ReadonlyMap<ts.Node, number>;
  readonly units: Unit[] = [];
  /** TypeBox and built-in prototypes: changing them affects every schema. */
  readonly schemaMaking: Unit = shared('Type');
  readonly globals: Unit = shared('globalThis');
  readonly #byStatement = new Map<ts.Node, Unit>();
  readonly #declaring = new Map<string, Unit[]>();
  readonly #importers = new Map<string, string[]>();

  /** @param tools - All tools, including those that are not evaluated. */
  constructor(project: SourceProject, tools: readonly DiscoveredTool[]) {
    this.project = project;
    this.tools = tools;
    this.numbers = new Map(tools.map(({ call }, number) => [call, number]));
    const paths = tools.map(({ file }) => file);
    closureOf(paths, (path) => this.#read(path));
  }

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

  /** Returns the author's module that a specifier resolves to, if it is one. */
  sourceOf(specifier: string, path: string): string | undefined {
    const target = isOurs(specifier) ? undefined : this.project.resolve(specifier, path);
    return target?.isSource ? target.path : undefined;
  }

  /** Reads the statements of a module; returns the author's modules that it imports or re-exports, in order. */
  #read(path: string): ReadonlySet<string> {
    const outline = this.project.outlineOf(path);
    if (!outline) return new Set();
    for (const { node, declares } of outline.statements) {
      const unit = unitOf(path, node, declares, isInert(node, outline));
      this.units.push(unit);
      this.#byStatement.set(node, unit);
      for (const name of declares) push(this.#declaring, `${path}\0${name}`, unit);
    }
    const loaded = new Set([...outline.loads].flatMap((specifier) => this.sourceOf(specifier, path) ?? []));
    for (const target of loaded) push(this.#importers, target, path);
    return loaded;
  }
}
