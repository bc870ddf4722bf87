import type { Types } from '../../source/types/types.ts';
import { executesOf, confirmsOf, isOpen, mappingsOf } from '../handler/code-nodes.ts';
import { Findings, writeReport } from './call-graph/findings.ts';
import { Units } from './call-graph/unit-reader.ts';
import type { CapabilityReport } from './capability-report.ts';
import { Code, compiledOf } from './read/code.ts';
import { type ast, is } from '../../source/types/typescript.ts';
import { decideSpecial } from './decide/decide-special.ts';
import { enclosingFunction, isFunctionNode, outermost } from '../../source/types/syntax.ts';
import { memberText } from './table/member-table.ts';
import { Texts } from './values/texts.ts';
import { hidesContext } from './call-graph/page-values.ts';
import { flagUnknown, judgeChange, judgeRead } from './call-graph/judge.ts';
import { isOpenCall } from './call-graph/called-values.ts';
import { flagHidden, type Hidden } from './call-graph/flag-hidden.ts';
import { Flow } from './flow/place.ts';
import { Moves } from './flow/read-moves.ts';
import { Reach } from './call-graph/reach.ts';
import { found, type SpecialUse, type Taken, type What } from './call-graph/step.ts';

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
  readonly #hidden: Hidden;
  /** What functions do alone. */
  readonly #functions = new Map<ast.Node, Findings>();

  constructor(types: Types) {
    this.#types = types;
    this.#code = new Code(types);
    this.#units = new Units(this.#code);
    this.#hidden = {
      moves: new Moves(this.#code),
      flow: new Flow(),
      findingsOf: (fn) => this.#findingsOf(fn),
    };
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
      const reach = reachOf(this.#units, definition.getSourceFile(), [
        ...roots,
        ...confirmsOf(this.#types, definition),
        ...mappingsOf(this.#types, definition),
      ]);
      findings = reach.findings;
      if (findings.isUnderstood) flagHidden(reach, this.#units, this.#hidden);
    } catch (error) {
      // Deeply nested code may overflow the stack, which must not affect other tools.
      flags.push(`execute (${error instanceof Error ? error.message : String(error)})`);
    }
    for (const used of flags) findings.add({ ...found('unverifiable', definition, used), unit: definition });
    return writeReport(findings, this.#types);
  }

  #findingsOf(fn: ast.Node): Findings {
    let findings = this.#functions.get(fn);
    if (!findings)
      this.#functions.set(fn, (findings = reachOf(this.#units, fn.getSourceFile(), [fn]).findings));
    return findings;
  }

  /** Prefetches for all functions of files, by their absolute paths, that may define tools. */
  readAhead(paths: readonly string[]): void {
    const files = paths.flatMap((path) => this.#types.file(path) ?? []);
    this.#code.prefetch(files.filter(({ text }) => text.includes('defineTool')));
  }
}

type Node = ast.Node;

/** The findings of a tool's code: from its functions, and from the modules that load with it. */
function reachOf(units: Units, file: ast.SourceFile, roots: readonly Node[]): Reach {
  const reach = new Reach(units);
  const { executes } = reach.calls;
  for (const root of roots) if (isFunctionNode(root)) executes.add(root);
  reach.run(roots, file);
  // `execute: withLogging(run)`: the result of the call is called with input and context.
  for (const origin of roots.flatMap((root) => reach.origins.call.of(root)))
    if (isFunctionNode(origin)) executes.add(origin);
  flagUnknown(reach);
  flagContexts(reach);
  flagCompiled(reach);
  for (const taken of reach.specials) decide(reach, taken);
  const inCalls = unitsInCalls(reach);
  for (const taken of reach.changes) judgeChange(reach, taken, inCalls);
  // Of an application, they are many, and whatever else is not understood takes the mark, too.
  if (reach.findings.isUnderstood) for (const taken of reach.readsOfOwnTypes()) judgeRead(reach, taken);
  return reach;
}

function flagContexts(reach: Reach): void {
  for (const fn of reach.calls.executes) {
    const [, context] = isFunctionNode(fn) ? fn.parameters : [];
    if (context && hidesContext(reach.code, context)) reach.markUnverifiable(context, fn);
  }
}

// A module with its compiled text beside it may not be what runs.
function flagCompiled(reach: Reach): void {
  for (const loaded of reach.files) {
    const used = compiledOf(loaded);
    if (used) reach.findings.add({ ...found('unverifiable', loaded, used), unit: loaded });
  }
}

/** Options of a request that deletes. */
const DELETES = /^\{[^]*\bmethod: *['"`]DELETE['"`]/i;

function decide(reach: Reach, { step, unit, lane }: Taken<SpecialUse>): void {
  const { code, origins, areas, entered, findings } = reach;
  const { args, node } = step.reference;
  const method = step.special === 'url' && DELETES.test(args?.[1]?.getText() ?? '') ? ' (DELETE)' : '';
  const add = (what: What): void =>
    findings.add({ ...found(what, node, `${memberText(step.member)}${method}`), unit });
  decideSpecial({
    code,
    origins: origins[lane],
    texts: new Texts(code, origins[lane]),
    areas,
    use: step,
    isReached: (node) => {
      const fn = enclosingFunction(node);
      return !fn || entered.call.has(fn) || entered.load.has(fn);
    },
    must: add,
    may: (capability) => add(`?${capability}`),
    flag: () => add('unverifiable'),
  });
}

// Functions that a module creates run in calls only if a call may run what nothing resolves.
function unitsInCalls(reach: Reach): ReadonlySet<Node> {
  const { findings, origins, called, calls } = reach;
  const found = findings.unitsInCalls(false);
  const isGiven = (value: Node, origin: Node): boolean => {
    let node = origin;
    while (is.isBindingElement(node) || is.isBindingPattern(node)) node = node.parent;
    if (!is.isParameterDeclaration(node)) return false;
    // `new Promise((resolve) => …)`, where nobody keeps it.
    const { parent: maker } = outermost(node.parent);
    const isOfPromise = is.isNewExpression(maker) && maker.expression.getText() === 'Promise';
    return (isOfPromise && reach.code.declaredAt(value).includes(node)) || calls.executes.has(node.parent);
  };
  const isOpen = called.some(
    ({ step, unit, lane }) =>
      (found.has(unit) || step.isLater) &&
      isOpenCall(
        origins[lane],
        step,
        (each) => isGiven(step.value, each),
        (key) => reach.membersNamed(key, lane),
      ),
  );
  return isOpen ? findings.unitsInCalls(true, (unit) => isDropped(reach, unit)) : found;
}

// `register('add', add);`, which returns a function that nobody keeps.
function isDropped({ calls }: Reach, unit: Node): boolean {
  const value = outermost(unit);
  const maker = enclosingFunction(unit);
  const isResult = is.isReturnStatement(value.parent) || value.parent === maker;
  const sites = maker && isResult ? calls.sitesOf(maker, 'load') : [];
  const isAlone = (callee: Node): boolean =>
    is.isExpressionStatement(outermost(outermost(callee).parent).parent);
  return sites.length > 0 && sites.every(({ node, args }) => args !== undefined && isAlone(node));
}
