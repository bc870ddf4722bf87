import type { ast, Symbol } from '../../../source/types/typescript.ts';
import type { FlagKind } from '../capability-report.ts';
import type { Code } from '../read/code.ts';
import type { Power, Special } from '../table/member-rule.ts';
import type { PlatformMember } from '../table/member-table.ts';

type Node = ast.Node;

/** What is done with a name: `test` only asks whether it is there. */
export type Mode = 'read' | 'write' | 'both' | 'test';

/** Where and how something is named. */
export interface Reference {
  readonly node: Node;
  readonly mode: Mode;
  /** The arguments, where it is called or constructed. */
  readonly args?: readonly Node[] | undefined;
  /** What it is a member of. */
  readonly receiver?: Node | undefined;
  /** What is assigned. */
  readonly value?: Node | undefined;
}

/** A use whose capability depends on values. */
export interface SpecialUse {
  readonly kind: 'special';
  readonly special: Special;
  readonly member: PlatformMember;
  readonly reference: Reference;
}

/** One thing that a unit of code does, as far as it matters. */
export type Step =
  | { readonly kind: 'powers'; readonly node: Node; readonly used: string; readonly powers: readonly Power[] }
  | { readonly kind: 'flag'; readonly node: Node; readonly used: string; readonly flag: FlagKind }
  | SpecialUse
  /** Names a function, class, module or variable of the author's, which then runs. */
  | { readonly kind: 'enter'; readonly unit: Node; readonly reference: Reference }
  /** Makes an object: its members can be called from now on. */
  | { readonly kind: 'make'; readonly node: Node }
  /** Uses a member of an object of the author's; several declarations may answer. */
  | {
      readonly kind: 'member';
      readonly key: string | undefined;
      readonly declared: Node | undefined;
      readonly keyNode?: Node | undefined;
      readonly reference: Reference;
    }
  /** Gives the members of one object to another: `Object.assign(image, props)`. */
  | { readonly kind: 'assign'; readonly receiver: Node; readonly source: Node; readonly node: Node }
  /** Uses a member of a library's object, in whose place an object of the author's may stand. */
  | { readonly kind: 'standIn'; readonly key: string; readonly reference: Reference }
  /** Calls what an expression stands for. */
  | { readonly kind: 'invoke'; readonly callee: Node; readonly args: readonly Node[] }
  /** Hands a value to code that may call it; the rest is what that code may pass to it. */
  | {
      readonly kind: 'handOver';
      readonly value: Node;
      readonly inputs: readonly Node[];
      readonly isWhole: boolean;
    }
  /** Gives a value to a variable or property of the author's, or puts it into what that holds. */
  | { readonly kind: 'write'; readonly declared: Node; readonly value: Node }
  /** Changes the object that an expression gives, or the variable that is assigned at the node itself. */
  | { readonly kind: 'change'; readonly changed: Node; readonly node: Node };

/** Reads the nodes of one unit. */
export interface Reader {
  readonly code: Code;
  readonly push: (step: Step) => void;
  readonly visit: (node: Node, reference?: Partial<Reference>) => void;
  visitSymbol(symbol: Symbol, reference: Reference): void;
}
