import { ts } from '../source/ts.ts';
import { type Binding, localDeclaration } from '../source/bindings.ts';
import type { SourceProject } from '../source/source-project.ts';
import { unwrap } from '../source/unwrap.ts';
import { isCallable, type ValueFollower } from '../source/value-follower.ts';

/** Whose code an expression leads to. */
export type Origin =
  /** The author's, the language's, or what cannot be told. */
  | { readonly kind: 'own' }
  | { readonly kind: 'built-in' | 'typebox'; readonly name: string }
  /** What only a page or a process has. */
  | { readonly kind: 'host' }
  | { readonly kind: 'package'; readonly specifier: string };

const OWN: Origin = { kind: 'own' };

export const isTypeBox = (specifier: string): boolean => /^(?:@sinclair\/)?typebox(?:\/|$)/.test(specifier);

/** Whether a module makes schemas and tools, and does nothing else. */
export const isOurs = (specifier: string): boolean => isTypeBox(specifier) || specifier === '@btcp/core';

/** Finds out whose code calls lead to: behind `ajv` in `ajv.addSchema(…)` stands a package. */
export class CallOrigins {
  readonly #project: SourceProject;
  readonly #follower: ValueFollower;
  readonly #open = new Set<ts.Node>();

  constructor(project: SourceProject, follower: ValueFollower) {
    this.#project = project;
    this.#follower = follower;
  }

  of(expression: ts.Node): Origin {
    const root = rootOf(expression);
    if (readsEnvironment(root)) return OWN;
    if (isImportCall(root)) return this.#ofSpecifier(root.arguments[0], root);
    if (!ts.isIdentifier(root) || this.#open.has(root)) return OWN;
    this.#open.add(root);
    try {
      return this.#ofName(root);
    } finally {
      this.#open.delete(root);
    }
  }

  #ofName(name: ts.Identifier): Origin {
    const local = localDeclaration(name);
    if (local) {
      return ts.isVariableDeclaration(local) && local.initializer ? this.#ofValue(local.initializer) : OWN;
    }
    const binding = this.#follower.bindingOf(name);
    return binding ? this.#ofBinding(binding, name) : ofGlobal(name.text);
  }

  #ofBinding(binding: Binding, name: ts.Identifier): Origin {
    if (binding.kind === 'namespace') {
      const { parent } = name;
      const member = ts.isPropertyAccessExpression(parent) ? parent.name.text : undefined;
      const exported = member && this.#follower.bindings.ofExport(binding.path, member);
      return exported ? this.#ofBinding(exported, name) : OWN;
    }
    if (binding.kind === 'external') return ofPackage(binding.specifier, binding.name);
    const statement = this.#follower.bindings.statementOf(binding.path, binding.name);
    if (!statement) return OWN;
    if (ts.isExportAssignment(statement)) return this.#ofValue(statement.expression);
    if (ts.isClassDeclaration(statement)) return this.#ofBase(statement);
    if (!ts.isVariableStatement(statement)) return OWN;
    for (const { name: bound, initializer } of statement.declarationList.declarations) {
      if (initializer && declares(bound, binding.name)) return this.#ofValue(initializer);
    }
    return OWN;
  }

  // `new Ajv()`, `express()`, and functions that return such.
  #ofValue(expression: ts.Expression): Origin {
    const node = unwrap(expression);
    if (ts.isConditionalExpression(node)) return this.#ofValue(node.whenTrue);
    if (ts.isBinaryExpression(node)) return this.#ofValue(node.left);
    if (isLiteral(node)) return OWN;
    const origin = this.of(node);
    if (origin.kind !== 'own')
      return origin.kind === 'package' || origin.kind === 'host' ? origin : aliasOf(node, origin);
    const root = rootOf(node);
    if (!ts.isIdentifier(root)) return OWN;
    for (const value of this.#follower.valuesOf(root)) {
      if (ts.isClassLike(value)) return this.#ofBase(value);
      if (!isCallable(value)) continue;
      for (const returned of this.#follower.returnsOf(value)) {
        const found = ts.isExpression(returned) && !isLiteral(returned) ? this.of(returned) : OWN;
        if (found.kind === 'package') return found;
      }
    }
    return OWN;
  }

  #ofBase(node: ts.ClassLikeDeclaration): Origin {
    const base = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
    return base ? this.of(base.expression) : OWN;
  }

  #ofSpecifier(specifier: ts.Expression | undefined, from: ts.Node): Origin {
    if (!specifier || !ts.isStringLiteralLike(specifier)) return OWN;
    const target = this.#project.resolve(specifier.text, from.getSourceFile().fileName);
    return target?.isSource ? OWN : ofPackage(specifier.text, '*');
  }
}

// What a function of the language returns is plain data; `const { assign } = Object` is still the function.
function aliasOf(node: ts.Expression, origin: Origin): Origin {
  const inner = ts.isAwaitExpression(node) ? unwrap(node.expression) : node;
  return ts.isCallExpression(inner) || ts.isNewExpression(inner) ? OWN : origin;
}

function isLiteral(node: ts.Node): boolean {
  return ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node) || ts.isFunctionLike(node);
}

function ofPackage(specifier: string, name: string): Origin {
  if (isOurs(specifier)) return { kind: 'typebox', name };
  return specifier.startsWith('.') ? OWN : { kind: 'package', specifier };
}

function ofGlobal(name: string): Origin {
  return BUILT_IN.has(name) ? { kind: 'built-in', name } : { kind: 'host' };
}

/** What a chain of members, calls and `new` begins with. */
export function rootOf(expression: ts.Node): ts.Node {
  let root = ts.isExpression(expression) ? unwrap(expression) : expression;
  while (
    ts.isPropertyAccessExpression(root) ||
    ts.isElementAccessExpression(root) ||
    (ts.isCallExpression(root) && !isImportCall(root)) ||
    ts.isNewExpression(root) ||
    ts.isAwaitExpression(root)
  )
    root = unwrap(root.expression);
  return root;
}

/** Whether a name is the `process` of `process.env`, which the build has too. */
function readsEnvironment(name: ts.Node): boolean {
  return (
    ts.isIdentifier(name) &&
    name.text === 'process' &&
    ts.isPropertyAccessExpression(name.parent) &&
    name.parent.name.text === 'env'
  );
}

export function isImportCall(node: ts.Node): node is ts.CallExpression {
  return ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
}

function declares(bound: ts.BindingName, name: string): boolean {
  return ts.isIdentifier(bound)
    ? bound.text === name
    : bound.elements.some((element) => !ts.isOmittedExpression(element) && declares(element.name, name));
}

/** Names that every JavaScript engine has. */
export const BUILT_IN: ReadonlySet<string> = new Set(
  `AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Date Error EvalError
  FinalizationRegistry Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array Intl Iterator JSON
  Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer String
  Symbol SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet
  clearTimeout console decodeURI decodeURIComponent encodeURI encodeURIComponent globalThis isFinite isNaN parseFloat
  parseInt queueMicrotask setTimeout structuredClone TextDecoder TextEncoder URL URLSearchParams undefined arguments`
    .split(/\s+/)
    .filter(Boolean),
);
