import type { ManifestTool, Example } from '@btcp/core';
import { tryJson } from '@btcp/core/internal';
import { isObject, getOwn } from '@btcp/schema/internal';
import { everyGroup, KEEP, keywordTable, type KeywordRule } from '../../lower/rules.ts';
import type { SchemaRules } from '../../lower/lowering.ts';
import { splitTypes } from '../../lower/steps/types.ts';
import { mcpName } from '../../profile/mcp-fields/mcp-fields.ts';
import { writeMcpTool, type McpTool2026 } from '../mcp/export.ts';
import type { ExportProfile } from '../../profile/export-profile.ts';
import type { Exports, Imports } from '../../profile/format.ts';
import { type ImportProfile, RefusedError } from '../../profile/import-profile.ts';
import { mcp2026Import } from '../mcp/target.ts';
import { findToolFoundationIssues, toolId } from './find-toolfoundation-issues.ts';

export interface ToolfoundationTool extends McpTool2026 {
  namespace?: string;
  version?: string;
  tags?: string[];
}

const LOST: KeywordRule = {
  do: 'keep',
  // The record still has it.
  loss: {
    code: 'lossy-in-adapters',
    detail: "kept in the record, but toolfoundation's own adapters lose it without a word",
    effect: 'none',
  },
};

/** Keywords that toolfoundation's adapters lose in every conversion; the record itself keeps everything. */
const SCHEMA: SchemaRules = {
  keywords: keywordTable(
    {
      ...everyGroup(KEEP),
      content: LOST,
      exclusiveBounds: LOST,
      prefixItems: LOST,
      contains: LOST,
      additionalProperties: { do: 'choose', by: (value) => (isObject(value) ? LOST : KEEP) },
      patternProperties: LOST,
      propertyRelations: LOST,
      unevaluated: LOST,
    },
    {
      // Built from strings: an object with a member `then` would be awaitable.
      ...Object.fromEntries(['if', 'then', 'else'].map((keyword) => [keyword, LOST])),
      $comment: LOST,
      const: { do: 'choose', by: (value) => (value === null ? LOST : KEEP) },
      default: { do: 'choose', by: (value) => (value === null ? LOST : KEEP) },
      properties: { do: 'choose', by: (value) => (hasBoolean(value) ? LOST : KEEP) },
    },
  ),
  hoistsRefs: true,
  before: [splitTypes({ keepNullable: false })],
};

const hasBoolean = (properties: unknown): boolean =>
  isObject(properties) && Object.values(properties).some((value) => typeof value === 'boolean');

const exportProfile: ExportProfile = {
  takesFiles: true,
  names: { chars: 'A-Za-z0-9_.\\-', max: 128, separator: '.' },
  nameOf: mcpName,
  schema: SCHEMA,
  write: (entry) => {
    const { tool, options } = entry;
    const { tool: written, changes } = writeMcpTool(entry, (schema) => ({ schema, changes: [] }));
    const tags = normalizeTags(tool.tags ?? []);
    const examples = examplesOf(tool);
    const meta = isObject(written['_meta']) ? written['_meta'] : {};
    return {
      tool: {
        ...written,
        _meta: { ...meta, ...(examples.length > 0 && { examples }) },
        ...(options.namespace !== undefined && { namespace: options.namespace }),
        ...(options.version !== undefined && { version: options.version }),
        ...(tags.length > 0 && { tags }),
      },
      changes,
    };
  },
};

function examplesOf(tool: ManifestTool): readonly string[] {
  return (tool.examples ?? []).filter(isObject).map(({ input }) => JSON.stringify(input ?? {}));
}

const MAX_TAGS = 20;
/** Bytes of a tag, all of them ASCII. */
const MAX_LENGTH = 64;

/** What Go's `unicode.IsSpace` knows; JavaScript's `\s` has a byte order mark instead of U+0085. */
const SPACES = /[\t-\r \u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+/u;

/** Tags as toolfoundation's `NormalizeTags` writes them: lower case, words joined by `-`, each once, in their order. */
export function normalizeTags(tags: readonly string[]): string[] {
  const normalized = tags.map(normalizeTag).filter((tag) => tag !== '');
  return [...new Set(normalized)].slice(0, MAX_TAGS);
}

function normalizeTag(tag: string): string {
  const words = tag.toLowerCase().split(SPACES).filter(Boolean).join('-');
  return words.replace(/[^a-z0-9\-_.]/gu, '').slice(0, MAX_LENGTH);
}

const importProfile: ImportProfile = {
  ...mcp2026Import,
  title: 'toolfoundation',
  quiet: ['namespace', 'version', 'tags', '_meta/examples'],
  tags: 'tags',
  check: (tool) => {
    const [issue] = findToolFoundationIssues(tool);
    if (issue) throw new RefusedError(issue.path, `${issue.code}: ${issue.message}`, 'Correct the record.');
  },
  idOf: ({ name, namespace, version }) =>
    toolId({ name: String(name), ...stringOf('namespace', namespace), ...stringOf('version', version) }),
  readExamples: (tool) => readExamples(getOwn(tool, '_meta')),
};

const stringOf = (field: string, value: unknown): Readonly<Record<string, string>> =>
  typeof value === 'string' ? { [field]: value } : {};

/** toolfoundation's own form of examples: inputs as JSON in strings. */
function readExamples(meta: unknown): readonly Example[] {
  const inputs = isObject(meta) ? getOwn(meta, 'examples') : undefined;
  if (!Array.isArray(inputs)) return [];
  return inputs.flatMap((json: unknown) => {
    const input = typeof json === 'string' ? tryJson(json) : undefined;
    return isObject(input) ? [{ input }] : [];
  });
}

/** toolfoundation's `model.Tool`. */
export const toolfoundation: Exports<ToolfoundationTool> & Imports = {
  export: exportProfile,
  import: importProfile,
};
