import type { KnownCapability } from '@btcp/core';
import type { ast, Symbol, Type } from '../../../source/types/typescript.ts';
import { shortText } from '../../../source/types/syntax.ts';
import type { FlagKind } from '../capability-report.ts';
import type { Code } from '../read/code.ts';
import type { Power, Special } from '../table/member-rule.ts';
import type { PlatformMember } from '../table/member-table.ts';

type Node = ast.Node;

/** When code runs: at a call, or when its module loads, where naming a function does not run it. */
export type Lane = 'load' | 'call';

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
  /** Whether what is read cannot be called, so that of a member only a getter runs. */
  readonly isData?: boolean;
  /** Whether other code runs it, perhaps later: the platform a listener, the language `toString`. */
  readonly isLater?: boolean | undefined;
}

/** A use whose capability depends on values. */
export interface SpecialUse {
  readonly kind: 'special';
  readonly special: Special;
  readonly member: PlatformMember;
  readonly reference: Reference;
}

/** The use of a member by its name; the declaration is that of its type. */
export interface MemberUse {
  readonly kind: 'member';
  /** Undefined if computed. */
  readonly key: string | undefined;
  readonly declared: Node | undefined;
  readonly reference: Reference;
}

/** What a tool needs or may need, a flag, or the use of a global that QuickJS lacks. */
export type What = Power | `?${KnownCapability}` | Exclude<FlagKind, 'unmapped'> | 'lacking';

/** What a node alone says. */
export interface FoundStep {
  readonly kind: 'found';
  readonly what: What;
  readonly node: Node;
  readonly used: string;
  /** The member of `ctx` that a host must add. */
  readonly member: string | undefined;
  /** What assigns another value to it. */
  readonly assignment?: Node;
  /** Whether it matters only in calls, as nothing runs it while a module loads. */
  readonly isOfCall?: boolean;
}

/** One relevant action of a unit of code. */
export type Step =
  | FoundStep
  | SpecialUse
  /** References one of the author's functions, classes, modules or variables, which becomes reachable. */
  | {
      readonly kind: 'enter';
      readonly unit: Node;
      readonly reference: Reference;
      /** Whether it runs there, although nothing calls it. */
      readonly runs?: boolean;
    }
  /** Calls a value that is no name of a function; without arguments, it is given to what may call it. */
  | {
      readonly kind: 'call';
      readonly value: Node;
      readonly args?: readonly Node[];
      /** Whose code may use all its members; that of the platform also later. */
      readonly exposedTo?: 'language' | 'platform';
      readonly isLater?: boolean;
    }
  /** Creates an object, whose members may be used by their names from now on. */
  | { readonly kind: 'make'; readonly node: Node }
  | MemberUse
  /** Assigns a value to one of the author's variables or properties. */
  | { readonly kind: 'write'; readonly declared: Node; readonly value: Node }
  /** Gives an object another type: by a cast, or `any`. */
  | { readonly kind: 'hide'; readonly value: Node; readonly type?: Type | undefined }
  /** Adds an element to a list, a set or a map, or what is none: a key, a member. */
  | { readonly kind: 'fill'; readonly list: Node; readonly value: Node; readonly isElement: boolean }
  /** Mutates the value of an expression, or the variable that is assigned at the node itself. */
  | { readonly kind: 'change'; readonly changed: Node; readonly node: Node };

/** A value that is called, or given to what may call it. */
export type Called = Extract<Step, { kind: 'call' }>;

/** A step, its unit, and when that runs. */
export interface Taken<S = Step> {
  readonly step: S;
  readonly unit: Node;
  readonly lane: Lane;
}

/** The step of what a node alone says. */
export const found = (
  what: What,
  node: Node,
  used: string = shortText(node),
  member?: string,
): FoundStep => ({
  kind: 'found',
  what,
  node,
  used,
  member,
});

/** The step of what cannot be analysed. */
export const unverifiable = (node: Node): FoundStep => found('unverifiable', node);

/** Reads the nodes of one unit. */
export interface Reader {
  readonly code: Code;
  readonly push: (step: Step) => void;
  readonly visit: (node: Node, reference?: Partial<Reference>) => void;
  /** Reads a value that a name stands for: of a function nothing runs yet. */
  readonly readValue: (value: Node) => void;
  visitSymbol(symbol: Symbol, reference: Reference): void;
}
