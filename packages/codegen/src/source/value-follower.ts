import { ts } from './ts.ts';
import { type Binding, Bindings, localDeclaration } from './bindings.ts';
import type { SourceProject } from './source-project.ts';
import { unwrap } from './unwrap.ts';

/** A function whose body can be read. */
export type CallableNode =
  | ts.FunctionDeclaration
  | ts.FunctionExpression
  | ts.ArrowFunction
  | ts.MethodDeclaration
  | ts.AccessorDeclaration
  | ts.ConstructorDeclaration;

function isCallable(node: ts.Node): node is CallableNode {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isArrowFunction(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isAccessor(node)
  );
}

/** Callbacks for the nodes that are followed. */
export interface FollowListeners {
  readonly onCall?: (call: ts.CallExpression) => void;
  /** A variable at the top level of a file. */
  readonly onName?: (file: ts.SourceFile, name: string) => void;
}

/** Follows expressions to the code that creates their values, by syntax alone. */
export class ValueFollower {
  readonly bindings: Bindings;
  readonly #listeners: FollowListeners;
  /** Nodes being followed, to stop at cycles. */
  readonly #open = new Set<ts.Node>();
  readonly #assignments = new Map<ts.SourceFile, ReadonlyMap<string, readonly ts.BinaryExpression[]>>();

  constructor(project: SourceProject, listeners: FollowListeners = {}) {
    this.bindings = new Bindings(project);
    this.#listeners = listeners;
  }

  /** The possible values of an expression: literals, functions, classes, `new`, or what cannot be followed. */
  valuesOf(expression: ts.Node): readonly ts.Node[] {
    const node = ts.isExpression(expression) ? unwrap(expression) : expression;
    if (this.#open.has(node)) return [];
    this.#open.add(node);
    try {
      const found = this.#follow(node);
      return found.length > 0 ? found : [node];
    } finally {
      this.#open.delete(node);
    }
  }

  /** The members of a value: initializers, methods, and values assigned to them. */
  membersOf(value: ts.Node, key: string | undefined): readonly ts.Node[] {
    if (ts.isObjectLiteralExpression(value))
      return value.properties.flatMap((member) => this.#memberOfLiteral(member, key));
    if (ts.isArrayLiteralExpression(value)) {
      const at = key === undefined ? undefined : value.elements[Number(key)];
      return (at ? [at] : value.elements).flatMap((element) => this.valuesOf(element));
    }
    if (ts.isClassLike(value)) return this.#memberOfClass(value, key, true);
    if (ts.isNewExpression(value)) {
      return this.valuesOf(value.expression).flatMap((made) =>
        ts.isClassLike(made) ? this.#memberOfClass(made, key, false) : [],
      );
    }
    return [];
  }

  /** The fields of an instance of one of the author's classes. */
  fieldsOf(made: ts.NewExpression, key: string): readonly ts.PropertyDeclaration[] {
    return this.valuesOf(made.expression).flatMap((value) =>
      ts.isClassLike(value)
        ? value.members.filter(ts.isPropertyDeclaration).filter((member) => this.keyOf(member) === key)
        : [],
    );
  }

  /** The possible return values of a function. */
  returnsOf(fn: CallableNode): readonly ts.Node[] {
    if (!fn.body || this.#open.has(fn.body)) return [];
    if (!ts.isBlock(fn.body)) return this.valuesOf(fn.body);
    this.#open.add(fn.body);
    const found = returnedBy(fn.body).flatMap((expression) => this.valuesOf(expression));
    this.#open.delete(fn.body);
    return found;
  }

  /** Assignments at the top level of a file to a name (`d`) or to its members (`d.`). */
  assignmentsTo(file: ts.SourceFile, name: string): readonly ts.BinaryExpression[] {
    let all = this.#assignments.get(file);
    if (!all) this.#assignments.set(file, (all = assignmentsIn(file)));
    return all.get(name) ?? [];
  }

  /** The possible values of a name that is declared at the top level of a module. */
  bindingOf(name: ts.Identifier): Binding | undefined {
    return localDeclaration(name)
      ? undefined
      : this.bindings.ofName(name.getSourceFile().fileName, name.text);
  }

  #follow(node: ts.Node): readonly ts.Node[] {
    if (ts.isIdentifier(node)) return this.#followName(node);
    if (ts.isPropertyAccessExpression(node)) return this.#followMember(node.expression, node.name.text);
    if (ts.isElementAccessExpression(node))
      return this.#followMember(node.expression, this.textOf(node.argumentExpression));
    if (ts.isConditionalExpression(node))
      return [...this.valuesOf(node.whenTrue), ...this.valuesOf(node.whenFalse)];
    if (ts.isBinaryExpression(node)) return this.#followBinary(node);
    if (ts.isAwaitExpression(node)) return this.valuesOf(node.expression);
    if (ts.isCallExpression(node)) return this.#followCall(node);
    return [];
  }

  #followBinary({ left, operatorToken: { kind }, right }: ts.BinaryExpression): readonly ts.Node[] {
    if (kind === ts.SyntaxKind.EqualsToken || kind === ts.SyntaxKind.CommaToken) return this.valuesOf(right);
    return [...this.valuesOf(left), ...this.valuesOf(right)];
  }

  #followCall(call: ts.CallExpression): readonly ts.Node[] {
    this.#listeners.onCall?.(call);
    const callee = unwrap(call.expression);
    if (ts.isPropertyAccessExpression(callee) && callee.name.text === 'bind') {
      const bound = this.valuesOf(callee.expression).filter(isCallable);
      if (bound.length > 0) return bound;
    }
    const returned = this.valuesOf(callee).flatMap((fn) => (isCallable(fn) ? this.returnsOf(fn) : []));
    // `app.use(…).use(…)`
    return returned.flatMap((value) =>
      value.kind === ts.SyntaxKind.ThisKeyword && ts.isPropertyAccessExpression(callee)
        ? this.valuesOf(callee.expression)
        : [value],
    );
  }

