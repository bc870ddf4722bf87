import { ts } from '../source/ts.ts';
import type { Bindings } from '../source/bindings.ts';
import type { StatementOutline } from '../source/module-outline.ts';
import { unwrap } from '../source/unwrap.ts';
import { bindingId } from '../source/bindings.ts';
import { isCallable } from '../source/value-follower.ts';
import type { Source } from './effects.ts';
import type { MentionFinder, Mentions } from './mentions.ts';

/** What code may get at through the names that it mentions, and through what these mention. */
export interface Reach {
  readonly values: ReadonlySet<Source>;
  /** Functions and classes that it only calls. */
  readonly called: ReadonlySet<Source>;
  /** Names whose values some of the code changes. */
  readonly changes: ReadonlySet<Source>;
  /** Whether it may run a package, or what only a page or a process has. */
  readonly isForeign: boolean;
  /** Whether something in it runs without being called. */
  readonly hasHooks: boolean;
}

/** Names from which on a statement has to do with all there is: an app, not what makes schemas. */
const LARGE = 3000;

/**
 * Finds what a statement may get at, however it does: whatever code it runs, it gets at values only through names.
 * That is far more than it changes, so it only tells what is safe to leave out.
 */
export class ReachFinder {
  readonly #bindings: Bindings;
  readonly #mentions: MentionFinder;
  readonly #isKept: (node: ts.Node) => boolean;

  /** @param isKept - Whether a statement is evaluated, as the schemas need what it declares. */
  constructor(bindings: Bindings, mentions: MentionFinder, isKept: (node: ts.Node) => boolean) {
    this.#bindings = bindings;
    this.#mentions = mentions;
    this.#isKept = isKept;
  }

  /** @param path - Absolute path of the statement's module. */
  of(path: string, { node, declares }: StatementOutline): Reach {
    const values = new Set<Source>(declares.map((name) => bindingId(path, name)));
    const [called, changes, seen] = [new Set<Source>(), new Set<Source>(), new Set<Source>()];
    const due: ts.Node[] = [node];
    const follow = (source: Source, isCalled: boolean): void => {
      const declared = this.#declarationOf(source);
      if (declared && isConstant(declared, source)) return;
      if (isCalled && declared && isFunction(declared, source)) called.add(source);
      else values.add(source);
      if (seen.has(source)) return;
      seen.add(source);
      if (declared) due.push(declared);
    };
    let isForeign = false;
    let hasHooks = false;
    for (let next = due.pop(); next && seen.size < LARGE; next = due.pop()) {
      const found = this.#mentions.of(next);
      hasHooks ||= found.hasHooks;
      isForeign ||= this.#isForeign(next, found);
      for (const source of found.changes) changes.add(source);
      for (const source of found.uses) follow(source, false);
      for (const source of found.calls) follow(source, true);
    }
    return { values, called, changes, isForeign: isForeign || due.length > 0, hasHooks };
  }

  // What is kept runs in any case, with the packages that it needs.
  #isForeign(node: ts.Node, { usesPackage, usesHost }: Mentions): boolean {
    const isKept = this.#isKept(node);
    return (usesPackage && !isKept) || (usesHost && !(isKept && ts.isVariableStatement(node)));
  }

  /** Whether a name stands for a function or class, which has no value that changes unless it is given one. */
  isFunction(source: Source): boolean {
    const declared = this.#declarationOf(source);
    return declared !== undefined && isFunction(declared, source);
  }

  #declarationOf(source: Source): ts.Statement | undefined {
    const [path = '', name = ''] = source.split('\0');
    return path === '' ? undefined : this.#bindings.statementOf(path, name);
  }
}

function initializerOf(statement: ts.Statement, source: Source): ts.Expression | undefined {
  if (!ts.isVariableStatement(statement)) return undefined;
  if ((statement.declarationList.flags & ts.NodeFlags.Const) === 0) return undefined;
  const name = source.slice(source.indexOf('\0') + 1);
  const declared = statement.declarationList.declarations.find(
    (item) => ts.isIdentifier(item.name) && item.name.text === name,
  );
  return declared?.initializer && unwrap(declared.initializer);
}

/** Whether a name stands for a number or text that nothing can change. */
function isConstant(statement: ts.Statement, source: Source): boolean {
  const value = initializerOf(statement, source);
  if (!value)
    return ts.isEnumDeclaration(statement) && !statement.members.some(({ initializer }) => initializer);
  return (
    ts.isStringLiteralLike(value) ||
    ts.isNumericLiteral(value) ||
    value.kind === ts.SyntaxKind.TrueKeyword ||
    value.kind === ts.SyntaxKind.FalseKeyword ||
    value.kind === ts.SyntaxKind.NullKeyword
  );
}

function isFunction(statement: ts.Statement, source: Source): boolean {
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) return true;
  const value = initializerOf(statement, source);
  return value !== undefined && (isCallable(value) || ts.isClassLike(value));
}

/** Names that have to do with each other, as some statement may put one's value into another's. */
export class Groups {
  readonly #parents = new Map<Source, Source>();
  readonly #roots = new Set<Source>();

  join(sources: Iterable<Source>): void {
    let root: Source | undefined;
    for (const source of sources) {
      const found = this.rootOf(source);
      root ??= found;
      this.#roots.add(root);
      if (found !== root) this.#parents.set(found, root);
    }
  }

  has(source: Source): boolean {
    return this.#parents.has(source) || this.#roots.has(source);
  }

  rootOf(source: Source): Source {
    let root = source;
    for (let next = this.#parents.get(root); next !== undefined; next = this.#parents.get(root)) root = next;
    // Shorter ways next time.
    for (let each = source; each !== root;) {
      const next = this.#parents.get(each) ?? root;
      this.#parents.set(each, root);
      each = next;
    }
    return root;
  }
}
