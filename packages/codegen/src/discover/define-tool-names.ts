import { ts } from '../source/ts.ts';
import { Bindings } from '../source/bindings.ts';
import { followName, isFunction, type FunctionNode } from '../source/follow-name.ts';
import type { SourceProject } from '../source/source-project.ts';
import { unwrap } from '../source/unwrap.ts';

const CORE = '@btcp/core';

/** What calling something does: define a tool, or run a function that defines one. */
export type Meaning = 'defines-tool' | 'wraps-define-tool';

/** What an expression stands for, as far as it may lead to `defineTool`. */
type Value =
  | Meaning
  | { readonly kind: 'core' }
  | { readonly kind: 'module'; readonly path: string }
  | { readonly kind: 'literal'; readonly literal: ts.ObjectLiteralExpression }
  | undefined;

/** Finds out what means `defineTool`: through renames, namespaces, re-exports, destructuring and members of objects. */
export class DefineToolNames {
  readonly #project: SourceProject;
  readonly #bindings: Bindings;
  readonly #exports = new Map<string, Value>();
  readonly #functions = new Map<ts.Node, Value>();
  /** What is being looked at, so that declarations that refer to each other end. */
  readonly #open = new Set<ts.Node>();

  constructor(project: SourceProject) {
    this.#project = project;
    this.#bindings = new Bindings(project);
  }

  /** What a call means in its file. */
  meaningOfCall(call: ts.CallExpression): Meaning | undefined {
    const value = this.#mayMatter(call) ? this.#valueOf(call.expression) : undefined;
    return typeof value === 'string' ? value : undefined;
  }

  /** The names under which a file imports `defineTool`. */
  importedIn({ fileName }: ts.SourceFile): readonly string[] {
    return [...(this.#project.outlineOf(fileName)?.imports ?? [])].flatMap(([name, origin]) => {
      const mayBe =
        origin.name !== '*' &&
        this.#mayLead(origin.specifier, fileName) &&
        !this.#isMadeByCall(fileName, name);
      return mayBe && this.#valueOfName(fileName, name) === 'defines-tool' ? [name] : [];
    });
  }

  /** The names at the top level of a file that stand for `defineTool`. */
  namesIn(file: ts.SourceFile): ReadonlySet<string> {
    const declared = (this.#project.outlineOf(file.fileName)?.statements ?? []).flatMap(
      ({ node, declares }) => (ts.isVariableStatement(node) ? declares : []),
    );
    const isIt = (name: string): boolean => this.#valueOfName(file.fileName, name) === 'defines-tool';
    return new Set([...this.importedIn(file), ...declared.filter(isIt)]);
  }

  /** Whether an expression is all of @btcp/core, or cannot be told apart from it. */
  mayBeCore(expression: ts.Expression): boolean {
    const value = this.#valueOf(expression);
    return value === undefined || (typeof value === 'object' && value.kind !== 'module');
  }

