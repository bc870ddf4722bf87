import type { Binding } from '../source/bindings.ts';
import { type FunctionNode, followBinding, followName, isFunction } from '../source/follow-name.ts';
import { unwrap } from '../source/nodes.ts';
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

/** Whether a node is inside a function, so that it does not run when its module is loaded. */
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
    properties.some(({ name }) => name?.getText() === 'inputSchema') &&
    properties.some((member) => member.name?.getText() === 'execute' && !isBuilt(member))
  );
}

// `execute: Type.Boolean()` is a property of a schema.
function isBuilt(member: ts.ObjectLiteralElementLike): boolean {
  return ts.isPropertyAssignment(member) && ts.isCallExpression(member.initializer);
}
