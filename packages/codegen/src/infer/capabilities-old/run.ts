import type { ts } from '../../source/ts.ts';
import type { Findings } from './findings.ts';
import type { Reference, Step } from './step.ts';
import type { StorageArea, ValueReader } from './value.ts';
import type { KnownCapability } from '@btcp/core';

/** A use whose capability depends on values, asked once all calls are known. */
export type SpecialStep = Extract<Step, { kind: 'special' }>;

/** A call of a function: its arguments, or what any of its parameters may be given. */
export type Site = { readonly args: readonly ts.Node[] } | { readonly inputs: readonly ts.Node[] };

/** What the run of one tool knows of calls. */
export interface Calls {
  sitesOf(fn: ts.Node): readonly Site[];
  /** Whether a function is the tool's `execute`. */
  isExecute(fn: ts.Node): boolean;
  /** The classes that objects of a class have which are made: those that extend it, it included; it alone, if none is. */
  heirsOf(node: ts.ClassLikeDeclaration): readonly ts.ClassLikeDeclaration[];
  /** The files of what runs. */
  files(): ReadonlySet<ts.SourceFile>;
  /** Whether an object that the code makes has a member of a name which may be code. */
  hasOwnMember(key: string): boolean;
}

/** The run of one tool, as far as those need it who answer its questions. */
export interface Run {
  readonly checker: ts.TypeChecker;
  readonly values: ValueReader;
  readonly findings: Findings;
  /** The storages that the code names. */
  readonly areas: ReadonlySet<StorageArea>;
  /** The objects and classes that the code makes. */
  readonly alive: ReadonlySet<ts.Node>;
  /** Whether an object that the code makes has a member of a name which may be code. */
  hasOwnMember(key: string): boolean;
  /** Whether what is unknown is left alone, guessed, or complained about. */
  readonly phase: 'follow' | 'guess' | 'complain';
  /** Does one step of a unit. */
  take(step: Step, unit: ts.Node): void;
  /** Runs a unit from another one. */
  enter(target: ts.Node, unit: ts.Node, reference: Reference): void;
  /** Adds a call of a function, once per identity. */
  addSite(fn: ts.Node, site: Site, identity: unknown): void;
  /** Says that a value is written to whatever has a property of a name. */
  write(key: string, value: ts.Node): void;
  /** Flags a place, in the phase for it. */
  complain(kind: 'unverifiable' | 'opaque', node: ts.Node, unit: ts.Node): void;
  /** Whether the type of an expression says nothing. */
  isAny(node: ts.Node): boolean;
  /** Adds a capability that a special use was found to need. */
  add(capability: KnownCapability, isCertain: boolean, step: SpecialStep, unit: ts.Node): void;
}
