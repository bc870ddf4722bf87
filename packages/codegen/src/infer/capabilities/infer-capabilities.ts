import type { Types } from '../../source/types/types.ts';
import { executesOf, confirmsOf, isOpen, mappingsOf } from '../handler/code-nodes.ts';
import { Findings } from './call-graph/findings.ts';
import { Units } from './call-graph/units.ts';
import { findingsOf } from './call-graph/tool-run.ts';
import type { CapabilityReport } from './capability-report.ts';
import { Code } from './read/code.ts';
import { writeReport } from './write-report.ts';

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
  readonly #units: Units;

  constructor(types: Types) {
    this.#types = types;
    this.#code = new Code(types);
    this.#units = new Units(this.#code);
  }

  /** The findings for one tool. What cannot be analysed (`any`, eval, dependencies) is flagged, not guessed. */
  of({ file, start, end }: Definition): CapabilityReport {
    const definition = this.#code.nodeAt(file, start, end);
    if (!definition) throw new Error(`There is no expression at ${file}:${start}.`);
    let findings = new Findings();
    const flags: string[] = [];
    try {
      const roots = executesOf(this.#types, definition);
      if (roots.length === 0 || isOpen(this.#types, definition)) flags.push('execute');
      findings = findingsOf(this.#units, definition.getSourceFile(), [
        ...roots,
        ...confirmsOf(this.#types, definition),
        ...mappingsOf(this.#types, definition),
      ]);
    } catch (error) {
      // Deeply nested code may overflow the stack, which must not affect other tools.
      flags.push(`execute (${error instanceof Error ? error.message : String(error)})`);
    }
    for (const used of flags) findings.addFlag('unverifiable', { node: definition, used, unit: definition });
    return writeReport(findings, this.#types);
  }

  /** Prefetches for all functions of files, by their absolute paths, that may define tools. */
  readAhead(paths: readonly string[]): void {
    const files = paths.flatMap((path) => this.#types.file(path) ?? []);
    this.#code.prefetch(files.filter(({ text }) => text.includes('defineTool')));
  }
}
