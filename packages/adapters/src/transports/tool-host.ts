import { BTCPError, type Manifest, type ManifestTool, type ToolCaller } from '@btcp/core';
import { findToolIssues } from '@btcp/schema';

/** What a server tells of itself, from a manifest. */
export type ServedManifest = Pick<Manifest, 'name' | 'version' | 'description' | 'provider'>;

/** What has tools and reports their changes: a `BTCPClient`. */
export interface ToolHost extends ToolCaller {
  listTools(): readonly ManifestTool[];
  listManifests?(): readonly ServedManifest[];
  /** @returns Unsubscribes. */
  on(event: 'toolsChanged', listener: () => unknown): () => void;
  /** Of a host whose tools call those of another, as a search does. */
  readonly behind?: HiddenTools | undefined;
}

export interface HiddenTools {
  /** The tool that a call runs in the end. */
  readonly find: (name: string, input: unknown) => ManifestTool | undefined;
  /** The same host over others: those that a caller is granted. */
  readonly limit: (limited: (host: ToolHost) => ToolHost) => ToolHost;
}

/**
 * Refuses what is no client, such as the registration that a build wrote.
 *
 * @throws BTCPError `INVALID_ARGUMENT`.
 */
export function refuseNoClient(given: unknown, method: keyof ToolHost): void {
  const { [method]: found } = Object(given) as Readonly<Record<string, unknown>>;
  if (typeof found === 'function') return;
  throw new BTCPError('INVALID_ARGUMENT', {
    message: 'What was passed as the client is none.',
    suggestion: 'Pass a `BTCPClient` that has registered what the build wrote.',
  });
}

export interface ToolProblem<Code extends string> {
  readonly tool: string;
  readonly code: Code;
  /** Sentences; those about the tool itself begin with the place in it. */
  readonly message: string;
}

// A client's tools are frozen, so the result stays true.
const found = new WeakMap<ManifestTool, readonly string[]>();

/** The problems that keep a tool from being listed: one malformed schema can break the whole list for its readers. */
export function findListingProblems(tool: ManifestTool): readonly string[] {
  const known = found.get(tool);
  if (known) return known;
  const problems = findToolIssues(tool)
    .filter(({ severity }) => severity === 'error')
    .map(({ path, message }) => `${path === '' ? '' : `${path}: `}${message}`);
  found.set(tool, problems);
  return problems;
}
