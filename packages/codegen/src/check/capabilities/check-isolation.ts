import type { Diagnostic, ManifestConfig } from '@btcp/core';
import type { CapabilityReport, Evidence } from '../../infer/capabilities/capability-report.ts';

/** The methods of `ctx`, which are messages to the host where tools run isolated. */
const CONTEXT = /^(?:PageAccess|LocalStorageAccess|SessionStorageAccess|ClipboardAccess|ToolContext)\./;
const NODE = /^(?:process|Buffer|require)\b/;

/**
 * The places where a tool's code uses the page, the browser or Node, so that it cannot run isolated.
 *
 * @param sandbox - The level of its config: at `wasm`, globals that QuickJS lacks are out of reach, too.
 */
export function findOutOfReach(
  { capabilities, maybe, flags, lacking = [] }: CapabilityReport,
  sandbox: ManifestConfig['sandbox'],
): readonly Evidence[] {
  // A host's own members of `ctx` stay with the host.
  const ofFlags = flags.filter(
    ({ kind, member, used }) => kind === 'unmapped' || member !== undefined || NODE.test(used),
  );
  const ofEngine = sandbox === 'wasm' ? lacking : [];
  // Last, what says most of a place: `Document.title` rather than `document`.
  const all: readonly Evidence[] = [...ofEngine, ...capabilities, ...maybe, ...ofFlags];
  const places = new Map(all.map((each) => [`${each.file}:${each.line}:${each.column}`, each]));
  return [...places.values()].filter(({ used }) => !CONTEXT.test(used));
}

const HELP =
  'Use `ctx.page`, `ctx.storage`, `ctx.fetch` or `ctx.clipboard`, or build this tool with another config, which has no `sandbox` and an `outDir` of its own.';
const HELP_WITH_QUICKJS =
  "QuickJS has no such global: test for it with `typeof`, use a package that does without, or, if workers of browsers have it, write `sandbox: 'iframe'`.";

/** Reports what keeps a tool from the level that its config asks for. */
export function checkIsolation(
  name: string,
  uses: CapabilityReport,
  sandbox: ManifestConfig['sandbox'],
): readonly Diagnostic[] {
  if (sandbox === undefined) return [];
  return findOutOfReach(uses, sandbox).map(({ used, file, line, column, length }) => ({
    id: 'isolated-out-of-reach',
    severity: 'error',
    tool: name,
    file,
    line,
    column,
    ...(length !== undefined && { length }),
    message: `Tool "${name}" uses ${used}, which is out of reach at the level \`${sandbox}\`.`,
    help: uses.lacking?.some((each) => each.used === used) ? HELP_WITH_QUICKJS : HELP,
  }));
}
