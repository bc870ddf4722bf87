import { canonicalJson } from '@btcp/client/signature';
import { InputError } from '../../errors.ts';
import type { CliIo, ExitCode } from '../../io.ts';
import { counted } from '../../report/counted.ts';
import { STYLE } from '../page/style.ts';
import { writeReported } from '../write-reported.ts';
import { directoryHtml } from './directory-html.ts';
import { findSharedNames } from './find-shared-names.ts';
import { type Provider, readProvider } from './read-provider.ts';
import { line } from '../../printable-io.ts';

/**
 * Writes a page that lists the tools of several providers, and their manifests.
 *
 * @param out - The folder, as the user gave it.
 * @param sources - The providers, in any order, as the user gave them.
 * @returns 1 where providers have tools of the same name, and that is not allowed.
 */
export async function publishDirectory(
  out: string,
  sources: readonly string[],
  { 'allow-partial': allowsPartial }: { readonly 'allow-partial': boolean },
  io: CliIo,
): Promise<ExitCode> {
  const read: Provider[] = [];
  // One after the other, so that the first mistake in the given order is reported.
  for (const source of new Set(sources)) read.push(await readProvider(source, io.cwd));
  const manifests = sortByName(read).map(({ manifest }) => manifest);
  const shared = findSharedNames(manifests);
  const files = [
    { path: 'index.html', text: directoryHtml(manifests, shared) },
    { path: 'index.css', text: STYLE },
    ...manifests.map((manifest) => ({
      path: `manifests/${manifest.name}.json`,
      text: canonicalJson(manifest),
    })),
  ];
  const count = manifests.length;
  await writeReported(out, counted(count, 'provider'), files, io);
  for (const { tool, providers } of shared)
    io.stderr(line`${providers.join(' and ')} have a tool "${tool}": a client registers only one of them.`);
  return shared.length > 0 && !allowsPartial ? 1 : 0;
}

/** @throws InputError where two manifests have the same name: one would take the place of the other. */
function sortByName(providers: readonly Provider[]): readonly Provider[] {
  const byName = new Map<string, Provider>();
  for (const provider of providers) {
    const { name } = provider.manifest;
    const other = byName.get(name);
    if (other) {
      const both = [other.source, provider.source].sort();
      throw new InputError(
        `${both.join(' and ')} are both named "${name}", and a client registers one manifest of a name.`,
        'Set another `name` in one of their configs, and build it again.',
      );
    }
    byName.set(name, provider);
  }
  return [...byName].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, provider]) => provider);
}
