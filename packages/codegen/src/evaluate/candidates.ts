import type { ts } from '../source/ts.ts';
import type { StatementOutline } from '../source/module-outline.ts';
import type { ChangeFinder } from './change-finder.ts';
import type { Source } from './effects.ts';
import type { ModulePlan } from './module-plan.ts';
import { mayHaveHooks, MentionFinder, SHARED } from './mentions.ts';
import { Groups, type Reach, ReachFinder } from './reach.ts';

/** A statement that may have to do with what the schemas need, and that is safe to run. */
interface Candidate {
  readonly path: string;
  readonly statement: StatementOutline;
  readonly reach: Reach;
}

/**
 * Gathers statements that do something, and that neither a package nor a page has to do with. Running one is safe, so
 * nobody needs to know what exactly it does: it is kept if anything that it may get at is needed.
 */
export class Candidates {
  readonly #reach: ReachFinder;
  readonly #groups = new Groups();
  readonly #all: Candidate[] = [];
  /** Statements that are not safe to run, and that have to do with code that changes something. */
  readonly #hidden: Candidate[] = [];
  /** Statements that do something only if something hidden runs with them. */
  #quiet: (readonly [path: string, statement: StatementOutline])[] = [];
  #hasHooks = false;
  readonly #spoilt = new Set<Source>();
  /** Groups in which something runs without being called. */
  readonly #hooked = new Set<Source>();

  /** @param isKept - Whether a statement is evaluated, as the schemas need what it declares. */
  constructor(
    { follower }: ChangeFinder,
    handlers: ReadonlySet<ts.Node>,
    isKept: (node: ts.Node) => boolean,
  ) {
    const mentions = new MentionFinder(follower.bindings, handlers);
    this.#reach = new ReachFinder(follower.bindings, mentions, isKept);
  }

  add(path: string, { outline, acting }: ModulePlan): void {
    this.#hasHooks ||= mayHaveHooks(outline.file.text);
    for (const statement of outline.statements) {
      if (acting.has(statement.node)) this.#take(path, statement, this.#reach.of(path, statement));
      else this.#quiet.push([path, statement]);
    }
  }

  /** Those that may have to do with what is needed. */
  among(needed: Iterable<Source>): readonly Candidate[] {
    if (this.#hasHooks) this.#takeQuiet();
    const roots = new Set(Object.values(SHARED).map((source) => this.#groups.rootOf(source)));
    for (const source of needed)
      if (this.#groups.has(source) || !this.#reach.isFunction(source)) roots.add(this.#groups.rootOf(source));
    return this.#all.filter(
      ({ reach }) => this.#isWhole(reach) && this.#rootsOf(reach).some((root) => roots.has(root)),
    );
  }

  /** Those that are not safe to run, and may change what is needed: with what they may change. */
  hiddenAmong(needed: ReadonlySet<Source>): readonly (Candidate & { readonly source: Source })[] {
    return this.#hidden.flatMap((each) => {
      const source = [...each.reach.changes].find((changed) => needed.has(changed));
      return source === undefined ? [] : [{ ...each, source }];
    });
  }

  /** Notes a value that a statement changes which is left out, so that what uses it cannot run as it would. */
  spoil(source: Source): void {
    this.#spoilt.add(source);
  }

  #isWhole({ values }: Reach): boolean {
    return this.#spoilt.size === 0 || ![...values].some((source) => this.#spoilt.has(source));
  }

  // Calling a function has to do with what it holds, but not with who else calls it.
  #rootsOf({ values, called }: Reach): readonly Source[] {
    return [...values, ...[...called].filter((source) => this.#groups.has(source))].map((source) =>
      this.#groups.rootOf(source),
    );
  }

  #takeQuiet(): void {
    for (let isGrowing = true; isGrowing;) {
      const rest = this.#quiet.filter(([path, statement]) => {
        const reach = this.#reach.of(path, statement);
        const isHooked = reach.hasHooks || this.#rootsOf(reach).some((root) => this.#hooked.has(root));
        if (isHooked) this.#take(path, statement, reach);
        return !isHooked;
      });
      isGrowing = rest.length < this.#quiet.length;
      this.#quiet = rest;
    }
  }

  #take(path: string, statement: StatementOutline, reach: Reach): void {
    if (reach.isForeign) {
      if (reach.changes.size > 0) this.#hidden.push({ path, statement, reach });
      return;
    }
    this.#groups.join(reach.values);
    if (reach.hasHooks) for (const root of this.#rootsOf(reach)) this.#hooked.add(root);
    this.#all.push({ path, statement, reach });
  }
}
