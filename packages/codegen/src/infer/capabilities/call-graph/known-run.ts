import type { ast } from '../../../source/types/typescript.ts';
import type { Calls, Origins } from '../decide/origins.ts';
import type { Code } from '../read/code.ts';
import type { Findings } from './findings.ts';
import type { Step } from './step.ts';

type Node = ast.Node;

/** A change that the code makes, and the unit that makes it. */
export interface Change {
  readonly step: Extract<Step, { kind: 'change' }>;
  readonly unit: Node;
}

/** What is known of a tool's code once all of it was followed. */
export interface KnownRun extends Calls {
  readonly code: Code;
  readonly origins: Origins;
  readonly findings: Findings;
  /** What the code changes. */
  readonly changes: readonly Change[];
  /** The units that call a function, make an object of a class, or hand either to code that may. */
  callersOf(fn: Node): readonly Node[];
}
