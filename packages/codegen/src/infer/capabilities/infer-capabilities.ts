import { type ast, is } from '../../source/types/typescript.ts';
import type { Types } from '../../source/types/types.ts';
import { executesOf, mappingsOf } from '../handler/code-nodes.ts';
import { ToolRun } from './call-graph/tool-run.ts';
import type { Step } from './call-graph/step.ts';
import { readUnit } from './call-graph/unit-reader.ts';
import type { CapabilityReport } from './capability-report.ts';
import { Code } from './read/code.ts';
import { isClass, isFunctionNode } from './read/syntax.ts';
import { writeReport } from './write-report.ts';

type Node = ast.Node;

/** The location of a tool's definition, the argument of `defineTool`. */
export interface Definition {
  /** Absolute path. */
  readonly file: string;
  /** Offset of its first token, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
}

/**
 * Infers which browser features tools use, from `execute` through all of the author's code that is reachable from it.
 * Features are identified by declarations, never by names. Every function is read once for all tools; over-approximates
 * by treating whatever reachable code mentions as called.
 */
export class CapabilityInference {
  readonly #types: Types;
  readonly #code: Code;
  readonly #units = new Map<Node, readonly Step[]>();
  readonly #executes = new Set<Node>();

  constructor(types: Types) {
    this.#types = types;
    this.#code = new Code(types);
  }

  /** The findings for one tool. What cannot be analysed (`any`, eval, dependencies) is flagged, not guessed. */
  of({ file, start, end }: Definition): CapabilityReport {
    const definition = this.#code.nodeAt(file, start, end);
    if (!definition) throw new Error(`There is no expression at ${file}:${start}.`);
    const run = new ToolRun(this.#code, (unit) => this.#stepsOf(unit));
    const flag = (used: string): void =>
      run.findings.addFlag('unverifiable', { node: definition, used, unit: definition });
    try {
      const roots = executesOf(this.#types, definition);
      if (roots.length === 0) flag('execute');
      for (const root of roots) this.#executes.add(root);
      run.run([...roots, ...mappingsOf(this.#types, definition)]);
    } catch (error) {
      // Deeply nested code may overflow the stack, which must not affect other tools.
      flag(`execute (${error instanceof Error ? error.message : String(error)})`);
    }
    return writeReport(run.findings, this.#types);
  }

  /** Prefetches for all functions of a file, by its absolute path, if it may define tools. */
  readAhead(path: string): void {
    const file = this.#types.file(path);
    const search = (node: Node): void => {
      if (isFunctionNode(node) || isClass(node)) this.#code.prefetch(node);
      else node.forEachChild(search);
    };
    if (file?.text.includes('defineTool')) search(file);
  }

  #stepsOf(unit: Node): readonly Step[] {
    let steps = this.#units.get(unit);
    if (!steps) {
      this.#code.prefetch(regionOf(unit));
      this.#units.set(unit, (steps = readUnit(this.#code, unit, this.#executes.has(unit))));
    }
    return steps;
  }
}

// The node to prefetch types of: the outermost function or class around a unit, or the unit.
function regionOf(unit: Node): Node {
  let region = unit;
  for (let at: Node = unit; at && !is.isSourceFile(at); at = at.parent)
    if (isClass(at) || isFunctionNode(at)) region = at;
  return region;
}
