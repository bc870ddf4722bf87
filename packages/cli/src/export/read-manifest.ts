import { readFile } from 'node:fs/promises';
import { checkJsonText, type Manifest, type ManifestTool } from '@btcp/core';
import { escapeUnseen } from '@btcp/schema';
import { didYouMean, fileError, InputError, UsageError } from '../errors.ts';
import { refuseOther } from '../name-document.ts';

/**
 * Reads a manifest, or an array of tools.
 *
 * @param path - As the user gave it, for messages.
 */
export async function readManifest(
  file: string,
  path: string | undefined,
): Promise<Manifest | readonly ManifestTool[]> {
  const name = path ?? file;
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw fileError(`${name} cannot be read`, error);
  });
  const parsed = parse(text.replace(/^\uFEFF/, ''), name);
  refuseOther(name, parsed);
  // The tools are checked one by one.
  if (toolsOf(parsed) !== undefined) return parsed as Manifest | readonly ManifestTool[];
  throw new InputError(`${name} is not a manifest: it has no array \`tools\`.`, HELP_WITH_MANIFEST);
}

function parse(json: string, name: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new InputError(`${name} is not JSON: ${(error as Error).message}.`, HELP_WITH_MANIFEST);
  }
  const ambiguity = checkJsonText(json);
  if (ambiguity === undefined) return value;
  throw new InputError(`${name} ${ambiguity}.`, '`btcp check` of the file says where.');
}

const HELP_WITH_MANIFEST = 'Name a manifest, as `btcp build` writes it, or an array of tools.';

function toolsOf(manifest: unknown): readonly unknown[] | undefined {
  if (typeof manifest !== 'object' || manifest === null) return undefined;
  const tools: unknown = Array.isArray(manifest)
    ? manifest
    : 'tools' in manifest
      ? manifest.tools
      : undefined;
  return Array.isArray(tools) ? tools : undefined;
}

/** Reports requested tools that the manifest does not have. */
export function checkNames(
  wanted: readonly string[] | undefined,
  manifest: Manifest | readonly ManifestTool[],
): void {
  const names = (toolsOf(manifest) ?? [])
    .map((tool) => (tool as Partial<ManifestTool> | null)?.name)
    .filter((each) => typeof each === 'string');
  for (const name of wanted ?? []) {
    if (names.includes(name)) continue;
    const hint = didYouMean(name, names, `; there are ${listOf(names)}.`);
    throw new UsageError(`There is no tool "${name}"${escapeUnseen(hint)}`);
  }
}

const MAX_LISTED = 20;

function listOf(names: readonly string[]): string {
  const more = names.length - MAX_LISTED;
  if (names.length === 0) return 'none';
  return names.slice(0, MAX_LISTED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
