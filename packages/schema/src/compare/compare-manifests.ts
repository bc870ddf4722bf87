import type { Bump, CompareConfig, Manifest, ManifestTool } from '@btcp/core';
import { SharedSteps } from '../relate/contains/work.ts';
import { isObject, getOwn } from '../model/own-property.ts';
import { shownJson } from '../check/text/quote.ts';
import { equal } from '../runtime/values.ts';
import { aliasOf, compareTools, type ComparedTool } from './compare-tools.ts';
import { type ChangeFinding, findingOf, type FoundChange } from './rules.ts';
import { schemaFingerprint } from '@btcp/core/schema-fingerprint';

/** What changed from one release to the next. */
export interface ManifestComparison {
  /** What of the version must rise at least. */
  readonly bump: Bump | 'none';
  /** By tool, the ones with the highest bump first; so are those of each tool. */
  readonly findings: readonly ChangeFinding[];
}

/** What of two manifests is compared. */
export type ComparedManifest = Pick<
  Manifest,
  'tools' | 'config' | 'capabilityDetails' | 'provider' | 'description'
>;

/** Steps that the proofs of all tools share, which take about a second: schemas can be written to have proofs without end. */
const SHARED_STEPS = 500_000;

/** Milliseconds; what the protocol assumes. */
const DEFAULT_TIMEOUT = 30_000;

/**
 * Compares two releases of a manifest: every change of every tool, with the bump that it requires. Deterministic. Needs
 * eval, to try values.
 *
 * @param options - As in `btcp.config.ts`.
 */
export function compareManifests(
  old: ComparedManifest,
  now: ComparedManifest,
  options: CompareConfig = {},
): ManifestComparison {
  const [before, after] = [toolsOf(old), toolsOf(now)];
  const gone = [...before.values()].filter(({ tool }) => !after.has(tool.name));
  const added = [...after.values()].filter(({ tool }) => !before.has(tool.name));
  const aliased = new Set([...after.values()].flatMap(({ tool }) => aliasOf(tool) ?? []));
  const renames = findRenames(toolsIn(gone), toolsIn(added));
  const newNames = new Set([...renames.values(), ...aliased]);
  const steps = new SharedSteps(SHARED_STEPS);
  const compared = [...before.values()].flatMap((each) => {
    const { name } = each.tool;
    const is = after.get(name) ?? after.get(renames.get(name) ?? '');
    const found = [
      ...(after.has(name) ? [] : goneChanges(each.tool, renames.get(name))),
      ...(is === undefined ? [] : compareTools(each, is, options, steps)),
    ];
    return found.map((change) => findingOf(name, change, options));
  });
  const findings = [
    ...ofAllTools(old, now).map((change) => findingOf(ALL_TOOLS, change, options)),
    ...compared,
    ...added
      .filter(({ tool }) => !newNames.has(tool.name))
      .map(({ tool }) => findingOf(tool.name, { id: 'tool-added', path: '' }, options)),
  ];
  return { bump: highestBump(findings), findings: sorted(findings) };
}

/** In the place of a tool's name. */
const ALL_TOOLS = '*';

function ofAllTools(old: ComparedManifest, now: ComparedManifest): readonly FoundChange[] {
  const [was, is] = [old, now].map(({ config, provider, description }) => ({
    '/config/sandbox': config?.sandbox ?? USUAL.sandbox,
    '/config/maxConcurrent': config?.maxConcurrent ?? USUAL.maxConcurrent,
    '/provider': provider ?? null,
    '/description': description ?? null,
  }));
  return Object.entries(was ?? {}).flatMap(([path, from]) => {
    const to = getOwn(is ?? {}, path);
    if (equal(from, to)) return [];
    const id = RULE_OF[path] ?? 'config-changed';
    const name = path.slice(path.lastIndexOf('/') + 1);
    return [{ id, path, data: { name, from: shownJson(from), to: shownJson(to) } }];
  });
}

const RULE_OF: Readonly<Record<string, FoundChange['id']>> = {
  '/provider': 'provider-changed',
  // MCP's `instructions`, which models read.
  '/description': 'description-changed',
};

/** What the protocol assumes. */
const USUAL = { sandbox: 'inline', maxConcurrent: 3 } as const;

const toolsOf = ({
  tools,
  config,
  capabilityDetails: details,
}: ComparedManifest): ReadonlyMap<string, ComparedTool> => {
  const timeout = config?.timeout ?? DEFAULT_TIMEOUT;
  return new Map(tools.map((tool) => [tool.name, { tool, timeout, details }]));
};

const toolsIn = (compared: readonly ComparedTool[]): readonly ManifestTool[] =>
  compared.map(({ tool }) => tool);

function goneChanges({ deprecated }: ManifestTool, newName: string | undefined): readonly FoundChange[] {
  const gone: FoundChange =
    newName === undefined
      ? { id: 'tool-removed', path: '' }
      : { id: 'tool-renamed', path: '', data: { to: newName } };
  return deprecated === true ? [gone] : [gone, { id: 'tool-removed-undeprecated', path: '/deprecated' }];
}

/** The highest first. */
const BUMPS: readonly Bump[] = ['major', 'minor', 'patch'];

const highestBump = (findings: readonly ChangeFinding[]): Bump | 'none' =>
  BUMPS.find((bump) => findings.some((each) => each.bump === bump)) ?? 'none';

const rank = (bump: Bump): number => BUMPS.indexOf(bump);

function sorted(findings: readonly ChangeFinding[]): readonly ChangeFinding[] {
  const ranks = new Map<string, number>();
  for (const { tool, bump } of findings) ranks.set(tool, Math.min(rank(bump), ranks.get(tool) ?? Infinity));
  const rankOf = (tool: string): number => ranks.get(tool) ?? 0;
  // Sorting is stable: what is equal keeps its order.
  return findings.toSorted(
    (a, b) => rankOf(a.tool) - rankOf(b.tool) || compareText(a.tool, b.tool) || rank(a.bump) - rank(b.bump),
  );
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Old name → new name of the tools that were renamed: those with the same schemas and capabilities. */
function findRenames(
  gone: readonly ManifestTool[],
  added: readonly ManifestTool[],
): ReadonlyMap<string, string> {
  const renames = new Map<string, string>();
  const free = new Set(added);
  const prints = new Map([...gone, ...added].map((tool) => [tool, fingerprintOf(tool)]));
  for (const isSure of [true, false]) {
    for (const old of gone) {
      if (renames.has(old.name)) continue;
      const same = [...free].filter((tool) => prints.get(tool) === prints.get(old));
      const found = isSure
        ? same.find(({ description }) => description === old.description)
        : isTelling(old)
          ? only(same)
          : undefined;
      if (found === undefined) continue;
      renames.set(old.name, found.name);
      free.delete(found);
    }
  }
  return renames;
}

const fingerprintOf = ({ inputSchema, outputSchema, capabilities }: ManifestTool): string =>
  schemaFingerprint({ inputSchema, outputSchema, capabilities: [...capabilities].sort() });

/** Whether no other tool is likely to have the same schemas by chance. */
function isTelling({ inputSchema }: ManifestTool): boolean {
  const properties = getOwn(inputSchema, 'properties');
  return isObject(properties) && Object.keys(properties).length > 0;
}

const only = <T>(items: readonly T[]): T | undefined => (items.length === 1 ? items[0] : undefined);
