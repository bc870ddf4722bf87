import type { MutableObject } from '@btcp/schema';
import { everyGroup, KEEP, keywordTable, type KeywordTable } from './keyword-rule.ts';
import type { Lowering } from './lowering.ts';

/** Rewrites a schema before or after its keywords are looked up; returns it unchanged where there is nothing to do. */
export type Step = (schema: MutableObject, lowering: Lowering) => MutableObject;

/**
 * Writes a schema that accepts anything or nothing.
 *
 * @param annotations - Its annotations, in the target's form.
 */
export type WriteAny = (annotations: MutableObject, lowering: Lowering, isNothing: boolean) => MutableObject;

/** How a target writes schemas, as data. */
export interface SchemaRules {
  readonly keywords: KeywordTable;
  /** The JSON pointer of the schema in the target's tool, as warnings name it. */
  readonly base?: string;
  /** JSON Schema to JSON Schema, for the root alone, before `before`. */
  readonly root?: readonly Step[];
  /** JSON Schema to JSON Schema, outer schemas first. */
  readonly before?: readonly Step[];
  /** Applied to the result, inner schemas first. */
  readonly after?: readonly Step[];
  /** Writes a schema that accepts anything (`true`, `{}`) or nothing. Default: unchanged. */
  readonly any?: WriteAny;
  /** Keywords that the root must not have; the strict form is given up for them. */
  readonly notAtRoot?: readonly string[];
  /** What to do with recursive references. Default: they are kept. */
  readonly recursion?: 'fall-back' | 'refuse';
  /** What to do with references to anything but the root and its definitions. Default: they are kept. */
  readonly deepRefs?: 'hoist' | 'fall-back';
  /** The order of the keywords in the result. Default: as in the schema. */
  readonly order?: readonly string[];
}

/** Keeps every keyword, even those that JSON Schema does not have. */
export const KEEP_ALL: SchemaRules = { keywords: { ...keywordTable(everyGroup(KEEP)), unknown: KEEP } };
