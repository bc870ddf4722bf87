import type { JsonSchemaObject } from '@btcp/core';
import type { MutableObject } from '@btcp/schema';
import type { LoweredTool } from '../export/lower-tool.ts';
import type { ExportProfile } from '../export/export-profile.ts';

/** What a target lets through, as JSON Schema: its form decoded, without what it takes no notice of. */
export function advertisedSchema(lowered: LoweredTool, { decode }: ExportProfile): JsonSchemaObject {
  const meaning: MutableObject = lowered.meaning();
  return decode === undefined ? meaning : decode(meaning);
}
