import type { ManifestTool } from '@btcp/core';
import { TOOL_FIELDS } from '@btcp/schema';
import type { LoadedConfig } from '../../config/loaded-config.ts';
import type { InferredTool } from '../../infer/infer-tool.ts';
import { enforceFormats } from './enforce-formats.ts';

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
    inputSchema: enforceFormats(inputSchema, formats),
    outputSchema: enforceFormats(tool.outputSchema, formats),
    examples: withoutFixtures(fields.examples),
    deprecated: fields.deprecated ?? tool.doc.deprecated,
    deprecationMessage: fields.deprecationMessage ?? tool.doc.deprecationMessage,
  };
  // `checkPublished` checks the result before anything relies on its type.
  return Object.fromEntries(
    TOOL_FIELDS.filter((key) => merged[key] !== undefined).map((key) => [key, merged[key]]),
  ) as unknown as ManifestTool;
}

// Fixtures of examples are for the author's tests only.
function withoutFixtures(examples: unknown): unknown {
  return Array.isArray(examples) ? examples.map(withoutFixture) : examples;
}

function withoutFixture(example: unknown): unknown {
  if (typeof example !== 'object' || example === null || Array.isArray(example)) return example;
  return Object.fromEntries(Object.entries(example).filter(([key]) => key !== 'fixture'));
}
