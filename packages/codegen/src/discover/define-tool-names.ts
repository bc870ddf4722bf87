import { ts } from '../source/ts.ts';
import { Bindings } from '../source/bindings.ts';
import { followName, isFunction, type FunctionNode } from '../source/follow-name.ts';
import type { SourceProject } from '../source/source-project.ts';
import { unwrap } from '../source/nodes.ts';

const CORE = '@btcp/core';

/** The meaning of a call: it defines a tool, or runs a function that defines one. */
export type Meaning = 'defines-tool' | 'wraps-define-tool';

/** What an expression evaluates to, as far as `defineTool` is concerned. */
type Value =
  | Meaning
  | { readonly kind: 'core' }
  | { readonly kind: 'module'; readonly path: string }
  | { readonly kind: 'literal'; readonly literal: ts.ObjectLiteralExpression }
  | undefined;

/** Resolves references to `defineTool` through renames, namespaces, re-exports, destructuring and object members. */
export class DefineToolNames {
  readonly #project: SourceProject;
  readonly #bindings: Bindings;
  readonly #exports = new Map<string, Value>();
  readonly #functions = new Map<ts.Node, Value>();
  /** Declarations being resolved, to stop at cycles. */
  readonly #open = new Set<ts.Node>();

  constructor(project: SourceProject) {
    this.#project = project;
    this.#bindings = new Bindings(project);
  }

  /** The meaning of a call. */
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

  /** The top-level names of a file that refer to `defineTool`. */
  namesIn(file: ts.SourceFile): ReadonlySet<string> {
    const declared = (this.#project.outlineOf(file.fileName)?.statements ?? []).flatMap(
      ({ node, declares }) => (ts.isVariableStatement(node) ? declares : []),
    );
    const isIt = (name: string): boolean => this.#valueOfName(file.fileName, name) === 'defines-tool';
    return new Set([...this.importedIn(file), ...declared.filter(isIt)]);
  }

  /** Whether an expression is, or may be, the namespace of @btcp/core. */
  mayBeCore(expression: ts.Expression): boolean {
    const value = this.#valueOf(expression);
    return value === undefined || (typeof value === 'object' && value.kind !== 'module');
  }

  // Results of calls, such as schemas, are not followed.
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

  // Parses a package only for a call that looks like a definition, which most calls of packages do not.
  // Calls in handlers are irrelevant as well.
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
    // A defined tool is not a function.
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
      // Set first, to stop at cyclic re-exports.
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
      // Set first, to stop at recursive functions.
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

/** Whether a node is inside a function, so that it does not run when its module is loaded. */
export function isInsideFunction(node: ts.Node): boolean {
  for (let outer: ts.Node = node; !ts.isSourceFile(outer); outer = outer.parent) {
    if (ts.isFunctionLike(outer) || ts.isClassStaticBlockDeclaration(outer)) return true;
  }
  return false;
}

/** Whether an argument of a call looks like a tool's definition. */
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

// A spread, or one of the fields, is enough; so is a callee named `defineTool`.
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
