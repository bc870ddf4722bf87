import type { UnplacedDiagnostic } from '@btcp/core';
import type { RuleData } from '@btcp/schema/check';
import type { Position } from '../../source/position.ts';
import type { ast } from '../../source/types/typescript.ts';

/**
 * A diagnostic whose message is the rule's. `path` points to the part of the definition that it is about; dropped if
 * earlier rules reported that part.
 */
interface UnwordedDiagnostic extends Pick<UnplacedDiagnostic, 'id' | 'path'> {
  readonly data: RuleData;
}

/** At a node of the code, or at a JSON pointer into the definition. */
export interface NodeDiagnostic extends UnwordedDiagnostic {
  readonly node: ast.Node | string;
}

/** The same as plain data, to be sent between threads. */
export interface CodeDiagnostic extends UnwordedDiagnostic {
  readonly at: Position | string;
}
