import { ts } from '../source/ts.ts';
import type { DiscoveredTool } from '../discover/discovered-tool.ts';
import type { SourceProject } from '../source/source-project.ts';
import { unwrap } from '../source/unwrap.ts';
import { followName, isFunction, type FunctionNode } from '../source/follow-name.ts';

/**
 * Finds the `execute` members of tools' definitions: handler code, which the build never runs. A definition may be put
 * together from several literals, with spreads, conditions and functions.
 */
export function findHandlers(tools: Iterable<DiscoveredTool>, project: SourceProject): ReadonlySet<ts.Node> {
  const search = new HandlerSearch(project);
  for (const tool of tools) search.visit(tool.definition);
  return search.handlers;
}

class HandlerSearch {
  readonly handlers = new Set<ts.Node>();
  readonly #project: SourceProject;
  readonly #seen = new Set<ts.Node>();

  constructor(project: SourceProject) {
    this.#project = project;
  }

  /** @param expression - What a definition, or a part of one, may be. */
  visit(expression: ts.Node): void {
    const node = ts.isExpression(expression) ? unwrap(expression) : expression;
    if (this.#seen.has(node)) return;
    this.#seen.add(node);
    if (ts.isObjectLiteralExpression(node)) this.#visitLiteral(node);
    else if (ts.isConditionalExpression(node)) this.#visitAll([node.whenTrue, node.whenFalse]);
    else if (ts.isBinaryExpression(node)) this.#visitAll([node.left, node.right]);
    else if (ts.isAwaitExpression(node)) this.visit(node.expression);
    else if (ts.isCallExpression(node)) this.#visitCall(node);
    else if (ts.isIdentifier(node)) this.#visitName(node);
    else if (isMemberAccess(node)) this.#visitMember(node);
  }

  #visitAll(nodes: Iterable<ts.Node>): void {
    for (const node of nodes) this.visit(node);
  }

  #visitLiteral(literal: ts.ObjectLiteralExpression): void {
    for (const member of literal.properties) {
      if (ts.isSpreadAssignment(member)) this.visit(member.expression);
      else if (nameOfMember(member) === 'execute') this.handlers.add(member);
    }
  }

  // `Object.freeze({ … })` and `withDefaults({ … })` pass their arguments on, `common()` returns a part.
  #visitCall(call: ts.CallExpression): void {
    this.#visitAll(call.arguments);
    const callee = unwrap(call.expression);
    if (isFunction(callee)) this.#visitReturns(callee);
    else if (ts.isIdentifier(callee)) this.#visitName(callee);
  }

  #visitName(name: ts.Identifier): void {
    const value = followName(name, this.#project);
    if (value && isFunction(value)) this.#visitReturns(value);
    else if (value) this.visit(value);
  }

  // `shared.common`: the member of a literal that a name stands for.
  #visitMember(access: MemberAccess): void {
    const key = ts.isPropertyAccessExpression(access) ? access.name.text : textOf(access.argumentExpression);
    const object = ts.isIdentifier(access.expression)
      ? followName(access.expression, this.#project, key)
      : undefined;
    if (!object) return;
    const literal = ts.isExpression(object) ? unwrap(object) : object;
    if (!ts.isObjectLiteralExpression(literal)) return this.visit(literal);
    const member = literal.properties.find((candidate) => nameOfMember(candidate) === key);
    if (member && ts.isPropertyAssignment(member)) this.visit(member.initializer);
  }

  #visitReturns(fn: FunctionNode): void {
    if (!fn.body || this.#seen.has(fn)) return;
    this.#seen.add(fn);
    if (!ts.isBlock(fn.body)) return this.visit(fn.body);
    const search = (node: ts.Node): void => {
      if (ts.isReturnStatement(node) && node.expression) this.visit(node.expression);
      else if (!ts.isFunctionLike(node)) ts.forEachChild(node, search);
    };
    search(fn.body);
  }
}

type MemberAccess = ts.PropertyAccessExpression | ts.ElementAccessExpression;

function isMemberAccess(node: ts.Node): node is MemberAccess {
  return ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
}

// Also of `'execute'` and `['execute']`.
function nameOfMember(member: ts.ObjectLiteralElementLike): string | undefined {
  const { name } = member;
  if (!name) return undefined;
  if (ts.isComputedPropertyName(name)) return textOf(name.expression);
  return ts.isIdentifier(name) ? name.text : textOf(name);
}

function textOf(node: ts.Node): string | undefined {
  return ts.isStringLiteralLike(node) ? node.text : undefined;
}
