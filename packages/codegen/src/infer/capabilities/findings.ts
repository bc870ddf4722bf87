import { ts } from '../../source/ts.ts';
import type { FlagKind } from './capability-report.ts';
import type { UnmappedPower } from './member-rule.ts';
import { memberText } from './member-table.ts';
import type { Step } from './step.ts';
import type { KnownCapability } from '@btcp/core';

/** Something that was found at a node, in a unit of code. */
export interface Finding {
  readonly node: ts.Node;
  readonly unit: ts.Node;
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
}

/** How a unit was first reached: from which one, and where it is named there. */
export interface Arrival {
  readonly from: ts.Node | undefined;
  readonly node: ts.Node;
}

/** What the run of one tool found, each thing once per place. */
export class Findings {
  readonly arrivals: Map<ts.Node, Arrival> = new Map();
  /** All units that a unit was reached from. */
  readonly #origins = new Map<ts.Node, Set<ts.Node>>();
  readonly capabilities: Map<string, FoundCapability> = new Map();
  readonly maybe: Map<string, FoundCapability> = new Map();
  readonly flags: Map<string, FoundFlag> = new Map();

  /** @returns Whether the unit was not reached before. */
  enter(unit: ts.Node, from: ts.Node | undefined, node: ts.Node): boolean {
    if (from) this.#origins.set(unit, (this.#origins.get(unit) ?? new Set()).add(from));
    if (this.arrivals.has(unit)) return false;
    this.arrivals.set(unit, { from, node });
    return true;
  }

  /** Whether a function may run before the tool is called: when a module is loaded, or when the tool is made. */
  runsBefore(unit: ts.Node, seen: Set<ts.Node> = new Set()): boolean {
    if (seen.has(unit)) return false;
    seen.add(unit);
    if (!ts.isFunctionLike(unit) && !ts.isClassLike(unit)) return true;
    if (!this.arrivals.has(unit)) return true;
    return [...(this.#origins.get(unit) ?? [])].some((from) => this.runsBefore(from, seen));
  }

  addPowers({ powers, node, used }: Extract<Step, { kind: 'powers' }>, unit: ts.Node): void {
    for (const power of powers) {
      if (isUnmapped(power))
        keep(this.flags, power, {
          flag: 'unmapped',
          power: power.slice(1) as UnmappedPower,
          node,
          used,
          unit,
        }); // what follows `!`
      else keep(this.capabilities, power, { capability: power, node, used, unit });
    }
  }

  addSpecial(
    capability: KnownCapability,
    isCertain: boolean,
    step: Extract<Step, { kind: 'special' }>,
    unit: ts.Node,
  ): void {
    const found = { capability, node: step.reference.node, used: memberText(step.member), unit };
    keep(isCertain ? this.capabilities : this.maybe, capability, found);
  }

  addFlag(flag: FlagKind, node: ts.Node, used: string, unit: ts.Node): void {
    keep(this.flags, flag, { flag, node, used, unit });
  }
}

function isUnmapped(power: string): power is `!${UnmappedPower}` {
  return power.startsWith('!');
}

function keep<T extends Finding>(found: Map<string, T>, what: string, finding: T): void {
  const key = `${what}\0${finding.node.getSourceFile().fileName}\0${finding.node.pos}`;
  if (!found.has(key)) found.set(key, finding);
}

/** The text of a node, cut to what fits a message. */
export function shortText(node: ts.Node): string {
  const text = node.getText();
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
