import { parsePointer } from '@btcp/schema';
import type { EvaluatedTool } from '../../evaluate/evaluated-tool.ts';
import { locate } from '../../source/locate.ts';
import type { SourceProject } from '../../source/source-project.ts';
import { ts } from '../../source/ts.ts';
import type { CodeFinding } from './code-finding.ts';
import { executesOf, isFunctionValue } from './code-nodes.ts';
import { findErrorFaults } from './error-findings.ts';
import { findInputFaults } from './input-findings.ts';
import { calleesIn, functionNamed, type ReachedUnit, reachedUnits } from './project-functions.ts';
import { findPromiseFaults } from './promise-findings.ts';
import { findReturnFaults } from './return-findings.ts';
import { findSignalFaults } from './signal-findings.ts';

/** Finds what is wrong with the handlers of a project's tools. */
export class HandlerFaults {
  /** Absolute paths of the files that were looked into. */
  readonly files: Set<string> = new Set();
  readonly #checker: ts.TypeChecker;
  readonly #calleesOf: ReturnType<typeof calleesIn>;
  /** Functions that several tools run are reported for the first. */
  readonly #done = new Set<ts.Node>();
  readonly #awaited = new Set<ts.Node>();

  constructor(project: SourceProject) {
    this.#checker = project.checker();
    this.#calleesOf = calleesIn(this.#checker);
  }

  /** @returns What breaks a rule; code that is too strange for the compiler is passed over. */
  of(tool: EvaluatedTool): readonly CodeFinding[] {
    try {
      return this.#find(tool);
    } catch {
      // The compiler fails on some code, and code can nest deeper than the stack: say nothing when unsure.
      return [];
    }
  }

  #find(tool: EvaluatedTool): readonly CodeFinding[] {
    const roots = executesOf(this.#checker, tool.definition).map((root) =>
      ts.isExpression(root) ? (functionNamed(this.#checker, root) ?? root) : root,
    );
    const units = reachedUnits(roots, this.#calleesOf);
    for (const { unit } of units) this.files.add(unit.getSourceFile().fileName);
    const [handler] = roots;
    const ofTool =
      roots.length === 1 && handler && isFunctionValue(handler) ? this.#ofHandler(tool, handler, units) : [];
    return [...ofTool, ...units.flatMap((unit) => this.#ofUnit(unit))];
  }

  #ofHandler(
    { definition, definitionValue }: EvaluatedTool,
    handler: ts.SignatureDeclaration,
    units: readonly ReachedUnit[],
  ): readonly CodeFinding[] {
    const checker = this.#checker;
    const execute = locate(definition, '/execute');
    const { inputSchema, outputSchema, optionalDefaults = [] } = definitionValue;
    return [
      ...optionalDefaults.map((path) => optionalDefault(definition, `/inputSchema${path}`)),
      ...findInputFaults({ checker, definition, handler, inputSchema }),
      ...findReturnFaults(checker, handler, execute, outputSchema),
      ...findSignalFaults(checker, handler, execute, units),
    ];
  }

  #ofUnit(reached: ReachedUnit): readonly CodeFinding[] {
    const { unit, depth } = reached;
    const errors = this.#done.has(unit) ? [] : findErrorFaults(this.#checker, reached);
    if (!reached.isCaught) this.#done.add(unit);
    if (depth > 1 || this.#awaited.has(unit)) return errors;
    this.#awaited.add(unit);
    return [...errors, ...findPromiseFaults(this.#checker, unit)];
  }
}

function optionalDefault(definition: ts.Expression, path: string): CodeFinding {
  const property = parsePointer(path)?.at(-1) ?? '';
  return { id: 'default-optional', node: locate(definition, path), path, data: { property } };
}
