import type { RuleData } from '@btcp/schema/check';
import type { Position } from '../../source/position.ts';
import type { ast } from '../../source/types/typescript.ts';

/** Something that breaks a rule; the rule words it. */
interface Finding {
  /** The rule's. */
  readonly id: string;
  /** JSON pointer to the part of the definition that it is about: where rules about that spoke, it is left out. */
  readonly path: string;
  readonly data: RuleData;
}

/** A finding at its place in the code, or at a JSON pointer into the definition. */
export interface FoundInCode extends Finding {
  readonly node: ast.Node | string;
}

/** The same as plain data. */
export interface CodeFinding extends Finding {
  readonly at: Position | string;
}
