import type { ast, Symbol } from '../../../source/types/typescript.ts';
import { shortText } from '../../../source/types/syntax.ts';
import type { FlagKind } from '../capability-report.ts';
import type { Code } from '../read/code.ts';
import type { Power, Special } from '../table/member-rule.ts';
import type { PlatformMember } from '../table/member-table.ts';

type Node = ast.Node;

/** How a unit runs: at a call, with all that it creates; or when its module loads, without the functions that it only creates. */
export type Phase = 'call' | 'load';

/** How a name is used: `test` only tests whether it exists. */
export type Mode = 'read' | 'write' | 'both' | 'test';

/** A reference: its node, and how it is used. */
export interface Reference {
  readonly node: Node;
  readonly mode: Mode;
  /** The arguments of a call or `new` expression. */
  readonly args?: readonly Node[] | undefined;
  /** The receiver, if it is a member. */
  readonly receiver?: Node | undefined;
  /** The assigned value. */
  readonly value?: Node | undefined;
}

/** A use whose capability depends on values. */
export interface SpecialUse {
  readonly kind: 'special';
  readonly special: Special;
  readonly member: PlatformMember;
  readonly reference: Reference;
}

/** One relevant action of a unit of code. */
export type Step =
  | { readonly kind: 'powers'; readonly node: Node; readonly used: string; readonly powers: readonly Power[] }
  | {
      readonly kind: 'flag';
      readonly node: Node;
      readonly used: string;
      readonly flag: FlagKind;
      /** The member of `ctx` that a host must add. */
      readonly member?: string | undefined;
    }
  /** Names a global that QuickJS lacks. */
  | { readonly kind: 'lacking'; readonly node: Node; readonly used: string }
  | SpecialUse
  /** References one of the author's functions, classes, modules or variables, which becomes reachable. */
  | { readonly kind: 'enter'; readonly unit: Node; readonly reference: Reference }
  /** Creates an object, whose members may be called from now on. */
  | { readonly kind: 'make'; readonly node: Node }
  /** Uses a member, by its declaration if the types know one with code; any object may have one of that name. */
  | {
      readonly kind: 'member';
      readonly key: string | undefined;
      readonly declared: Node | undefined;
      readonly reference: Reference;
    }
  /** Uses a member that the types do not declare. */
  | {
      readonly kind: 'untyped';
      readonly key: string | undefined;
      readonly keyNode: Node | undefined;
      readonly reference: Reference;
    }
  /** Calls the value of an expression. */
  | { readonly kind: 'invoke'; readonly callee: Node; readonly args: readonly Node[] }
  /** Passes a value to code that may call it; the rest is what that code may pass to it. */
  | {
      readonly kind: 'handOver';
      readonly value: Node;
      readonly inputs: readonly Node[];
      readonly isWhole: boolean;
    }
  /** Assigns a value to one of the author's variables or properties, or adds it to their container. */
  | { readonly kind: 'write'; readonly declared: Node; readonly value: Node }
  /** Mutates the value of an expression, or the variable that is assigned at the node itself. */
  | { readonly kind: 'change'; readonly changed: Node; readonly node: Node };

/** What cannot be analysed. */
export const unverifiable = (node: Node): Step => ({
  kind: 'flag',
  flag: 'unverifiable',
  node,
  used: shortText(node),
});

/** Reads the nodes of one unit. */
export interface Reader {
  readonly code: Code;
  readonly phase: Phase;
  readonly push: (step: Step) => void;
  readonly visit: (node: Node, reference?: Partial<Reference>) => void;
  /** Reads a value that is kept: of a function nothing runs yet. */
  readonly readValue: (value: Node) => void;
  visitSymbol(symbol: Symbol, reference: Reference): void;
}
