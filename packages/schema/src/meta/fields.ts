import { closestName } from '../runtime/closest-name.ts';
import type { ManifestTool } from '@btcp/core';
import { derivedHints } from '@btcp/core/internal';

/** The fields of a published tool, in the order of the published meta-schema. */
export const TOOL_FIELDS = [
  'name',
  'description',
  'inputSchema',
  'outputSchema',
  'capabilities',
  'examples',
  'deprecated',
  'deprecationMessage',
  'successor',
  'sunset',
  'aliasOf',
  'tags',
  'timeout',
  'confirm',
  'ui',
  'mcp',
] as const;

/** The fields of a manifest, and of the objects in it. */
export const MANIFEST_FIELDS = [
  'btcp',
  'name',
  'version',
  'description',
  'provider',
  'tools',
  'capabilities',
  'capabilityDetails',
  'config',
] as const;
export const CAPABILITY_FIELDS = ['title', 'description', 'risk'] as const;
export const PROVIDER_FIELDS = ['name', 'url', 'contact', 'icon'] as const;
export const CONFIG_FIELDS = ['timeout', 'sandbox', 'maxConcurrent'] as const;

/** Names of tool fields in other formats, and likely mistakes: in lower case, without separators. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    inputSchema: 'parameters params args arguments input inputs schema props',
    outputSchema: 'output outputs returns result results response responseschema',
    capabilities: 'permissions scopes requires grants',
    description: 'desc summary doc docs',
    examples: 'samples usage',
    timeout: 'timeoutms deadline maxduration',
    tags: 'labels keywords categories category',
    confirm:
      'confirmation confirmmessage requiresconfirmation needsconfirmation requiresapproval needsapproval',
    execute: 'handler run handle fn func function callback call invoke action implementation impl exec',
  }).flatMap(([field, names]) => names.split(' ').map((name) => [name, field] as const)),
);

/** The field of a tool that a name most likely stands for; `undefined` when none is close. */
export function meantField(written: string, fields: readonly string[]): string | undefined {
  const known = OTHER_NAMES.get(written.toLowerCase().replace(/[_-]/g, ''));
  return known !== undefined && fields.includes(known) ? known : closestName(written, fields);
}

/**
 * MCP's hints for a tool, as clients get them: its author's, else the derived ones. Clients approve calls on these
 * hints, so what code can prove is left out where it does not. What no code proves, that a tool deletes nothing or can
 * be called again, is as stated: a build refuses it where code shows the opposite.
 */
export function listedHints(
  tool: Pick<ManifestTool, 'mcp' | 'capabilities' | 'capabilitiesVerified'>,
): Readonly<Record<string, unknown>> {
  const given = tool.mcp?.annotations;
  const derived = derivedHints(tool);
  if (given === undefined) return { ...derived };
  const { readOnlyHint: isReading = false, openWorldHint: isOpen = true } = derived;
  const allowed = new Map<string, readonly unknown[]>([
    ['readOnlyHint', [false, isReading]],
    ['destructiveHint', [true, false]],
    ['idempotentHint', [true, false]],
    ['openWorldHint', [true, isOpen]],
  ]);
  return Object.fromEntries(
    Object.entries(given ?? {}).filter(([name, value]) => allowed.get(name)?.includes(value) ?? true),
  );
}
