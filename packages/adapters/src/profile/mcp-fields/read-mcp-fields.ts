import type { ManifestTool, McpFields } from '@btcp/core';
import { CAPABILITY_PATTERN, derivedHints } from '@btcp/core/internal';
import { equal, getOwn, isObject, joinPointer, TIMEOUT } from '@btcp/schema/internal';
import { isMcpField } from './mcp-fields.ts';
import type { JsonObject, Reader } from '../import-profile.ts';

const PREFIX = 'dev.btcp/';
const CAPABILITY = new RegExp(CAPABILITY_PATTERN, 'u');

const isString = (value: unknown): value is string => typeof value === 'string';
const isStringArray = (value: unknown): value is string[] => Array.isArray(value) && value.every(isString);

type BtcpField =
  | 'capabilities'
  | 'timeout'
  | 'tags'
  | 'examples'
  | 'deprecated'
  | 'deprecationMessage'
  | 'successor'
  | 'sunset'
  | 'aliasOf';

/** The fields of a tool that other formats lack, which MCP has under `_meta`, and the values that each can have. */
export const BTCP_FIELDS: Readonly<Record<BtcpField, (value: unknown) => boolean>> = {
  capabilities: (value) => isStringArray(value) && value.every((item) => CAPABILITY.test(item)),
  timeout: (value) =>
    Number.isInteger(value) && Number(value) >= TIMEOUT.minimum && Number(value) <= TIMEOUT.maximum,
  tags: isStringArray,
  examples: (value) => Array.isArray(value) && value.every(isExample),
  deprecated: (value) => typeof value === 'boolean',
  deprecationMessage: isString,
  successor: isString,
  sunset: (value) => isString(value) && /^\d+\.\d+\.\d+/.test(value),
  // Not imported: the tool that it names may not be among those imported.
  aliasOf: isString,
};

/** What exports to MCP write into `_meta`. */
export type BtcpMeta = Partial<Pick<ManifestTool, BtcpField>>;

function isExample(value: unknown): boolean {
  if (!isObject(value) || !isObject(getOwn(value, 'input'))) return false;
  const description = getOwn(value, 'description');
  return description === undefined || isString(description);
}

/** The BTCP fields that an export kept in `_meta`. */
export function readBtcpMeta(meta: unknown, { warn }: Reader): BtcpMeta {
  if (!isObject(meta)) return {};
  const entries = Object.entries(BTCP_FIELDS).flatMap(([field, isValid]): [string, unknown][] => {
    const value = getOwn(meta, PREFIX + field);
    if (value === undefined) return [];
    if (isValid(value)) return [[field, value]];
    const path = `/_meta/dev.btcp~1${field}`;
    warn({ code: 'field-dropped', path, detail: `no value that \`${field}\` of a BTCP tool can have` });
    return [];
  });
  return Object.fromEntries(entries);
}

/**
 * The MCP fields that BTCP lacks, kept for exports to MCP.
 *
 * @param capabilities - Those in the source; hints that follow from them are left out.
 * @param isRead - Whether a field, or a key of `_meta` as `_meta/key`, has been read already.
 */
export function readMcpFields(
  tool: JsonObject,
  capabilities: readonly string[] | undefined,
  isRead: (field: string) => boolean,
  { warn }: Reader,
): McpFields {
  const fields = Object.entries(tool).filter(([field]) => !isRead(field));
  const wrong = fields.filter(([field, value]) => !isMcpField(field, value)).map(([field]) => field);
  for (const field of wrong)
    warn({
      code: 'field-dropped',
      path: joinPointer('', field),
      detail: `no value that MCP has for \`${field}\``,
    });
  const { taskSupport = 'forbidden' } = Object(getOwn(tool, 'execution')) as JsonObject;
  if (taskSupport !== 'forbidden')
    warn({
      code: 'field-dropped',
      path: '/execution/taskSupport',
      detail: '`btcp serve` has no tasks and leaves it out; an export to MCP keeps it',
    });
  const {
    annotations: hints = null,
    _meta: meta,
    ...others
  }: McpFields = Object.fromEntries(fields.filter(([field]) => !wrong.includes(field)));
  // A source with capabilities has the hints that follow from them, or none where no build has read its code: a build
  // of the imported tool derives them anew.
  const isDerived = capabilities !== undefined && (hints === null || follows(hints, capabilities));
  return {
    ...others,
    ...(!isDerived && { annotations: hints }),
    ...metaOf(meta, isRead),
  };
}

const follows = (hints: object, capabilities: readonly string[]): boolean =>
  // No export derives an empty object.
  Object.keys(hints).length > 0 &&
  equal(hints, { ...derivedHints({ capabilities, capabilitiesVerified: true }) });

// An empty object stays, but one with nothing but BTCP's keys was BTCP's.
function metaOf(meta: JsonObject | undefined, isRead: (field: string) => boolean): McpFields {
  if (meta === undefined) return {};
  const entries = Object.entries(meta);
  const left = entries.filter(([key]) => !key.startsWith(PREFIX) && !isRead(`_meta/${key}`));
  return entries.length > 0 && left.length === 0 ? {} : { _meta: Object.fromEntries(left) };
}
