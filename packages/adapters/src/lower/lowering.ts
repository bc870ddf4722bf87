import type { JsonSchema } from '@btcp/core';
import type { MutableObject } from '@btcp/schema';
import type { ExportChange } from '../export-change.ts';
import type { KeywordRule } from './keyword-rule.ts';

/** A schema on its way into a target's form, as the steps see it. */
export interface Lowering {
  /** Where the schema that is being written stands in the original, also after it was moved or rewritten. */
  readonly pointer: string;
  readonly isRoot: boolean;
  /** The schema that all references start from. */
  readonly root: JsonSchema;
  /** Whether the result will not be used. */
  readonly isStopped: boolean;
  /** Set when the schema does not fit the strict form. */
  readonly fallback: ExportChange | undefined;
  /** Set when the schema does not fit the target at all. */
  readonly refusal: ExportChange | undefined;
  /** Written schemas that advertise one of several types; what else the original accepts still passes. */
  readonly collapsed: ReadonlySet<unknown>;
  /** Written schemas whose values are encoded, to what their values are when decoded. */
  readonly decoded: Map<unknown, MutableObject>;
  /**
   * Says that a new schema takes the place of another one, so that what is reported of it names a place that its author
   * knows. Default: of the one that is being written.
   */
  derive(schema: MutableObject, from?: object): MutableObject;
  /** Notes a change. Default: of the schema that is being written. */
  report(change: Omit<ExportChange, 'path'>, path?: string): void;
  /** Lets the description of the schema that is being written say a keyword that could not stay. */
  describe(keyword: string, value: unknown): void;
  /** Gives up the strict form. */
  fallBack(keyword: string, detail: string): void;
  /** Gives up. */
  refuse(keyword: string, detail: string): void;
  /** The target of a reference that may be written out; nothing where that would never end. */
  readonly resolve: (ref: string) => JsonSchema | undefined;
  /** A kept keyword's value, with the schemas in it in the target's form. */
  lowerValue(keyword: string, value: unknown): unknown;
  ruleOf(keyword: string): KeywordRule;
}
