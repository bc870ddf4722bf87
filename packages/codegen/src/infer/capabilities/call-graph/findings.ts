import { type KnownCapability, withImplied } from '@btcp/core';
import { type ast, is } from '../../../source/types/typescript.ts';
import type {
  CallStep,
  CapabilityFlag,
  CapabilityReport,
  CapabilityUse,
  Evidence,
  FlagKind,
} from '../capability-report.ts';
import type { UnmappedPower } from '../table/member-rule.ts';
import type { FoundStep, What } from './step.ts';
import { compareText } from '../../../source/match-files.ts';
import type { Types } from '../../../source/types/types.ts';
import { declaredName, isClass, isCode, isFunctionNode } from '../../../source/types/syntax.ts';

type Node = ast.Node;

/** What was found, its node, and the unit of code with it. */
export interface Finding extends Omit<FoundStep, 'kind'> {
  readonly unit: Node;
}

/** The unit from which another was first reached, and the node there that names it. */
export interface Arrival {
  readonly from: Node | undefined;
  readonly node: Node;
}

/** The findings in one tool's code, each once per position. */
export class Findings {
  readonly arrivals: Map<Node, Arrival> = new Map();
  /** The first write to state that outlives the call. */
  change: Finding | undefined;
  readonly #found = new Map<string, Finding>();
  readonly #runs = new Map<Node | undefined, Map<Node, boolean>>();

  /** Whether all code is understood. */
  get isUnderstood(): boolean {
    return this.of(isFlag).every(({ what }) => what.startsWith('!'));
  }

  /** Notes where a unit is reached first. */
  enter(unit: Node, from: Node | undefined, node: Node): void {
    if (!this.arrivals.has(unit)) this.arrivals.set(unit, { from, node });
  }

  /**
   * Notes that a unit reaches another one at a call.
   *
   * @param isRun - Whether that runs there; what is only named, as a callback is, may run later.
   */
  addRun(unit: Node, from: Node | undefined, isRun: boolean): void {
    const runs = this.#runs.get(from) ?? new Map<Node, boolean>();
    this.#runs.set(from, runs.set(unit, isRun && (runs.get(unit) ?? true)));
  }

  /**
   * The units that run in calls, not only for what a module makes while it loads: `const editor = new Editor();`.
   *
   * @param withCallbacks - Whether calls run functions that the module has created.
   * @param isDropped - Whether nothing keeps such a function.
   */
  unitsInCalls(withCallbacks: boolean, isDropped: (unit: Node) => boolean = () => false): ReadonlySet<Node> {
    const first = [...this.#runs].flatMap(([from, runs]) =>
      [...runs].flatMap(([unit, isRun]) =>
        !from || (withCallbacks && !isRun && isCode(unit) && !isDropped(unit)) ? [unit] : [],
      ),
    );
    const found = new Set(first);
    // Iterating over a set includes elements added during the loop.
    for (const from of found)
      for (const unit of this.#runs.get(from)?.keys() ?? []) if (isCode(unit)) found.add(unit);
    return found;
  }

  /** What begins with third-party code is not flagged again. */
  add(finding: Finding): void {
    if (finding.what === 'unverifiable' && this.#found.has(keyOf({ ...finding, what: 'opaque' }))) return;
    const key = keyOf(finding);
    if (!this.#found.has(key)) this.#found.set(key, finding);
  }

  of(isMeant: (what: What) => boolean): readonly Finding[] {
    return [...this.#found.values()].filter(({ what }) => isMeant(what));
  }
}

const FLAGS: ReadonlySet<string> = new Set(['unverifiable', 'opaque', 'host', 'stuck']);

const isFlag = (what: What): boolean => FLAGS.has(what) || what.startsWith('!');

const keyOf = ({ what, node }: Finding): string => `${what}\0${node.getSourceFile().fileName}\0${node.pos}`;

// Of what is neither a flag nor lacking.
const capabilityOf = ({ what }: Finding): KnownCapability => what.replace('?', '') as KnownCapability;

/** The findings as plain data, in order of file and position. */
export function writeReport(findings: Findings, types: Types): CapabilityReport {
  const evidence = (finding: Finding): Evidence => ({
    ...types.positionOf(finding.node),
    used: finding.used,
    path: pathTo(findings, finding.unit, types),
    ...(finding.assignment && { assignment: types.positionOf(finding.assignment) }),
  });
  const use = (each: Finding): CapabilityUse => ({ capability: capabilityOf(each), ...evidence(each) });
  const sure = findings.of((what) => !isFlag(what) && what !== 'lacking' && !what.startsWith('?'));
  const granted = new Set(sure.flatMap((each) => withImplied(capabilityOf(each))));
  const maybe = findings.of((what) => what.startsWith('?'));
  const lacking = findings.of((what) => what === 'lacking');
  return {
    capabilities: sure.map(use).sort(compareEvidence),
    maybe: maybe
      .map(use)
      .filter(({ capability }) => !granted.has(capability))
      .sort(compareEvidence),
    flags: findings
      .of(isFlag)
      .map((each) => ({ ...flagOf(each), ...evidence(each) }))
      .sort(compareEvidence),
    ...(lacking.length > 0 && { lacking: lacking.map(evidence).sort(compareEvidence) }),
    ...(findings.change && { state: evidence(findings.change) }),
  };
}

function flagOf({ what, member }: Finding): Pick<CapabilityFlag, 'kind' | 'power' | 'member'> {
  // What follows `!` is a feature; the others are kinds.
  if (what.startsWith('!')) return { kind: 'unmapped', power: what.slice(1) as UnmappedPower };
  return { kind: what as FlagKind, ...(member !== undefined && { member }) };
}

function pathTo(findings: Findings, unit: Node, types: Types): readonly CallStep[] {
  const path: CallStep[] = [];
  for (let at: Node | undefined = unit; at;) {
    const arrival = findings.arrivals.get(at);
    if (!arrival?.from) break;
    path.unshift({ name: nameOfUnit(at), ...types.positionOf(arrival.node) });
    at = arrival.from;
  }
  return path;
}

function nameOfUnit(unit: Node): string {
  if (is.isSourceFile(unit) || is.isExpressionStatement(unit.parent)) return 'module';
  if (is.isConstructorDeclaration(unit)) return 'constructor';
  const hasName = isFunctionNode(unit) || isClass(unit) || is.isVariableDeclaration(unit);
  const { parent } = unit;
  const holdsNumber =
    is.isVariableDeclaration(parent) || is.isPropertyAssignment(parent) || is.isPropertyDeclaration(parent);
  return (
    (hasName ? declaredName(unit) : undefined) ??
    (holdsNumber ? declaredName(parent) : undefined) ??
    '(function)'
  );
}

function compareEvidence(a: Evidence, b: Evidence): number {
  return compareText(a.file, b.file) || a.line - b.line || a.column - b.column || compareText(a.used, b.used);
}
