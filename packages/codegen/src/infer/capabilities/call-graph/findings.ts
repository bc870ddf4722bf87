import type { KnownCapability } from '@btcp/core';
import type { ast } from '../../../source/types/typescript.ts';
import type { FlagKind } from '../capability-report.ts';
import type { Power, UnmappedPower } from '../table/member-rule.ts';

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
