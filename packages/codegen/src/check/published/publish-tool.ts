import type { ManifestTool } from '@btcp/core';
import { base64Length, base64Pattern, contentKind, MAX_BYTES } from '@btcp/core/content';
import { isObject, type MutableObject, TOOL_FIELDS, walkSchema } from '@btcp/schema/internal';
import type { LoadedConfig } from '../../config/loaded-config.ts';
import type { InferredTool } from '../../infer/infer-tool.ts';

/** The description of a tool: its field, or its JSDoc. */
export function descriptionOf(tool: InferredTool): unknown {
  return tool.definitionValue.fields.description ?? tool.doc.description;
}

/** A tool as the manifest is to publish it, not yet checked. */
export function publishTool(tool: InferredTool, formats: LoadedConfig['formats']): ManifestTool {
  const { fields, inputSchema } = tool.definitionValue;
  const merged: Record<string, unknown> = {
    ...fields,
    name: tool.name,
    description: descriptionOf(tool),
    inputSchema: withPatterns(inputSchema, formats),
    outputSchema: withPatterns(tool.outputSchema, formats),
    examples: withoutFixtures(fields.examples),
    // Its digest is known when it is bundled.
    ui: undefined,
    deprecated: fields.deprecated ?? tool.doc.deprecated,
    deprecationMessage: adviceOf(tool),
  };
  // `checkPublished` checks the result before anything relies on its type.
  return Object.fromEntries(
    TOOL_FIELDS.filter((key) => merged[key] !== undefined).map((key) => [key, merged[key]]),
  ) as unknown as ManifestTool;
}

/** What to use instead of a deprecated tool, and until when: formats without fields for that have the message. */
function adviceOf({ definitionValue: { fields }, doc, alias }: InferredTool): unknown {
  const { successor, sunset } = fields;
  const given = fields['deprecationMessage'] ?? (alias ? undefined : doc.deprecationMessage);
  const written = given ?? (typeof successor === 'string' ? `Use ${successor} instead.` : undefined);
  if (typeof sunset !== 'string') return written;
  const end = `It will be gone in ${sunset}.`;
  if (written === undefined) return end;
  // A value of another type has a diagnostic of its own.
  return typeof written !== 'string' || written.includes(sunset) ? written : `${written} ${end}`;
}

// Fixtures of examples are for the author's tests only.
function withoutFixtures(examples: unknown): unknown {
  return Array.isArray(examples) ? examples.map(withoutFixture) : examples;
}

function withoutFixture(example: unknown): unknown {
  if (typeof example !== 'object' || example === null || Array.isArray(example)) return example;
  return Object.fromEntries(Object.entries(example).filter(([key]) => key !== 'fixture'));
}

/**
 * Adds to each custom format of the config its pattern, and to media that are written by hand what `media()` of
 * @btcp/core/content writes, so that every reader of the schema knows what they mean, and every validator enforces it.
 *
 * @param value - A schema in its normal form, as far as it is one.
 * @returns A copy.
 */
export function withPatterns(value: unknown, formats: LoadedConfig['formats']): unknown {
  if (!isObject(value)) return value;
  const schema = structuredClone(value);
  walkSchema(schema, (node) => {
    if (!isObject(node)) return;
    addPattern(node, formats);
    if (contentKind(node) !== 'media') return;
    const media: MutableObject = node;
    // Zod's `z.base64()`: any base64, in a pattern that takes too long for megabytes.
    if (media['format'] === 'base64') {
      delete media['format'];
      delete media['pattern'];
    }
    media['pattern'] ??= base64Pattern(String(media['contentMediaType']));
    media['maxLength'] ??= base64Length(MAX_BYTES);
  });
  return schema;
}

function addPattern(schema: MutableObject, formats: LoadedConfig['formats']): void {
  const { format, pattern: own, allOf } = schema;
  const pattern = typeof format === 'string' && Object.hasOwn(formats, format) ? formats[format] : undefined;
  if (pattern === undefined || own === pattern) return;
  if (own === undefined) schema['pattern'] = pattern;
  else schema['allOf'] = [...(Array.isArray(allOf) ? (allOf as unknown[]) : []), { pattern }];
}
