import { type CompareConfig, type JsonSchema, type ManifestTool, withImplied } from '@btcp/core';
import { shownJson } from '../check/text/quote.ts';
import { equal } from '../runtime/values.ts';
import type { SharedSteps } from '../relate/contains/work.ts';
import { getOwn, isObject } from '../model/own-property.ts';
import { getAtPointer } from '../model/pointer.ts';
import { walkSchema } from '../model/walk-schema.ts';
import { listedHints } from '../meta/fields.ts';
import { detailChanges, type DetailedTool, uiChanges } from './filled-changes.ts';
import { compareSchemas } from './compare-schemas.ts';
import type { FoundChange } from './rules.ts';

/** A tool, and what its manifest says for it. */
export interface ComparedTool extends DetailedTool {
  readonly timeout: number;
}

export function compareTools(
  old: ComparedTool,
  now: ComparedTool,
  options: CompareConfig,
  steps: SharedSteps,
): readonly FoundChange[] {
  const [a, b] = [old.tool, now.tool];
  return [
    ...schemaChanges(a, b, options.strict === true, steps),
    ...headerChanges(a.inputSchema, b.inputSchema),
    ...capabilityChanges(a.capabilities, b.capabilities),
    ...detailChanges(old, now),
    ...hintChanges(a, b),
    ...timeoutChange(a.timeout ?? old.timeout, b.timeout ?? now.timeout),
    ...confirmChange(a, b),
    ...deprecationChange(a, b),
    ...nameChange(a, b),
    ...uiChanges(a.ui, b.ui),
    ...wordChanges(a, b),
  ];
}

function schemaChanges(
  a: ManifestTool,
  b: ManifestTool,
  strict: boolean,
  steps: SharedSteps,
): readonly FoundChange[] {
  const inputs = changesIn('input', a.inputSchema, b.inputSchema, strict, steps);
  if (a.outputSchema !== undefined && b.outputSchema !== undefined)
    return [...inputs, ...changesIn('output', a.outputSchema, b.outputSchema, strict, steps)];
  if (a.outputSchema === b.outputSchema) return inputs;
  const id = b.outputSchema === undefined ? 'output-schema-removed' : 'output-schema-added';
  return [...inputs, { id, path: '/outputSchema' }];
}

function changesIn(
  where: 'input' | 'output',
  old: unknown,
  now: unknown,
  strict: boolean,
  steps: SharedSteps,
): readonly FoundChange[] {
  if (JSON.stringify(old) === JSON.stringify(now)) return [];
  return compareSchemas(where, old, now, strict, steps).map((found) => ({
    ...found,
    path: `/${where}Schema${found.path}`,
  }));
}

function capabilityChanges(old: readonly string[], now: readonly string[]): readonly FoundChange[] {
  const had = new Set(old.flatMap(withImplied));
  const has = new Set(now.flatMap(withImplied));
  const added = now.filter((each) => !old.includes(each));
  const removed = old.filter((each) => !now.includes(each));
  return [
    ...added.map((name): FoundChange => ({
      id: had.has(name) ? 'capability-added-implied' : 'capability-added',
      path: `/capabilities/${now.indexOf(name)}`,
      data: { name: shownJson(name) },
    })),
    ...removed.map((name): FoundChange => ({
      id: has.has(name) ? 'capability-removed-implied' : 'capability-removed',
      path: `/capabilities/${old.indexOf(name)}`,
      data: { name: shownJson(name) },
    })),
  ];
}

/** The header that each parameter is mirrored into, by its path. */
function headersOf(schema: JsonSchema): ReadonlyMap<string, unknown> {
  const headers = new Map<string, unknown>();
  walkSchema(schema, (node, pointer) => {
    const header = isObject(node) ? getOwn(node, 'x-mcp-header') : undefined;
    if (header !== undefined) headers.set(pointer, header);
  });
  return headers;
}

function headerChanges(old: JsonSchema, now: JsonSchema): readonly FoundChange[] {
  const [had, has] = [headersOf(old), headersOf(now)];
  return [...new Set([...had.keys(), ...has.keys()])].flatMap((path): readonly FoundChange[] => {
    const [from, to] = [had.get(path), has.get(path)];
    // What became of a parameter that is gone is reported as such.
    if (equal(from, to) || getAtPointer(now, path) === undefined) return [];
    return [
      {
        id: from === undefined ? 'mcp-header-added' : 'mcp-header-changed',
        path: `/inputSchema${path}`,
        data: {
          ...(from !== undefined && { from: shownJson(from) }),
          ...(to !== undefined && { to: shownJson(to) }),
          none: 'absent',
        },
      },
    ];
  });
}

/** MCP's hints, with its defaults: whether one promises something where it is true. */
const HINTS = {
  readOnlyHint: { isAbsent: false, isPromise: true },
  destructiveHint: { isAbsent: true, isPromise: false },
  idempotentHint: { isAbsent: false, isPromise: true },
  openWorldHint: { isAbsent: true, isPromise: false },
} as const;