  // Whatever a call gives, such as a schema, is not followed back to `defineTool`.
  #isMadeByCall(path: string, name: string): boolean {
    const binding = this.#bindings.ofName(path, name);
    if (binding?.kind !== 'own') return false;
    const statement = this.#bindings.statementOf(binding.path, binding.name);
    if (!statement || !ts.isVariableStatement(statement)) return false;
    return statement.declarationList.declarations.some(
      (item) =>
        ts.isIdentifier(item.name) &&
        item.name.text === binding.name &&
        item.initializer !== undefined &&
        ts.isCallExpression(unwrap(item.initializer)),
    );
  }

  #mayLead(specifier: string, from: string): boolean {
    return specifier === CORE || (this.#project.resolve(specifier, from)?.isSource ?? false);
  }

  // A package is parsed only for a call that looks like a definition: most calls to packages are nothing of the sort.
  // Nor is what handlers call of interest.
  #mayMatter(call: ts.CallExpression): boolean {
    if (mayDefine(call)) return true;
    const root = rootOf(call.expression);
    if (!root || isInsideFunction(call)) return false;
    const { fileName } = call.getSourceFile();
    const origin = this.#project.outlineOf(fileName)?.imports.get(root.text);
    if (!origin || this.#mayLead(origin.specifier, fileName)) return true;
    return call.arguments.some((item) => this.#isDefinition(item));
  }

  // `tool(definition)`, where a constant is the definition
  #isDefinition(item: ts.Expression): boolean {
    const name = unwrap(item);
    const value = ts.isIdentifier(name) ? followName(name, this.#project) : undefined;
    const literal = value && ts.isExpression(value) ? unwrap(value) : undefined;
    return literal !== undefined && ts.isObjectLiteralExpression(literal) && hasDefinitionKeys(literal);
  }

  #valueOf(expression: ts.Expression): Value {
    const node = unwrap(expression);
    if (ts.isIdentifier(node)) return this.#valueOfName(node.getSourceFile().fileName, node.text);
    if (ts.isPropertyAccessExpression(node)) return this.#memberOf(node.expression, node.name.text);
    if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression))
      return this.#memberOf(node.expression, node.argumentExpression.text);
    if (ts.isObjectLiteralExpression(node)) return { kind: 'literal', literal: node };
    if (ts.isAwaitExpression(node)) return this.#valueOf(node.expression);
    if (ts.isCallExpression(node)) return this.#valueOfCall(node);
    return isFunction(node) ? this.#valueOfFunction(node) : undefined;
  }

  #memberOf(object: ts.Expression, key: string): Value {
    return this.#member(this.#valueOf(object), key);
  }

  #member(value: Value, key: string): Value {
    if (value === undefined) return undefined;
    // `defineTool.call(…)`, `.bind(…)`, `.apply(…)`
    if (typeof value === 'string') return 'wraps-define-tool';
    if (value.kind === 'core') return key === 'defineTool' ? 'defines-tool' : undefined;
    if (value.kind === 'module') return this.#valueOfExport(value.path, key);
    for (const member of value.literal.properties) {
      if (ts.isSpreadAssignment(member)) {
        const spread = this.#memberOf(member.expression, key);
        if (spread !== undefined) return spread;
      } else if (member.name?.getText() === key) {
        if (ts.isPropertyAssignment(member)) return this.#valueOf(member.initializer);
        if (ts.isShorthandPropertyAssignment(member)) return this.#valueOf(member.name);
        return ts.isMethodDeclaration(member) ? this.#valueOfFunction(member) : undefined;
      }
    }
    return undefined;
  }

  // `import('@btcp/core')`, and functions that are handed `defineTool`.
  #valueOfCall(call: ts.CallExpression): Value {
    const [argument] = call.arguments;
    const isImport =
      call.expression.kind === ts.SyntaxKind.ImportKeyword || call.expression.getText() === 'require';
    if (isImport && argument && ts.isStringLiteralLike(argument))
      return this.#valueOfModule(call.getSourceFile().fileName, argument.text);
    const called = this.#valueOf(call.expression);
    // A tool is no function any more.
    if (called === 'defines-tool') return undefined;
    const given = call.arguments.some((item) => typeof this.#valueOf(item) === 'string');
    return given || typeof called === 'string' ? 'wraps-define-tool' : undefined;
  }

  #valueOfModule(from: string, specifier: string): Value {
    if (specifier === CORE) return { kind: 'core' };
    const path = this.#project.resolve(specifier, from)?.path;
    return path === undefined ? undefined : { kind: 'module', path };
  }

  #valueOfName(path: string, name: string): Value {
    const origin = this.#project.outlineOf(path)?.imports.get(name);
    if (!origin) return this.#valueOfDeclaration(path, name);
    const module = this.#valueOfModule(path, origin.specifier);
    return origin.name === '*' ? module : this.#member(module, origin.name);
  }

  #valueOfExport(path: string, name: string): Value {
    const key = `${path}\0${name}`;
    if (!this.#exports.has(key)) {
      // Set first, so that modules that re-export each other end.
      this.#exports.set(key, undefined);
      this.#exports.set(key, this.#findExport(path, name));
    }
    return this.#exports.get(key);
  }

  #findExport(path: string, name: string): Value {
    const outline = this.#project.outlineOf(path);
    const local = outline?.exports.get(name);
    if (local !== undefined) return this.#valueOfName(path, local);
    const origin = outline?.reExports.get(name);
    if (origin) {
      const module = this.#valueOfModule(path, origin.specifier);
      return origin.name === '*' ? module : this.#member(module, origin.name);
    }
    for (const specifier of outline?.starExports ?? []) {
      const found = this.#member(this.#valueOfModule(path, specifier), name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #valueOfDeclaration(path: string, name: string): Value {
    const outline = this.#project.outlineOf(path);
    const node = outline?.statements.find((statement) => statement.declares.includes(name))?.node;
    if (!node || this.#open.has(node)) return undefined;
    this.#open.add(node);
    try {
      if (ts.isFunctionDeclaration(node)) return this.#valueOfFunction(node);
      if (ts.isExportAssignment(node)) return this.#valueOf(node.expression);
      return ts.isVariableStatement(node) ? this.#valueOfVariable(node, name) : undefined;
    } finally {
      this.#open.delete(node);
    }
  }

  // `const tool = defineTool`, `const { defineTool: tool } = core`
  #valueOfVariable(node: ts.VariableStatement, name: string): Value {
    for (const { name: bound, initializer } of node.declarationList.declarations) {
      if (!initializer) continue;
      if (ts.isIdentifier(bound)) {
        if (bound.text === name) return this.#valueOf(initializer);
      } else if (ts.isObjectBindingPattern(bound)) {
        const element = bound.elements.find((item) => ts.isIdentifier(item.name) && item.name.text === name);
        if (element?.dotDotDotToken) return this.#valueOf(initializer);
        if (element) return this.#memberOf(initializer, (element.propertyName ?? element.name).getText());
      }
    }
    return undefined;
  }

  #valueOfFunction(fn: FunctionNode | ts.MethodDeclaration): Value {
    if (!this.#functions.has(fn)) {
      // Set first, so that functions that call each other end.
      this.#functions.set(fn, undefined);
      this.#functions.set(fn, fn.body && this.#definesInside(fn.body) ? 'wraps-define-tool' : undefined);
    }
    return this.#functions.get(fn);
  }

  #definesInside(node: ts.Node): boolean {
    if (ts.isCallExpression(node) && typeof this.#valueOf(node.expression) === 'string') return true;
    return ts.forEachChild(node, (child) => this.#definesInside(child) || undefined) ?? false;
  }
}

