import { type Binding, localDeclaration } from '../source/bindings.ts';
import { type FunctionNode, followBinding, followName, isFunction } from '../source/follow-name.ts';
import { unwrap, outerParent } from '../source/nodes.ts';
import type { SourceProject } from '../source/source-project.ts';
import { ts } from '../source/ts.ts';

const CORE = '@btcp/core';

/** The meaning of a call: it defines a tool, or runs a function that defines one. */
export type Meaning = 'defines-tool' | 'wraps-define-tool';

/** Recognises `defineTool` of @btcp/core: by its name, as a member of a namespace, and as a constant, also re-exported. */
export class DefineToolNames {
  readonly #project: SourceProject;
  readonly #wrappers = new Map<ts.Node, boolean>();

  constructor(project: SourceProject) {
    this.#project = project;
  }

  /** The meaning of a call. A function that it calls is read only at the top level of a module. */
  meaningOfCall(call: ts.CallExpression): Meaning | undefined {
    if (this.isDefineTool(call.expression)) return 'defines-tool';
    return !isInsideFunction(call) && this.#callsWrapper(call) ? 'wraps-define-tool' : undefined;
  }

  /** Whether an expression is `defineTool`, directly or by a constant. */
  isDefineTool(expression: ts.Expression): boolean {
    return this.#isIt(this.#project.bindings.ofReference(unwrap(expression)));
  }

  /** Whether a top-level name of a module is `defineTool`. */
  isNameOfIt(path: string, name: string): boolean {
    return this.#isIt(this.#project.bindings.ofName(path, name));
  }

  #isIt(binding: Binding | undefined, depth = 0): boolean {
    if (!binding || depth > MOST_CONSTANTS) return false;
    if (binding.kind === 'external') return binding.specifier === CORE && binding.name === 'defineTool';
    const value = binding.kind === 'own' ? followBinding(binding, this.#project) : undefined;
    return (
      value !== undefined &&
      ts.isExpression(value) &&
      this.#isIt(this.#project.bindings.ofReference(unwrap(value)), depth + 1)
    );
  }

  #callsWrapper({ expression }: ts.CallExpression): boolean {
    const called = followName(unwrap(expression), this.#project);
    const fn = called && ts.isExpression(called) ? unwrap(called) : called;
    return fn !== undefined && isFunction(fn) && this.#wraps(fn);
  }

  #wraps(fn: FunctionNode): boolean {
    if (!this.#wrappers.has(fn)) {
      // Set first, to stop at recursive functions.
      this.#wrappers.set(fn, false);
      this.#wrappers.set(fn, fn.body !== undefined && this.#definesInside(fn.body));
    }
    return this.#wrappers.get(fn) === true;
  }

  #definesInside(node: ts.Node): boolean {
    if (ts.isCallExpression(node) && (this.isDefineTool(node.expression) || this.#callsWrapper(node)))
      return true;
    return ts.forEachChild(node, (child) => this.#definesInside(child) || undefined) ?? false;
  }
}

const MOST_CONSTANTS = 9;

export function isInsideFunction(node: ts.Node): boolean {
  for (let outer: ts.Node = node; !ts.isSourceFile(outer); outer = outer.parent) {
    if (ts.isFunctionLike(outer) || ts.isClassStaticBlockDeclaration(outer)) return true;
  }
  return false;
}

/** Whether an argument of a call looks like a tool's definition; of a call of a package's function, also a constant. */
export function looksLikeDefinition(call: ts.CallExpression, project: SourceProject): boolean {
  const callee = project.bindings.ofReference(unwrap(call.expression));
  return call.arguments.some((item) => {
    const given = unwrap(item);
    const value = callee?.kind === 'external' ? (followName(given, project) ?? given) : given;
    const literal = ts.isExpression(value) ? unwrap(value) : undefined;
    return literal !== undefined && ts.isObjectLiteralExpression(literal) && isDefinition(literal);
  });
}

function isDefinition({ properties }: ts.ObjectLiteralExpression): boolean {
  return (
    properties.some(({ name }) => isNamed(name, 'inputSchema')) &&
    properties.some((member) => isNamed(member.name, 'execute') && !isBuilt(member))
  );
}

const isNamed = (name: ts.PropertyName | undefined, text: string): boolean =>
  name !== undefined && ts.isIdentifier(name) && name.text === text;

// `execute: Type.Boolean()` is a property of a schema.
function isBuilt(member: ts.ObjectLiteralElementLike): boolean {
  return ts.isPropertyAssignment(member) && ts.isCallExpression(member.initializer);
}

/** Finds references to `defineTool` of @btcp/core that discovery does not follow: all but calls, constants and exports. */
export function findLooseReferences(
  project: SourceProject,
  file: ts.SourceFile,
  names: DefineToolNames,
): readonly ts.Node[] {
  const known = namesIn(project, file, names);
  if (isOnlyCalled(file, known)) return [];
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isPropertyAccessExpression(node) && node.name.text === 'defineTool') {
      if (names.isDefineTool(node) ? !isFollowed(node) : mayBeCore(project, node.expression))
        found.push(node);
    } else if (ts.isQualifiedName(node) && node.right.text === 'defineTool') found.push(node);
    else if (ts.isIdentifier(node) && known.has(node.text) && isValue(node) && !localDeclaration(node)) {
      if (!isFollowed(node)) found.push(node);
    } else ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Whether a file has no reference but an import and calls whose result is a constant or the default export, by its text. */
function isOnlyCalled({ text }: ts.SourceFile, known: ReadonlySet<string>): boolean {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  return (
    [...known].join() === 'defineTool' &&
    count(/\bdefineTool\b/g) === count(IMPORT) + count(/(?:=|\bdefault) defineTool\(/g)
  );
}

const IMPORT = /^import \{[^{}'"]*\bdefineTool\b[^{}'"]*\} from ['"]@btcp\/core['"];?$/gm;

/** The top-level names of a file that refer to `defineTool`. */
function namesIn(
  project: SourceProject,
  { fileName }: ts.SourceFile,
  names: DefineToolNames,
): ReadonlySet<string> {
  const { imports, statements = [] } = project.outlineOf(fileName) ?? {};
  const declared = statements.flatMap(({ node, declares }) => (ts.isVariableStatement(node) ? declares : []));
  return new Set(
    [...(imports?.keys() ?? []), ...declared].filter((name) => names.isNameOfIt(fileName, name)),
  );
}

// Not a namespace of the project's own, which exports something else of that name.
const mayBeCore = (project: SourceProject, namespace: ts.Expression): boolean =>
  project.bindings.ofReference(namespace)?.kind !== 'namespace';

// Not the name of a declaration, of a member, or of a type.
function isValue(node: ts.Identifier): boolean {
  const parent = node.parent as ts.Node & { readonly name?: ts.Node; readonly propertyName?: ts.Node };
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  return parent.name !== node && parent.propertyName !== node && !ts.isQualifiedName(parent);
}

/** Whether discovery follows a reference: as the callee of a call, a default export, or a constant of the module. */
function isFollowed(reference: ts.Node): boolean {
  const parent = outerParent(reference);
  if (ts.isExportAssignment(parent)) return true;
  if (ts.isCallExpression(parent)) return !parent.arguments.some((item) => item === reference);
  if (!ts.isVariableDeclaration(parent) || !ts.isIdentifier(parent.name)) return false;
  const { flags, parent: statement } = parent.parent;
  return (
    (flags & ts.NodeFlags.Const) !== 0 &&
    ts.isVariableStatement(statement) &&
    ts.isSourceFile(statement.parent)
  );
}
