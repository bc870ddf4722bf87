import type { ast } from '../../../source/types/typescript.ts';
import type { Code } from '../read/code.ts';
import type { Step } from './step.ts';
import { readUnit } from './unit-reader.ts';

type Node = ast.Node;

/** The steps of the units of a project, each of which is read once for all tools. */
export class Units {
  readonly code: Code;
  readonly #steps = new Map<Node, readonly Step[]>();

  constructor(code: Code) {
    this.code = code;
  }

  stepsOf(unit: Node): readonly Step[] {
    let steps = this.#steps.get(unit);
    if (!steps) {
      this.code.prefetch([unit.getSourceFile()]);
      this.#steps.set(unit, (steps = readUnit(this.code, unit)));
    }
    return steps;
  }
}
