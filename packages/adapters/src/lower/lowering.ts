import type { JsonSchema } from '@btcp/core';
import type { MutableObject } from '@btcp/schema';
import type { ExportChange } from './export-change.ts';
import type { KeywordRule } from './keyword-rule.ts';

/** A schema being rewritten for a target, as steps see it. */
export interface Lowering {
  /** The pointer to the current schema in the original, even after it was moved or rewritten. */
  readonly pointer: string;
  readonly isRoot: boolean;
  /** The schema that references resolve against. */
  readonly root: JsonSchema;
  /** Whether the result will be discarded. */
  readonly isStopped: boolean;
  /** Set when the schema does not fit the strict form. */
  readonly fallback: ExportChange | undefined;
  /** Set when the schema does not fit the target at all. */
  readonly refusal: ExportChange | undefined;
  /** Written schemas that advertise one of several types; the other types of the original are still accepted. */
  readonly collapsed: ReadonlySet<unknown>;
  /** Written schemas whose values are encoded → the schema of decoded values. */
  readonly decoded: Map<unknown, MutableObject>;
  /**
   * Registers a new schema in place of another one, so that its reports name a place that the author knows. Default: of
   * the current schema.
   */
  derive(schema: MutableObject, from?: object): MutableObject;
  /** Reports a change. Default: of the current schema. */
  report(change: Omit<ExportChange, 'path'>, path?: string): void;
  /** Adds a keyword that could not stay to the description of the current schema. */
  describe(keyword: string, value: unknown): void;
  /** Gives up the strict form. */
  fallBack(keyword: string, detail: string): void;
  /** Refuses the tool. */
  refuse(keyword: string, detail: string): void;
  /** The target of a reference that may be inlined; `undefined` where that would never end. */
  readonly resolve: (ref: string) => JsonSchema | undefined;
  /** A kept keyword's value, with its subschemas in the target's form. */
  lowerValue(keyword: string, value: unknown): unknown;
  ruleOf(keyword: string): KeywordRule;
}
