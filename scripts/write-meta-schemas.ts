/** Writes the published meta-schemas to packages/schema/schemas, from their TypeBox definitions. */
import { mkdir, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { ManifestSchema, ToolSchema } from '@btcp/schema/meta';

const FOLDER = new URL('../packages/schema/schemas/', import.meta.url);
const FILES = { 'tool.json': ToolSchema, 'manifest.json': ManifestSchema };

await mkdir(FOLDER, { recursive: true });
for (const [name, schema] of Object.entries(FILES)) {
  const file = new URL(name, FOLDER);
  const options = await resolveConfig(file);
  await writeFile(file, await format(JSON.stringify(schema), { ...options, parser: 'json' }));
}
