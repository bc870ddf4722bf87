import { type KnownCapability, withImplied } from '@btcp/core';
import { type ast, is } from '../../../source/types/typescript.ts';
import type {
  FlagKind,
  CallStep,
  CapabilityFlag,
  CapabilityReport,
  CapabilityUse,
  Evidence,
} from '../capability-report.ts';
import type { Power, UnmappedPower } from '../table/member-rule.ts';
import { compareText } from '../../../source/match-files.ts';
import type { Types } from '../../../source/types/types.ts';
import { declaredName, isClass, isFunctionNode } from '../../../source/types/syntax.ts';

type Node = ast.Node;

/** The node of a finding, and the unit of code with it. */
export interface Finding {
  readonly node: Node;
  readonly unit: Node;
  readonly used: string;
}

/** A capability that was found. */
export interface FoundCapability extends Finding {
  readonly capability: KnownCapability;
}

/** A flag that was found. */
export interface FoundFlag extends Finding {
  readonly flag: FlagKind;
  readonly power?: UnmappedPower;
  /** The member of `ctx` that a host must add. */
  readonly member?: string | undefined;
}

/** The unit from which another was first reached, and the node there that names it. */
export interface Arrival {
  readonly from: Node | undefined;
  readonly node: Node;
}

/** The findings in one tool's code, each once per position. */
export class Findings {
  readonly arrivals: Map<Node, Arrival> = new Map();
  readonly capabilities: Map<string, FoundCapability> = new Map();
  readonly maybe: Map<string, FoundCapability> = new Map();
  readonly flags: Map<string, FoundFlag> = new Map();
  /** Globals that QuickJS lacks. */
  readonly lacking: Map<string, Finding> = new Map();
  /** The first write to state that outlives the call. */
  change: Finding | undefined;

  /** Whether all code is understood. */
  get isUnderstood(): boolean {
    return [...this.flags.values()].every(({ flag }) => flag === 'unmapped');
  }

  /** @returns Whether the unit is reached for the first time. */
  enter(unit: Node, from: Node | undefined, node: Node): boolean {
    if (this.arrivals.has(unit)) return false;
    this.arrivals.set(unit, { from, node });
    return true;
  }

  addPower(power: Power, finding: Finding): void {
    if (isUnmapped(power))
      keep(this.flags, power, { flag: 'unmapped', power: power.slice(1) as UnmappedPower, ...finding }); // what follows `!`
    else keep(this.capabilities, power, { capability: power, ...finding });
  }

  addMaybe(capability: KnownCapability, finding: Finding): void {
    keep(this.maybe, capability, { capability, ...finding });
  }

  /** What begins with third-party code is not flagged again. */
  addFlag(flag: FlagKind, finding: Finding, member?: string): void {
    if (flag === 'unverifiable' && this.flags.has(keyOf('opaque', finding))) return;
    keep(this.flags, flag, { flag, member, ...finding });
  }

  addLacking(finding: Finding): void {
    keep(this.lacking, finding.used, finding);
  }
}

function isUnmapped(power: string): power is `!${UnmappedPower}` {
  return power.startsWith('!');
}

function keyOf(what: string, { node }: Finding): string {
  return `${what}\0${node.getSourceFile().fileName}\0${node.pos}`;
}

function keep<T extends Finding>(found: Map<string, T>, what: string, finding: T): void {
  const key = keyOf(what, finding);
  if (!found.has(key)) found.set(key, finding);
}

/** The findings as plain data, in order of file and position. */
export function writeReport(findings: Findings, types: Types): CapabilityReport {
  const { capabilities, maybe, flags, lacking, change } = findings;
  const granted = new Set([...capabilities.values()].flatMap(({ capability }) => withImplied(capability)));
  const open = [...maybe.values()].filter(({ capability }) => !granted.has(capability));
  const evidence = (finding: Finding): Evidence => ({
    ...types.positionOf(finding.node),
    used: finding.used,
    path: pathTo(findings, finding.unit, types),
  });
  const use = (found: FoundCapability): CapabilityUse => ({
    capability: found.capability,
    ...evidence(found),
  });
  return {
    capabilities: [...capabilities.values()].map(use).sort(compareEvidence),
    maybe: open.map(use).sort(compareEvidence),
    flags: [...flags.values()]
      .map((found): CapabilityFlag => ({
        kind: found.flag,
        ...(found.power && { power: found.power }),
        ...(found.member !== undefined && { member: found.member }),
        ...evidence(found),
      }))
      .sort(compareEvidence),
    ...(lacking.size > 0 && { lacking: [...lacking.values()].map(evidence).sort(compareEvidence) }),
    ...(change && { state: evidence(change) }),
  };
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
