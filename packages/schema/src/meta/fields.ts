import { closestName } from '../runtime/closest-name.ts';

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
    execute: 'handler run handle fn func function callback call invoke action implementation impl exec',
  }).flatMap(([field, names]) => names.split(' ').map((name) => [name, field] as const)),
);

/**
 * The field of a tool that a name most likely stands for.
 *
 * @param fields - Those to choose from.
 * @returns `undefined` when none is close.
 */
export function meantField(written: string, fields: readonly string[]): string | undefined {
  const known = OTHER_NAMES.get(written.toLowerCase().replace(/[_-]/g, ''));
  return known !== undefined && fields.includes(known) ? known : closestName(written, fields);
}
