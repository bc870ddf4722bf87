import { type ast, is } from '../../source/types/typescript.ts';
import type { Types } from '../../source/types/types.ts';
import { ToolRun } from './call-graph/tool-run.ts';
import type { Step } from './call-graph/step.ts';
import { readUnit } from './call-graph/unit-reader.ts';
import type { CapabilityReport } from './capability-report.ts';
import { Code } from './read/code.ts';
import { isClass, isFunctionNode, keyOf, unwrap } from './read/syntax.ts';
import { writeReport } from './write-report.ts';

type Node = ast.Node;

/** Where the definition of a tool is: what is passed to `defineTool`. */
export interface Definition {
  /** Absolute path. */
  readonly file: string;
  /** Of its first token, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
}

/**
 * Infers which powers of the browser tools' code uses, from `execute` through everything of the author's own that it may
 * run. Powers are told by the declarations that names lead to, never by the names. Every function is read once for all
 * tools; what is mentioned in code that runs counts as called.
 */
export class CapabilityInference {
  readonly #code: Code;
  readonly #root: string;
  readonly #units = new Map<Node, readonly Step[]>();
  readonly #executes = new Set<Node>();
  readonly #prefetched = new Set<Node>();

  /** @param root - Absolute path of the folder that reported files are relative to. */
  constructor(types: Types, root: string) {
    this.#code = new Code(types);
    this.#root = root;
  }

  /** What was found for one tool. What the code hides (`any`, eval, dependencies) is flagged, not guessed. */
  of({ file, start, end }: Definition): CapabilityReport {
    const definition = this.#code.nodeAt(file, start, end);
    if (!definition) throw new Error(`There is no expression at ${file}:${start}.`);
    const run = new ToolRun(this.#code, (unit) => this.#stepsOf(unit));
    const flag = (used: string): void =>
      run.findings.addFlag('unverifiable', { node: definition, used, unit: definition });
    try {
      const roots = this.#rootsOf(definition);
      if (roots.length === 0) flag('execute');
      for (const root of roots) this.#executes.add(root);
      run.run(roots);
    } catch (error) {
      // Code can nest deeper than the stack; that must not take other tools along.
      flag(`execute (${error instanceof Error ? error.message : String(error)})`);
    }
    return writeReport(run.findings, this.#root);
  }

  #stepsOf(unit: Node): readonly Step[] {
    let steps = this.#units.get(unit);
    if (!steps) {
      const region = regionOf(unit);
      if (!this.#prefetched.has(region)) this.#code.prefetch(region);
      this.#prefetched.add(region);
      this.#units.set(unit, (steps = readUnit(this.#code, unit, this.#executes.has(unit))));
    }
    return steps;
  }

  // The member `execute`, wherever the definition has it from; where it is not a function itself, the expression it is.
  #rootsOf(node: Node): readonly Node[] {
    const definition = unwrap(node);
    const spelled = is.isObjectLiteralExpression(definition)
      ? [...definition.properties].findLast(
          (each) => is.isSpreadAssignment(each) || keyOf(each) === 'execute',
        )
      : undefined;
    if (spelled && !is.isSpreadAssignment(spelled)) return this.#rootsAt(spelled);
    const type = this.#code.typeAt(definition);
    const symbol = type && this.#code.property(type, 'execute');
    return symbol ? this.#code.declarationsOf(symbol).flatMap((each) => this.#rootsAt(each)) : [];
  }

  #rootsAt(member: Node): readonly Node[] {
    if (isFunctionNode(member)) return [member];
    if (is.isPropertyAssignment(member)) return this.#rootsOfValue(unwrap(member.initializer));
    return is.isShorthandPropertyAssignment(member) ? this.#rootsOfName(member.name) : [];
  }

  #rootsOfValue(value: Node): readonly Node[] {
    const named = is.isIdentifier(value) ? this.#rootsOfName(value) : [];
    return named.length > 0 ? named : [value];
  }

  #rootsOfName(name: Node): readonly Node[] {
    const symbol = this.#code.symbolAt(name);
    return (symbol ? this.#code.declarationsOf(symbol) : []).flatMap((declaration): readonly Node[] => {
      if (isFunctionNode(declaration)) return [declaration];
      const value = is.isVariableDeclaration(declaration) && declaration.initializer;
      return value ? this.#rootsOfValue(unwrap(value)) : [];
    });
  }
}

// What is asked of the checker at once: the outermost function or class that a unit is in, or the unit.
function regionOf(unit: Node): Node {
  let region = unit;
  for (let at: Node = unit; at && !is.isSourceFile(at); at = at.parent)
    if (isClass(at) || isFunctionNode(at)) region = at;
  return region;
}
