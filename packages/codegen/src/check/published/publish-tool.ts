import type { ManifestTool } from '@btcp/core';
import { TOOL_FIELDS } from '@btcp/schema';
import type { LoadedConfig } from '../../config/loaded-config.ts';
import type { InferredTool } from '../../infer/infer-tool.ts';
import { enforceFormats } from './enforce-formats.ts';
import { enforceMedia } from './enforce-media.ts';

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
    inputSchema: enforceMedia(enforceFormats(inputSchema, formats)),
    outputSchema: enforceMedia(enforceFormats(tool.outputSchema, formats)),
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
