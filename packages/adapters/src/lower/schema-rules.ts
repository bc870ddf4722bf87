import type { MutableObject } from '@btcp/schema';
import { everyGroup, KEEP, keywordTable, type KeywordTable } from './keyword-rule.ts';
import type { Lowering } from './lowering.ts';

/** Rewrites a schema before or after its keywords are looked up; returns it unchanged where it has nothing to do. */
export type Step = (schema: MutableObject, lowering: Lowering) => MutableObject;

/**
 * Writes a schema that accepts anything or nothing.
 *
 * @param annotations - What it says beside that, in the target's form.
 */
export type WriteAny = (annotations: MutableObject, lowering: Lowering, isNothing: boolean) => MutableObject;

/** How a target writes schemas, as data. */
export interface SchemaRules {
  readonly keywords: KeywordTable;
  /** Where the schema stands in the target's tool, as the paths of warnings say it. */
  readonly base?: string;
  /** JSON Schema to JSON Schema, the outer schema before the inner ones. */
  readonly before?: readonly Step[];
  /** Over the result, the inner schemas before the outer one. */
  readonly after?: readonly Step[];
  /** What is written for a schema that accepts anything (`true`, `{}`) or nothing. Default: what it is. */
  readonly any?: WriteAny;
  /** Keywords that the root must not have. */
  readonly notAtRoot?: readonly string[];
  /** What becomes of references that lead back into themselves. Default: they are kept. */
  readonly recursion?: 'fall-back' | 'refuse';
  /** What becomes of references to anything but the root and its definitions. Default: they are kept. */
  readonly deepRefs?: 'hoist' | 'fall-back';
  /** The order of the keywords in the result. Default: as in the schema. */
  readonly order?: readonly string[];
}

/** Every keyword stays as it is, those that JSON Schema does not know too. */
export const KEEP_ALL: SchemaRules = { keywords: { ...keywordTable(everyGroup(KEEP)), unknown: KEEP } };
