import type { RuleData } from '@btcp/schema/check';
import type { ts } from '../../source/ts.ts';

/** Something that breaks a rule, at its place in the code; the rule words it. */
export interface CodeFinding {
  /** The rule's. */
  readonly id: string;
  readonly node: ts.Node;
  /** JSON pointer to the part of the definition that it is about: where rules about that spoke, it is left out. */
  readonly path: string;
  readonly data: RuleData;
}
