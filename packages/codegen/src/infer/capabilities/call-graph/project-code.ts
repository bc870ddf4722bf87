import type { ast } from '../../../source/types/typescript.ts';
import type { Code } from '../read/code.ts';
import type { Phase, Step } from './step.ts';
import { readUnit } from './unit-reader.ts';

type Node = ast.Node;

/** The code of a project. Every unit is read once, for all tools. */
export class ProjectCode {
  readonly code: Code;
  readonly #steps: Readonly<Record<Phase, Map<Node, readonly Step[]>>> = { call: new Map(), load: new Map() };

  constructor(code: Code) {
    this.code = code;
  }

  /** What a unit does. @param isExecute - Whether it is a tool's `execute`, whose input is data. */
  stepsOf(unit: Node, phase: Phase, isExecute: boolean): readonly Step[] {
    let steps = this.#steps[phase].get(unit);
    if (!steps) {
      this.code.prefetch([unit.getSourceFile()]);
      this.#steps[phase].set(unit, (steps = readUnit(this.code, unit, phase, isExecute)));
    }
    return steps;
  }
}
