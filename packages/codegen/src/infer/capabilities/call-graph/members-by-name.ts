import type { ast } from '../../../source/types/typescript.ts';
import type { MemberUse, Taken } from './step.ts';

type Node = ast.Node;
type Use = Taken<MemberUse>;

/** The name of members whose name is computed, and of uses that compute it. */
export const ANY = '[computed]';

/** The members of created objects and instantiated classes, and their uses, which find each other by name. */
export class MembersByName {
  /** Object literals and instantiated classes. */
  readonly made: Set<Node> = new Set();
  readonly #members = new Map<string, Set<Node>>();
  readonly #uses = new Map<string, Map<MemberUse, Use>>();

  /** Returns whether it was not known. */
  addMember(key: string, member: Node): boolean {
    const members = this.#members.get(key) ?? new Set<Node>();
    const { size } = members;
    this.#members.set(key, members.add(member));
    return members.size > size;
  }

  addUse(key: string, use: Use): void {
    this.#uses.set(key, (this.#uses.get(key) ?? new Map<MemberUse, Use>()).set(use.step, use));
  }

  /** The members that a use may mean; all of them for a computed name. */
  membersOf(key: string): readonly Node[] {
    return select(this.#members, key);
  }

  /** The uses that may mean a member. */
  usesOf(key: string): readonly Use[] {
    return select(this.#uses, key);
  }

  get uses(): readonly Use[] {
    return select(this.#uses, ANY);
  }
}

function select<V>(all: ReadonlyMap<string, { values(): Iterable<V> }>, key: string): readonly V[] {
  const found = key === ANY ? [...all.values()] : [all.get(key), all.get(ANY)];
  return found.flatMap((each) => [...(each?.values() ?? [])]);
}
