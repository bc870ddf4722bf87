import type { Diagnostic, ManifestConfig } from '@btcp/core';
import { isReadingCapability } from '@btcp/core/internal';
import { diagnose, type RuleSettings } from '@btcp/schema/check';
import { isObject, type MutableObject } from '@btcp/schema/internal';
import type { CapabilityReport, Evidence } from '../../infer/capabilities/capability-report.ts';
import type { InferredTool } from '../../infer/infer-tool.ts';
import { locate } from '../../source/locate.ts';
import { positionOf } from '../../source/position.ts';
import type { SourceProject } from '../../source/source-project.ts';
import {
  agreesWith,
  type CapabilityDiagnostic,
  compareCapabilities,
  DeclaredCapabilities,
} from './compare-capabilities.ts';
import type { EvaluatedTool } from '../../evaluate/evaluation-protocol.ts';

/** The result of comparing the code of a tool with its declarations. */
export interface CapabilityCheck {
  readonly diagnostics: readonly Diagnostic[];
  /** Whether its code was analysed completely and uses only capabilities that it declares. */
  readonly isVerified: boolean;
}

/** Reports each place where the code of a tool uses capabilities other than the declared ones. */
export function checkCapabilities(
  project: SourceProject,
  tool: InferredTool,
  uses: CapabilityReport,
  settings: RuleSettings,
): CapabilityCheck {
  const { definitionValue } = tool;
  // A missing `execute` has its own diagnostic.
  if (!definitionValue.hasExecute) return { diagnostics: [], isVerified: false };
  const { capabilities, mcp } = definitionValue.fields;
  const declared = Array.isArray(capabilities) ? new DeclaredCapabilities(capabilities) : undefined;
  const found = [...compareCapabilities(uses, declared), ...contradictedHints(uses, mcp, capabilities)];
  // Unresolved names have their own diagnostic.
  const isUnresolved = tool.outputDiagnostics.some(({ id }) => id === 'types-unresolved');
  const reported = isUnresolved ? found.filter(({ id }) => id !== 'capability-unverifiable') : found;
  return {
    diagnostics: reported.flatMap((each) => describe(project, tool, each, settings)),
    // Suppressions and settings do not change what the code does.
    isVerified: declared !== undefined && agreesWith(uses, declared),
  };
}

function describe(
  project: SourceProject,
  tool: EvaluatedTool,
  { id, at, data }: CapabilityDiagnostic,
  settings: RuleSettings,
): readonly Diagnostic[] {
  const words = diagnose(id, tool.name, data, settings);
  if (!words) return [];
  if (typeof at === 'string') return [{ ...words, ...positionOf(project, locate(tool.definition, at)) }];
  const { file, line, column, length } = at;
  return [{ ...words, file, line, column, ...(length !== undefined && { length }) }];
}

interface Promised {
  readonly hint: string;
  readonly value: boolean;
  readonly promise: string;
  /** Members of the browser that show the opposite. */
  readonly members: RegExp;
  /** Capabilities of a project's own that name the opposite. */
  readonly capabilities?: RegExp;
}

/** What an author states, and what shows that it is wrong. */
const PROMISES: readonly Promised[] = [
  {
    hint: 'destructiveHint',
    value: false,
    promise: 'deletes nothing',
    members:
      /^(?:Storage\.(?:removeItem|clear)|(?:Local|Session)StorageAccess\.remove|CookieStore\.delete|IDBFactory\.deleteDatabase|IDBDatabase\.deleteObjectStore|IDBObjectStore\.(?:delete|clear)|IDBCursor\.delete|Cache(?:Storage)?\.delete|FileSystem\w*\.remove(?:Entry)?|fs\.(?:rm|rmdir|unlink)(?:Sync)?|(?:Window|ToolContext)\.fetch \(DELETE\))$/,
    capabilities: /:(?:clear|delete|destroy|erase|purge|remove)(?![a-z])/,
  },
  {
    hint: 'idempotentHint',
    value: true,
    promise: 'does nothing more when it is called again',
    members: /^(?:History\.pushState|IDBObjectStore\.add)$/,
  },
];

/**
 * Finds the hints of MCP whose opposite the code shows, or the declared capabilities name.
 *
 * @param mcp - The field `mcp` of the definition.
 * @param declared - Its field `capabilities`.
 */
export function contradictedHints(
  { capabilities, maybe, flags }: CapabilityReport,
  mcp: unknown,
  declared: unknown,
): readonly CapabilityDiagnostic[] {
  const hints = isObject(mcp) ? mcp['annotations'] : undefined;
  if (!isObject(hints)) return [];
  const stated = PROMISES.filter(({ hint, value }) => hints[hint] === value);
  return [
    ...readOnlyContradicted(capabilities, hints),
    ...stated.flatMap((each) => contradicted(each, [...capabilities, ...maybe, ...flags], declared)),
  ];
}

function readOnlyContradicted(
  capabilities: CapabilityReport['capabilities'],
  hints: MutableObject,
): readonly CapabilityDiagnostic[] {
  const use = capabilities.find(({ capability }) => !isReadingCapability(capability));
  if (hints['readOnlyHint'] !== true || !use) return [];
  const { capability, used, path } = use;
  return [
    {
      id: 'read-only-hint-contradicted',
      at: '/mcp/annotations/readOnlyHint',
      data: { capability, used, path },
    },
  ];
}

function contradicted(
  { hint, value, promise, members, capabilities }: Promised,
  uses: readonly Evidence[],
  declared: unknown,
): readonly CapabilityDiagnostic[] {
  const names = (Array.isArray(declared) ? declared : []).filter((each) => typeof each === 'string');
  const named = names.find((each) => capabilities?.test(each));
  const shown =
    uses.find(({ used }) => members.test(used)) ??
    (named === undefined ? undefined : { used: `the capability "${named}"`, path: [] });
  if (shown === undefined) return [];
  const { used, path } = shown;
  const data = { hint: `${hint}: ${value}`, promise, used, path };
  return [{ id: 'hint-contradicted', at: `/mcp/annotations/${hint}`, data }];
}

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
