import { ts } from '../source/ts.ts';
import type { SourceProject } from '../source/source-project.ts';
import { unwrap } from '../source/unwrap.ts';
import { type CallableNode, isCallable, ValueFollower } from '../source/value-follower.ts';
import { CallOrigins, type Origin } from './call-origin.ts';
import { Effects, type Place } from './effects.ts';
import { EffectVisitor, type VisitContext } from './effect-visitor.ts';
import { SourceFinder } from './source-finder.ts';

/** Finds what code does when it runs, so that a slice keeps the statements that change what the schemas need. */
export class ChangeFinder implements VisitContext {
  readonly follower: ValueFollower;
  readonly skipped: ReadonlySet<ts.Node>;
  readonly #origins: CallOrigins;
  readonly #settled = new Map<ts.Node, Effects>();
  /** Of functions that may call each other: what is known of them so far. */
  #provisional = new Map<ts.Node, Effects>();
  #visited = new Set<ts.Node>();
  #isActive = false;
  #hasGrown = false;
  readonly #functions = new Map<ts.Node, readonly CallableNode[]>();

  constructor(project: SourceProject, skipped: ReadonlySet<ts.Node>) {
    this.follower = new ValueFollower(project);
    this.skipped = skipped;
    this.#origins = new CallOrigins(project, this.follower);
  }

  /** What a top-level statement does when its module is loaded. */
  effectsOfStatement(statement: ts.Statement): Effects {
    const visitor = new EffectVisitor(this, undefined);
    visitor.visit(statement);
    return visitor.effects;
  }

  /** The top-level names that a value may hold something of. */
  sourcesOf(expression: ts.Expression): ReadonlySet<Place> {
    return new SourceFinder(this, undefined).of(expression);
  }

  originOf(expression: ts.Node): Origin {
    return this.#origins.of(expression);
  }

  functionsOf(callee: ts.Node): readonly CallableNode[] {
    let found = this.#functions.get(callee);
    if (!found) {
      const values = this.follower.valuesOf(callee);
      found = values.flatMap((value): readonly CallableNode[] =>
        isCallable(value) ? [value] : ts.isClassLike(value) ? constructorsOf(value) : [],
      );
      this.#functions.set(callee, found);
    }
    return found;
  }

  settersOf(target: ts.Expression): readonly CallableNode[] {
    const node = unwrap(target);
    return ts.isPropertyAccessExpression(node) ? this.#membersAt(node).filter(ts.isSetAccessor) : [];
  }

  gettersOf(member: ts.PropertyAccessExpression): readonly CallableNode[] {
    return this.#membersAt(member).filter(ts.isGetAccessor);
  }

  #membersAt({ expression, name }: ts.PropertyAccessExpression): readonly ts.Node[] {
    return this.follower.valuesOf(expression).flatMap((value) => this.follower.membersOf(value, name.text));
  }

  /**
   * What calling a function does. Of functions that call each other, all are looked at again until nothing more is
   * found; only then is anything remembered.
   */
  effectsOf(fn: CallableNode): Effects {
    const settled = this.#settled.get(fn);
    if (settled) return settled;
    if (this.#isActive) return this.#lookAt(fn);
    this.#isActive = true;
    do {
      this.#hasGrown = false;
      this.#visited = new Set();
      this.#lookAt(fn);
    } while (this.#hasGrown);
    for (const [each, effects] of this.#provisional) this.#settled.set(each, effects);
    this.#provisional = new Map();
    this.#isActive = false;
    return this.#settled.get(fn) ?? new Effects();
  }

  #lookAt(fn: CallableNode): Effects {
    const before = this.#provisional.get(fn) ?? new Effects();
    if (this.#visited.has(fn)) return before;
    this.#visited.add(fn);
    this.#provisional.set(fn, before);
    const visitor = new EffectVisitor(this, fn);
    visitor.visit(fn);
    if (ts.isConstructorDeclaration(fn)) for (const field of fieldsOf(fn.parent)) visitor.visit(field);
    this.#hasGrown ||= visitor.effects.size > before.size;
    this.#provisional.set(fn, visitor.effects);
    return visitor.effects;
  }
}

function constructorsOf(node: ts.ClassLikeDeclaration): readonly ts.ConstructorDeclaration[] {
  return node.members.filter(ts.isConstructorDeclaration).filter(({ body }) => body !== undefined);
}

function fieldsOf(node: ts.ClassLikeDeclaration): readonly ts.Node[] {
  return node.members.filter(
    (member) =>
      ts.isPropertyDeclaration(member) &&
      (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Static) === 0,
  );
}
