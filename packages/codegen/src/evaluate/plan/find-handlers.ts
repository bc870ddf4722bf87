import { ts } from '../../source/ts.ts';
import type { DiscoveredTool } from '../../discover/discovered-tool.ts';
import type { SourceProject } from '../../source/source-project.ts';
import { memberKey, ValueFollower } from '../../source/value-follower.ts';
import { makesSchema } from './makes-schema.ts';

/**
 * Finds the `execute` members of tools' definitions: handler code, which the build never runs. A definition may be built
 * from several literals, with spreads, conditions, functions and classes. For a member that is assigned later, finds the
 * assigned expression.
 */
export function findHandlers(tools: Iterable<DiscoveredTool>, project: SourceProject): ReadonlySet<ts.Node> {
  const search = new HandlerSearch(project);
  for (const tool of tools) search.visit(tool.definition);
  return search.handlers;
}

class HandlerSearch {
  readonly handlers = new Set<ts.Node>();
  readonly #project: SourceProject;
  readonly #follower: ValueFollower;
  readonly #seen = new Set<ts.Node>();

  constructor(project: SourceProject) {
    this.#project = project;
    this.#follower = new ValueFollower(project, {
      onCall: (call) => this.#visitArguments(call),
      onName: (file, name) => this.#visitAssignments(file, name),
    });
  }

  /** @param expression - A possible value of a definition, or of a part of it. */
  visit(expression: ts.Node): void {
    if (this.#seen.has(expression)) return;
    this.#seen.add(expression);
    for (const value of this.#follower.valuesOf(expression)) {
      if (ts.isObjectLiteralExpression(value)) this.#visitLiteral(value);
      else if (ts.isArrayLiteralExpression(value)) this.#visitEntries(value);
      else if (ts.isNewExpression(value)) this.#visitInstance(value);
    }
  }

  #visitLiteral(literal: ts.ObjectLiteralExpression): void {
    for (const member of literal.properties) {
      if (ts.isSpreadAssignment(member)) this.visit(member.expression);
      else if (this.#follower.keyOf(member) === 'execute' && !this.#isSchema(member)) this.#add(member);
    }
  }

  // With a computed name, removes only the value.
  #add(member: ts.ObjectLiteralElementLike): void {
    const isPlain =
      !member.name ||
      !ts.isComputedPropertyName(member.name) ||
      ts.isStringLiteralLike(member.name.expression);
    this.handlers.add(!isPlain && ts.isPropertyAssignment(member) ? member.initializer : member);
  }

  // `execute: Type.Boolean()` is a property of a schema.
  #isSchema(member: ts.ObjectLiteralElementLike): boolean {
    return ts.isPropertyAssignment(member) && this.#makesSchema(member.initializer);
  }

  #makesSchema(value: ts.Expression): boolean {
    const outline = this.#project.outlineOf(value.getSourceFile().fileName);
    return outline !== undefined && makesSchema(outline, value);
  }

  // `Object.fromEntries([['execute', run]])`
  #visitEntries(list: ts.ArrayLiteralExpression): void {
    for (const element of list.elements) {
      if (ts.isSpreadElement(element)) this.visit(element.expression);
      if (!ts.isArrayLiteralExpression(element)) continue;
      const [key, value] = element.elements;
      if (key && value && this.#follower.textOf(key) === 'execute') this.handlers.add(value);
    }
  }

  #visitInstance(made: ts.NewExpression): void {
    for (const { initializer } of this.#follower.fieldsOf(made, 'execute'))
      if (initializer) this.handlers.add(initializer);
  }

  // `Object.freeze({ … })` and `withDefaults({ … })` return their arguments; schema builders do not.
  #visitArguments(call: ts.CallExpression): void {
    if (this.#seen.has(call) || this.#makesSchema(call)) return;
    this.#seen.add(call);
    for (const item of call.arguments) this.visit(item);
  }

  // `definition.execute = …`
  #visitAssignments(file: ts.SourceFile, name: string): void {
    for (const { left, right } of this.#follower.assignmentsTo(file, `${name}.`))
      if (memberKey(left) === 'execute') this.handlers.add(right);
  }
}
