import type { Manifest, ManifestTool } from '@btcp/core';
import { escapeUnseen, isObject } from '@btcp/schema/internal';
import { didYouMean, InputError, UsageError } from '../errors.ts';
import { listed, readTextOf } from '../io.ts';
import { parseDocument, refuseOther } from '../name-document.ts';

/** Reads a manifest, or an array of tools. */
export async function readManifest(name: string, cwd: string): Promise<Manifest | readonly ManifestTool[]> {
  const read = parseDocument(await readTextOf(name, cwd));
  if ('wrong' in read) throw new InputError(`${name} ${read.wrong}.`, '`btcp check` of the file says where.');
  const parsed = read.value;
  refuseOther(name, parsed);
  // The tools are checked one by one.
  if (toolsOf(parsed) !== undefined) return parsed as Manifest | readonly ManifestTool[];
  throw new InputError(`${name} is not a manifest: it has no array \`tools\`.`, HELP_WITH_MANIFEST);
}

const HELP_WITH_MANIFEST = 'Name a manifest, as `btcp build` writes it, or an array of tools.';

function toolsOf(manifest: unknown): readonly unknown[] | undefined {
  const tools = isObject(manifest) ? manifest['tools'] : manifest;
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
    const hint = didYouMean(name, names, `; there are ${listed(names, MAX_LISTED) || 'none'}.`);
    throw new UsageError(`There is no tool "${name}"${escapeUnseen(hint)}`);
  }
}

const MAX_LISTED = 20;