function hintChanges(a: ManifestTool, b: ManifestTool): readonly FoundChange[] {
  const [old, now] = [hintsOf(a), hintsOf(b)];
  return Object.entries(HINTS).flatMap(([name, { isPromise }]) => {
    const [from, to] = [old[name], now[name]];
    if (from === to) return [];
    const id = to === isPromise ? 'annotation-promise-strengthened' : 'annotation-promise-weakened';
    return [{ id, path: `/mcp/annotations/${name}`, data: { name, from: String(from), to: String(to) } }];
  });
}

function hintsOf(tool: ManifestTool): Readonly<Record<string, boolean>> {
  const hints = listedHints(tool);
  const found = Object.entries(HINTS).map(([name, { isAbsent }]): [string, boolean] => {
    const value = getOwn(hints, name);
    return [name, typeof value === 'boolean' ? value : isAbsent];
  });
  const all = Object.fromEntries(found);
  // What only reads destroys nothing.
  return all['readOnlyHint'] === true ? { ...all, destructiveHint: false } : all;
}

function timeoutChange(from: number, to: number): readonly FoundChange[] {
  if (from === to) return [];
  const id = to < from ? 'timeout-lowered' : 'timeout-raised';
  return [{ id, path: '/timeout', data: { from: String(from), to: String(to) } }];
}

function confirmChange(
  { confirm: was }: ManifestTool,
  { confirm: is }: ManifestTool,
): readonly FoundChange[] {
  const [asked, asks] = [was, is].map((each) => each !== undefined && each !== false);
  if (asked !== asks) return [{ id: asks ? 'confirm-added' : 'confirm-removed', path: '/confirm' }];
  if (was === is || !asks) return [];
  return [{ id: 'confirm-changed', path: '/confirm', data: { from: shownJson(was), to: shownJson(is) } }];
}

function deprecationChange(a: ManifestTool, b: ManifestTool): readonly FoundChange[] {
  const alias = aliasOf(b);
  if (alias !== undefined && aliasOf(a) === undefined)
    return [{ id: 'tool-aliased', path: '/aliasOf', data: { to: alias } }];
  const [was, is] = [a.deprecated === true, b.deprecated === true];
  if (was && is && a.sunset !== b.sunset)
    return [
      {
        id: 'sunset-changed',
        path: '/sunset',
        data: { from: a.sunset ?? 'not said', to: b.sunset ?? 'not said' },
      },
    ];
  if (was === is) return [];
  return [{ id: is ? 'deprecated-set' : 'deprecated-unset', path: '/deprecated' }];
}

/** The tool that a deprecated name stands for. */
export function aliasOf(tool: ManifestTool): string | undefined {
  const alias = getOwn(tool as unknown as Record<string, unknown>, 'aliasOf');
  return typeof alias === 'string' ? alias : undefined;
}

function nameChange(a: ManifestTool, b: ManifestTool): readonly FoundChange[] {
  const [from, to] = [a, b].map(({ name, mcp }) => mcp?.name ?? name);
  // A new name of the tool is reported as such.
  if (from === to || a.name !== b.name) return [];
  return [{ id: 'mcp-name-changed', path: '/mcp/name', data: { from: shownJson(from), to: shownJson(to) } }];
}

const COMPARED = new Set(
  'name description inputSchema outputSchema capabilities capabilitiesVerified deprecated sunset timeout confirm aliasOf ui mcp'.split(
    ' ',
  ),
);
const COMPARED_OF_MCP = new Set(['name', 'annotations', 'description']);
/** Fields of `mcp` that say how a tool is called, or what of its results: others only describe it. */
const OF_CALLS = new Set(['inputSchema', 'outputSchema', 'execution']);

function wordChanges(a: ManifestTool, b: ManifestTool): readonly FoundChange[] {
  const described: FoundChange[] = [];
  if (a.description !== b.description) described.push({ id: 'description-changed', path: '/description' });
  if (a.mcp?.description !== b.mcp?.description)
    described.push({ id: 'description-changed', path: '/mcp/description' });
  return [
    ...described,
    ...otherFields(a, b, '', COMPARED),
    ...otherFields(a.mcp, b.mcp, '/mcp', COMPARED_OF_MCP),
  ];
}

function otherFields(
  a: object | undefined,
  b: object | undefined,
  path: string,
  compared: ReadonlySet<string>,
): readonly FoundChange[] {
  const [old, now] = [isObject(a) ? a : {}, isObject(b) ? b : {}];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((name) => !compared.has(name) && !equal(getOwn(old, name), getOwn(now, name)))
    .map((name) => ({
      id: path === '/mcp' && OF_CALLS.has(name) ? 'mcp-schema-changed' : 'title-tags-examples-changed',
      path: `${path}/${name}`,
      data: { name: `${path}/${name}`.slice(1).replace('/', '.') },
    }));
}
