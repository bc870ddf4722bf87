import { ts } from './ts.ts';
import { boundNames, type ImportedBinding, type ModuleOutline } from './module-outline.ts';

/** A top-level binding of one of the author's modules, or a name from an external module. */
export type Binding =
  | { readonly kind: 'own'; readonly path: string; readonly name: string }
  /** `path` is the module that imports it. */
  | { readonly kind: 'external'; readonly path: string; readonly specifier: string; readonly name: string }
  /** The namespace of one of the author's modules. */
  | { readonly kind: 'namespace'; readonly path: string };

/** The node that declares a name below the top level of its module. */
export type LocalDeclaration =
  | ts.ParameterDeclaration
  | ts.VariableDeclaration
  | ts.FunctionDeclaration
  | ts.FunctionExpression
  | ts.ClassDeclaration;

interface Sources {
  outlineOf(path: string): ModuleOutline | undefined;
  resolve(specifier: string, from: string): { readonly path: string; readonly isSource: boolean } | undefined;
}

export class Bindings {
  readonly #project: Sources;
  readonly #known = new Map<string, Binding | undefined>();

  constructor(project: Sources) {
    this.#project = project;
  }

  /** Resolves a top-level name of a module; undefined for a global. */
  ofName(path: string, name: string): Binding | undefined {
    return this.#remember(`${path}\0${name}`, () => {
      const outline = this.#project.outlineOf(path);
      const imported = outline?.imports.get(name);
      if (imported) return this.#ofImport(path, imported);
      const isDeclared = outline?.statements.some(({ declares }) => declares.includes(name)) ?? false;
      return isDeclared ? { kind: 'own', path, name } : undefined;
    });
  }

  /** Resolves a name of its file's top level, or a member of a namespace. */
  ofReference(node: ts.Expression): Binding | undefined {
    if (ts.isIdentifier(node)) return this.ofName(node.getSourceFile().fileName, node.text);
    if (!ts.isPropertyAccessExpression(node) || !ts.isIdentifier(node.expression)) return undefined;
    const namespace = this.ofReference(node.expression);
    if (namespace?.kind === 'namespace') return this.ofExport(namespace.path, node.name.text);
    const isWhole = namespace?.kind === 'external' && namespace.name === '*';
    return isWhole ? { ...namespace, name: node.name.text } : undefined;
  }

  ofExport(path: string, name: string): Binding | undefined {
    return this.#remember(`${path}\0export ${name}`, () => {
      const outline = this.#project.outlineOf(path);
      const local = outline?.exports.get(name);
      if (local !== undefined) return this.ofName(path, local);
      const origin = outline?.reExports.get(name);
      if (origin) return this.#ofImport(path, origin);
      for (const specifier of outline?.starExports ?? []) {
        const found = this.#ofImport(path, { specifier, name });
        if (found) return found;
      }
      return undefined;
    });
  }

  /** The exports of a module, resolved; `*` for all of a package. */
  allOf(path: string, seen: Set<string> = new Set()): readonly (readonly [name: string, binding: Binding])[] {
    const outline = this.#project.outlineOf(path);
    if (!outline || seen.has(path)) return [];
    seen.add(path);
    const own = [...outline.exports.keys(), ...outline.reExports.keys()].flatMap((name) => {
      const binding = this.ofExport(path, name);
      return binding ? [[name, binding] as const] : [];
    });
    const passedOn = outline.starExports.flatMap((specifier) => {
      const star = this.#ofImport(path, { specifier, name: '*' });
      return star?.kind === 'namespace' ? this.allOf(star.path, seen) : star ? [['*', star] as const] : [];
    });
    return [...own, ...passedOn.filter(([name]) => name !== 'default')];
  }

  statementOf(path: string, name: string): ts.Statement | undefined {
    return this.#project.outlineOf(path)?.statements.find(({ declares }) => declares.includes(name))?.node;
  }

  #ofImport(path: string, { specifier, name }: ImportedBinding): Binding | undefined {
    // In a workspace, the toolkit's packages lead to source.
    const target = specifier.startsWith('@btcp/') ? undefined : this.#project.resolve(specifier, path);
    if (!target?.isSource) return { kind: 'external', path, specifier, name };
    return name === '*' ? { kind: 'namespace', path: target.path } : this.ofExport(target.path, name);
  }

  #remember(key: string, find: () => Binding | undefined): Binding | undefined {
    if (!this.#known.has(key)) {
      // Set first, to stop at cyclic re-exports.
      this.#known.set(key, undefined);
      this.#known.set(key, find());
    }
    return this.#known.get(key);
  }
}

/** The local declaration of a name that is in scope at its use. */
export function localDeclaration(name: ts.Identifier): LocalDeclaration | undefined {
  let around: ts.Node = name.parent;
  while (around && !ts.isSourceFile(around)) {
    const found = declaredIn(around, name.text);
    if (found) return found;
    around = around.parent;
  }
  return undefined;
}

function declaredIn(node: ts.Node, name: string): LocalDeclaration | undefined {
  if (ts.isFunctionLike(node)) {
    if (ts.isFunctionExpression(node) && node.name?.text === name) return node;
    return node.parameters.find((parameter): parameter is ts.ParameterDeclaration => binds(parameter, name));
  }
  if (ts.isBlock(node) || ts.isModuleBlock(node) || ts.isCaseOrDefaultClause(node))
    return declaredAmong(node.statements, name);
  if (ts.isForStatement(node) || ts.isForOfStatement(node) || ts.isForInStatement(node)) {
    const { initializer } = node;
    if (!initializer || !ts.isVariableDeclarationList(initializer)) return undefined;
    return initializer.declarations.find((item) => binds(item, name));
  }
  const caught = ts.isCatchClause(node) ? node.variableDeclaration : undefined;
  return caught && binds(caught, name) ? caught : undefined;
}

/** The function, class or variable that one of some statements declares by a name. */
export function declaredAmong(
  statements: readonly ts.Statement[],
  name: string,
): LocalDeclaration | undefined {
  for (const statement of statements) {
    const isNamed = ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement);
    if (isNamed && statement.name?.text === name) return statement;
    if (!ts.isVariableStatement(statement)) continue;
    const found = statement.declarationList.declarations.find((item) => binds(item, name));
    if (found) return found;
  }
  return undefined;
}

function binds(node: { readonly name: ts.BindingName }, name: string): boolean {
  return ts.isIdentifier(node.name) ? node.name.text === name : boundNames(node.name).includes(name);
}
