import type { ast } from '../../../source/types/typescript.ts';
import type { FlagKind } from '../capability-report.ts';
import type { Natures } from '../decide/natures.ts';
import type { Calls, Site } from '../decide/call-sites.ts';
import type { Origins } from '../decide/origins.ts';
import type { StorageArea } from '../decide/question.ts';
import type { Texts } from '../decide/texts.ts';
import type { Code } from '../read/code.ts';
import type { Findings } from './findings.ts';
import type { Reference, SpecialUse, Step } from './step.ts';

type Node = ast.Node;

/** A change that the code makes, and the unit that makes it. */
export interface Change {
  readonly step: Extract<Step, { kind: 'change' }>;
  readonly unit: Node;
}

/** What is known of a tool's code once all of it was followed. */
export interface KnownRun extends Calls {
  readonly code: Code;
  readonly origins: Origins;
  readonly findings: Findings;
  /** What the code changes. */
  readonly changes: readonly Change[];
  /** The units that call a function, make an object of a class, or hand either to code that may. */
  callersOf(fn: Node): readonly Node[];
}

/** A step, and the unit that does it. */
export interface Taken<S = Step> {
  readonly step: S;
  readonly unit: Node;
}

/** The run of a tool, for what follows its steps. */
export interface Run extends KnownRun {
  readonly texts: Texts;
  readonly natures: Natures;
  /** The storages that the code names. */
  readonly areas: ReadonlySet<StorageArea>;
  /** The object literals and classes that the code makes. */
  readonly made: ReadonlySet<Node>;
  /** The names of the members that are code of what the code makes. */
  readonly names: ReadonlySet<string>;
  /** What is unknown is left alone while there is something to follow, then guessed or flagged. */
  readonly phase: 'follow' | 'flag';
  /** Takes a step of a unit. */
  take(step: Step, unit: Node): void;
  /** Notes a special use that something else leads to. */
  useIndirectly(step: SpecialUse, unit: Node): void;
  /** Runs a unit from another one. */
  enter(target: Node, unit: Node, reference: Reference): void;
  /** Adds a call of a function by a unit, once per identity. */
  addSite(fn: Node, site: Site, identity: unknown, unit: Node): void;
  /** Flags a place, once everything else is known. */
  flag(kind: FlagKind, node: Node, unit: Node): void;
}
