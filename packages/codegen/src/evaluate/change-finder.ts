import { ts } from '../source/ts.ts';
import type { SourceProject } from '../source/source-project.ts';
import { unwrap } from '../source/unwrap.ts';
import { followName, isFunction, type FunctionNode } from '../source/follow-name.ts';
import { boundNames } from '../source/module-outline.ts';
import { EffectVisitor, type Effects } from './effect-visitor.ts';

/** Finds what statements change when they run, so that a slice keeps those that change what the schemas need. */
export class ChangeFinder {
  readonly #project: SourceProject;
  readonly #handlers: ReadonlySet<ts.Node>;
  readonly #functions = new Map<FunctionNode, Effects>();

  constructor(project: SourceProject, handlers: ReadonlySet<ts.Node>) {
    this.#project = project;
    this.#handlers = handlers;
  }

  /**
   * The top-level names whose value a statement may change: by assignment, by a method, or by handing it to one of
   * the author's functions that does. In a declaration, only methods that are known to change count.
   */
  changedNames(statement: ts.Statement): ReadonlySet<string> {
    if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) return NOTHING;
    const file = statement.getSourceFile();
    const counts = declaresValue(statement) ? never : (name: string): boolean => !this.#isForeign(name, file);
    return this.#effectsOf([statement], new Map(), counts).names;
  }

  #effectsOf(
    roots: readonly ts.Node[],
    parameters: ReadonlyMap<string, number>,
    countsAnyMethod: (name: string) => boolean,
  ): Effects {
    const visitor = new EffectVisitor(parameters, countsAnyMethod, this.#handlers, (call, effects) =>
      this.#addCall(call, effects),
    );
    for (const root of roots) visitor.visit(root);
    return visitor.finish(roots);
  }

  // What a call of the author's own function does to its arguments, and to the names of its module.
  #addCall(call: ts.CallExpression, visitor: EffectVisitor): void {
    const callee = unwrap(call.expression);
    const [name, member] = ts.isPropertyAccessExpression(callee)
      ? [unwrap(callee.expression), callee.name.text]
      : [callee, undefined];
    if (!ts.isIdentifier(name) || this.#isForeign(name.text, name.getSourceFile())) return;
    const fn = followName(name, this.#project, member);
    if (!fn || !isFunction(fn)) return;
    const { names, parameters } = this.#effectsOfFunction(fn);
    for (const index of parameters) visitor.change(call.arguments[index]);
    if (names.size === 0) return;
    const file = call.getSourceFile();
    if (fn.getSourceFile() === file) for (const changed of names) visitor.changeName(changed);
    else for (const sibling of this.#importedWith(name, file)) visitor.changeName(sibling);
  }

  #effectsOfFunction(fn: FunctionNode): Effects {
    let effects = this.#functions.get(fn);
    if (!effects) {
      // Set first, so that functions that call each other end.
      this.#functions.set(fn, { names: new Set(), parameters: new Set() });
      const parameters = new Map<string, number>();
      for (const [index, { name }] of fn.parameters.entries())
        for (const bound of boundNames(name)) parameters.set(bound, index);
      effects = this.#effectsOf(fn.body ? [fn.body] : [], parameters, (name) => parameters.has(name));
      this.#functions.set(fn, effects);
    }
    return effects;
  }

  // `Type.String()` changes nothing of ours.
  #isForeign(name: string, file: ts.SourceFile): boolean {
    const specifier = this.#project.outlineOf(file.fileName)?.imports.get(name)?.specifier;
    return specifier !== undefined && !this.#project.resolve(specifier, file.fileName)?.isSource;
  }

  /** The names that a file imports from where it imports one: their values may depend on each other. */
  #importedWith(name: ts.Identifier, file: ts.SourceFile): readonly string[] {
    const imports = this.#project.outlineOf(file.fileName)?.imports;
    const specifier = imports?.get(name.text)?.specifier;
    return [...(imports ?? [])].flatMap(([local, imported]) =>
      imported.specifier === specifier ? [local] : [],
    );
  }
}

const NOTHING: ReadonlySet<string> = new Set();
const never = (): boolean => false;

function declaresValue(statement: ts.Statement): boolean {
  return (
    ts.isVariableStatement(statement) || ts.isClassDeclaration(statement) || ts.isExportAssignment(statement)
  );
}