function rootOf(expression: ts.Expression): ts.Identifier | undefined {
  let root = unwrap(expression);
  while (ts.isPropertyAccessExpression(root) || ts.isElementAccessExpression(root))
    root = unwrap(root.expression);
  return ts.isIdentifier(root) ? root : undefined;
}

/** Whether a node is in code that runs when somebody calls it, not when its module is loaded. */
export function isInsideFunction(node: ts.Node): boolean {
  for (let outer: ts.Node = node; !ts.isSourceFile(outer); outer = outer.parent) {
    if (ts.isFunctionLike(outer) || ts.isClassStaticBlockDeclaration(outer)) return true;
  }
  return false;
}

/** Whether a call is given what only a tool's definition has. */
export function looksLikeDefinition(call: ts.CallExpression): boolean {
  return literalsIn(call).some(
    ({ properties }) =>
      properties.some(({ name }) => name?.getText() === 'inputSchema') &&
      properties.some((member) => member.name?.getText() === 'execute' && !isBuilt(member)),
  );
}

// `execute: Type.Boolean()` is a property of a schema.
function isBuilt(member: ts.ObjectLiteralElementLike): boolean {
  return ts.isPropertyAssignment(member) && ts.isCallExpression(member.initializer);
}

// Also a part of one, or what goes by the name.
function mayDefine(call: ts.CallExpression): boolean {
  return (
    /\bdefineTool$/.test(call.expression.getText()) ||
    literalsIn(call).some(
      (literal) => literal.properties.some(ts.isSpreadAssignment) || hasDefinitionKeys(literal),
    )
  );
}

function hasDefinitionKeys({ properties }: ts.ObjectLiteralExpression): boolean {
  return properties.some((member) => DEFINITION_KEYS.has(member.name?.getText() ?? ''));
}

const DEFINITION_KEYS: ReadonlySet<string> = new Set(['inputSchema', 'execute']);

function literalsIn({ arguments: given }: ts.CallExpression): readonly ts.ObjectLiteralExpression[] {
  return given.map(unwrap).filter(ts.isObjectLiteralExpression);
}
