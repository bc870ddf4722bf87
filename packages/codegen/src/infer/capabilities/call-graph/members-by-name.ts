import type { ast } from '../../../source/types/typescript.ts';
import type { Reference } from './step.ts';

type Node = ast.Node;

/** The name of members whose name is computed, and of uses that compute it. */
export const ANY = '[computed]';

/** The use of a member by its name. */
export interface NamedUse {
  readonly key: string | undefined;
  readonly declared: Node | undefined;
  readonly reference: Reference;
  readonly unit: Node;
}

/** The members of created objects and instantiated classes, and their uses, which find each other by name. */
export class MembersByName {
  /** Object literals and instantiated classes. */
  readonly made: Set<Node> = new Set();
  readonly #members = new Map<string, Set<Node>>();
  readonly #uses = new Map<string, Set<NamedUse>>();

  addMember(key: string, member: Node): void {
    this.#members.set(key, (this.#members.get(key) ?? new Set<Node>()).add(member));
  }

  addUse(key: string, use: NamedUse): void {
    this.#uses.set(key, (this.#uses.get(key) ?? new Set<NamedUse>()).add(use));
  }

  /** The members that a use may mean; all of them for a computed name. */
  membersOf(key: string | undefined): readonly Node[] {
    return select(this.#members, key ?? ANY);
  }

  /** The uses that may mean a member. */
  usesOf(key: string): readonly NamedUse[] {
    return select(this.#uses, key);
  }

  get uses(): readonly NamedUse[] {
    return select(this.#uses, ANY);
  }
}

function select<Value>(all: ReadonlyMap<string, ReadonlySet<Value>>, key: string): readonly Value[] {
  const found = key === ANY ? [...all.values()] : [all.get(key) ?? [], all.get(ANY) ?? []];
  return found.flatMap((each) => [...each]);
}
