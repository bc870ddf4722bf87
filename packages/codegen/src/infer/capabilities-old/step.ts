import type { ts } from '../../source/ts.ts';
import type { Power, Special } from './member-rule.ts';
import type { PlatformMember } from './member-table.ts';

/** How a place uses what it names; `test` only asks whether it is there. */
export type Mode = 'read' | 'write' | 'both' | 'test';

/** How something is named at a place. */
export interface Reference {
  readonly node: ts.Node;
  readonly mode: Mode;
  /** The object whose member is named. */
  readonly receiver?: ts.Node | undefined;
  /** The arguments, where it is called there and then. */
  readonly args?: readonly ts.Node[] | undefined;
  /** The value, where it is assigned. */
  readonly value?: ts.Node | undefined;
  /** Whether it is reached through a value of its type, not by its own name. */
  readonly isIndirect?: boolean;
}

/**
 * What one unit of code does, as far as it can be said without knowing who runs it. Everything else is a question that
 * the run of a tool answers.
 */
export type Step =
  | {
      readonly kind: 'powers';
      readonly node: ts.Node;
      readonly used: string;
      readonly powers: readonly Power[];
    }
  | {
      readonly kind: 'flag';
      readonly node: ts.Node;
      readonly used: string;
      readonly flag: 'unverifiable' | 'opaque';
    }
  | {
      readonly kind: 'special';
      readonly special: Special;
      readonly member: PlatformMember;
      readonly reference: Reference;
    }
  /** Runs another unit. */
  | { readonly kind: 'enter'; readonly unit: ts.Node; readonly reference: Reference }
  /** Runs a method of a class, or what overrides it. */
  | { readonly kind: 'method'; readonly declaration: ts.ClassElement; readonly reference: Reference }
  /** Uses a member that only the receiver's values tell; the key is undefined where it is computed. */
  | {
      readonly kind: 'member';
      readonly key: string | undefined;
      readonly keyNode?: ts.Node | undefined;
      readonly reference: Reference;
      /** Which library declares it, so that only objects of the author's that stand in for its own are left to look at. */
      readonly library?: 'platform' | 'language';
    }
  /** Calls whatever value stands there. */
  | { readonly kind: 'invoke'; readonly callee: ts.Node; readonly args: readonly ts.Node[] }
  /** Makes an object or class whose members may be called from elsewhere. */
  | { readonly kind: 'alive'; readonly node: ts.Node }
  /** Hands a value to code that is not the author's; `isWhole` if that may call any of its members. */
  | {
      readonly kind: 'escape';
      readonly value: ts.Node;
      readonly inputs: readonly ts.Node[];
      readonly isWhole: boolean;
    }
  /** Lists the properties of a value: spread, `for…in`, or the writing of a result as JSON. */
  | { readonly kind: 'enumerate'; readonly value: ts.Node; readonly isResult?: true };

/** Reads code into steps. */
export interface Reader {
  readonly checker: ts.TypeChecker;
  push(step: Step): void;
  visit(node: ts.Node, mode?: Mode, args?: readonly ts.Node[], value?: ts.Node): void;
  /** Reads a member of a receiver that is named at a node. */
  readMember(node: ts.Node, receiver: ts.Node, reference: Reference): void;
  /** Reads an expression whose properties are listed. */
  enumerate(expression: ts.Expression): void;
}