  #followMember(object: ts.Expression, key: string | undefined): readonly ts.Node[] {
    const inner = unwrap(object);
    const binding = ts.isIdentifier(inner) ? this.bindingOf(inner) : undefined;
    if (binding?.kind === 'namespace') {
      const exported = key === undefined ? undefined : this.bindings.ofExport(binding.path, key);
      return exported ? this.#valuesOfBinding(exported) : [];
    }
    const assigned = binding?.kind === 'own' ? this.#assignedMember(binding, key) : [];
    return [...this.valuesOf(inner).flatMap((value) => this.#readMember(value, key)), ...assigned];
  }

  #readMember(value: ts.Node, key: string | undefined): readonly ts.Node[] {
    return this.membersOf(value, key).flatMap((member) =>
      ts.isGetAccessor(member) ? this.returnsOf(member) : [member],
    );
  }

  #assignedMember(
    { path, name }: Extract<Binding, { kind: 'own' }>,
    key: string | undefined,
  ): readonly ts.Node[] {
    const file = this.bindings.statementOf(path, name)?.getSourceFile();
    if (!file) return [];
    return this.assignmentsTo(file, `${name}.`).flatMap(({ left, right }) =>
      key === undefined || memberKey(left) === key ? this.valuesOf(right) : [],
    );
  }

  #followName(name: ts.Identifier): readonly ts.Node[] {
    const local = localDeclaration(name);
    if (local) return this.#valuesOfDeclaration(local, name.text);
    const binding = this.bindingOf(name);
    return binding ? this.#valuesOfBinding(binding) : [];
  }

  #valuesOfBinding(binding: Binding): readonly ts.Node[] {
    if (binding.kind !== 'own') return [];
    const statement = this.bindings.statementOf(binding.path, binding.name);
    if (!statement) return [];
    if (ts.isExportAssignment(statement)) return this.valuesOf(statement.expression);
    if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) return [statement];
    if (!ts.isVariableStatement(statement)) return [];
    const file = statement.getSourceFile();
    this.#listeners.onName?.(file, binding.name);
    const { declarations, flags } = statement.declarationList;
    const isConstant = (flags & ts.NodeFlags.Const) !== 0;
    const assigned = isConstant ? [] : this.assignmentsTo(file, binding.name);
    return [
      ...declarations.flatMap((item) => this.#valuesOfDeclaration(item, binding.name)),
      ...assigned.flatMap(({ right }) => this.valuesOf(right)),
    ];
  }

  #valuesOfDeclaration(node: ts.Node, name: string): readonly ts.Node[] {
    if (!ts.isVariableDeclaration(node)) return ts.isParameter(node) ? [] : [node];
    if (!node.initializer) return [];
    if (ts.isIdentifier(node.name)) return node.name.text === name ? this.valuesOf(node.initializer) : [];
    const path = pathTo(node.name, name);
    let values = path ? this.valuesOf(node.initializer) : [];
    for (const key of path ?? []) values = values.flatMap((value) => this.#readMember(value, key));
    return values;
  }

  #memberOfLiteral(member: ts.ObjectLiteralElementLike, key: string | undefined): readonly ts.Node[] {
    if (ts.isSpreadAssignment(member))
      return this.valuesOf(member.expression).flatMap((value) => this.membersOf(value, key));
    if (key !== undefined && this.keyOf(member) !== key) return [];
    if (ts.isPropertyAssignment(member)) return this.valuesOf(member.initializer);
    return ts.isShorthandPropertyAssignment(member) ? this.#followName(member.name) : [member];
  }

  #memberOfClass(
    node: ts.ClassLikeDeclaration,
    key: string | undefined,
    isStatic: boolean,
  ): readonly ts.Node[] {
    const own = node.members.flatMap((member): readonly ts.Node[] => {
      const flags = ts.getCombinedModifierFlags(member);
      if (((flags & ts.ModifierFlags.Static) !== 0) !== isStatic) return [];
      if (key !== undefined && this.keyOf(member) !== key) return [];
      if (ts.isPropertyDeclaration(member))
        return member.initializer ? this.valuesOf(member.initializer) : [];
      return isCallable(member) ? [member] : [];
    });
    if (own.length > 0 && key !== undefined) return own;
    const base = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
    const inherited = base ? this.valuesOf(base.expression).filter(ts.isClassLike) : [];
    return [...own, ...inherited.flatMap((parent) => this.#memberOfClass(parent, key, isStatic))];
  }

  /** The name of a member, also of `'execute'`, `['execute']` and `[KEY]`. */
  keyOf({ name }: ts.ObjectLiteralElementLike | ts.ClassElement): string | undefined {
    if (!name) return undefined;
    if (ts.isComputedPropertyName(name)) return this.textOf(name.expression);
    return ts.isStringLiteralLike(name) || ts.isNumericLiteral(name) || ts.isIdentifier(name)
      ? name.text
      : undefined;
  }

  /** The string value of an expression, if it can be followed to a literal. */
  textOf(expression: ts.Expression): string | undefined {
    const [value] = this.valuesOf(expression);
    return value && (ts.isStringLiteralLike(value) || ts.isNumericLiteral(value)) ? value.text : undefined;
  }
}

/** The expressions after `return` in a function's body. */
function returnedBy(body: ts.Block): readonly ts.Expression[] {
  const found: ts.Expression[] = [];
  const search = (node: ts.Node): void => {
    if (ts.isReturnStatement(node) && node.expression) found.push(node.expression);
    else if (!ts.isFunctionLike(node)) ts.forEachChild(node, search);
  };
  search(body);
  return found;
}

/** The path of keys to a name in a binding pattern: `a`, `b`, `0` for `{ a: { b: [name] } }`. */
function pathTo(pattern: ts.BindingPattern, name: string): readonly string[] | undefined {
  for (const [index, element] of pattern.elements.entries()) {
    if (ts.isOmittedExpression(element)) continue;
    const isNamed = ts.isIdentifier(element.name);
    const rest = isNamed ? (element.name.text === name ? [] : undefined) : pathTo(element.name, name);
    if (!rest) continue;
    // A rest element has the members of the whole.
    if (element.dotDotDotToken) return rest;
    const key = ts.isArrayBindingPattern(pattern)
      ? String(index)
      : (element.propertyName ?? element.name).getText().replace(/^['"]|['"]$/g, '');
    return [key, ...rest];
  }
  return undefined;
}

/** The name of the assigned member. */
export function memberKey(left: ts.Expression): string | undefined {
  const node = unwrap(left);
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  return ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression)
    ? node.argumentExpression.text
    : undefined;
}

function assignmentsIn(file: ts.SourceFile): ReadonlyMap<string, readonly ts.BinaryExpression[]> {
  const all = new Map<string, ts.BinaryExpression[]>();
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      const left = unwrap(node.left);
      const isMember = ts.isPropertyAccessExpression(left) || ts.isElementAccessExpression(left);
      const target = isMember ? unwrap(left.expression) : left;
      const key = ts.isIdentifier(target) ? target.text + (isMember ? '.' : '') : undefined;
      if (key !== undefined) all.set(key, [...(all.get(key) ?? []), node]);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return all;
}
