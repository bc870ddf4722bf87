import type { Manifest, ManifestTool, ToolContext, Validator } from '@btcp/core';
import { refusal } from './refusal.ts';
import type { ChangedTool } from './signature/find-changes.ts';

/** A tool as a client lists it: the manifest's entry, frozen, with the manifest's name. */
export interface RegisteredTool extends ManifestTool {
  /** The name of the tool's manifest. */
  readonly manifest: string;
}

/** Runs a tool; `run` is absent before it is loaded. */
export interface Runner {
  run?: (input: unknown, context: ToolContext) => unknown;
  readonly load?: () => Promise<void>;
  /** The sentence that asks for a call of this input, of an isolated tool. */
  readonly confirm?: ((input: unknown, context: Pick<ToolContext, 'signal'>) => unknown) | undefined;
  /** Whether each use of a member of `ctx` is checked, of those that the host adds, too. */
  readonly isIsolated?: boolean;
}

export interface ToolEntry {
  readonly tool: ManifestTool;
  readonly runner: Runner;
  /** Its validators; what loads them before its first call. */
  checks: Checks | (() => Promise<Checks>);
  /** Whether it waits for a user's consent: it is neither listed nor called. */
  readonly isUnconsented?: boolean;
}

/** The validators of a tool. */
export interface Checks {
  readonly input: Validator;
  readonly output: Validator | undefined;
}

/** A registration that passed every check but those for conflicts with others. */
export interface CheckedRegistration {
  /** The client's own frozen copy. */
  readonly manifest: Manifest;
  readonly entries: readonly ToolEntry[];
  /** Those that wait for a user's consent. */
  readonly changedTools?: readonly ChangedTool[] | undefined;
  /** Ends what its tools run in, after their last call; called once, when it is no longer registered. */
  readonly retire?: () => void;
}

/** @throws BTCPError if a tool has no implementation. */
export function runnerOf(implementation: unknown): Runner {
  const { execute = implementation, load } = Object(implementation) as Readonly<Record<string, unknown>>;
  if (typeof execute === 'function')
    return { run: (input, context): unknown => execute.call(implementation, input, context) };
  if (typeof load !== 'function') throw refusal('MISSING_IMPLEMENTATION');
  const runner: Runner = {
    load: async () => void Object.assign(runner, runnerOf(await load.call(implementation))),
  };
  return runner;
}
