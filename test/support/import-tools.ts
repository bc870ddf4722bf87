// A program that imports modules, and prints the tools of each.
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { normalizeSchema } from '@btcp/schema';

const found: Record<string, unknown> = {};
for (const path of process.argv.slice(2)) {
  const name = basename(path, '.ts');
  try {
    const module = (await import(pathToFileURL(path).href)) as Record<string, Record<string, unknown>>;
    const { inputSchema, outputSchema, tags } = module[name] ?? {};
    found[name] = {
      inputSchema: normalizeSchema(inputSchema).schema,
      outputSchema: normalizeSchema(outputSchema).schema,
      tags,
    };
  } catch (error) {
    // Outside of the law.
    found[name] = String(error);
  }
}
process.stdout.write(JSON.stringify(found));
