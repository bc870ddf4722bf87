import { relative, resolve } from 'node:path';
import { canonicalJson, digestManifest } from '@btcp/client/signature';
import { findBuild, refuseIfEdited } from '../../host/project.ts';
import type { Manifest } from '@btcp/core';
import { runRules } from '@btcp/schema/check';
import { readRelease } from '../../diff/read-release.ts';
import { ConfigError, InputError } from '../../errors.ts';
import { type CliIo, counted, type ExitCode, line } from '../../io.ts';
import { type Markup, markup, pageMarkup, STYLE, toolLink } from '../page/markup.ts';
import { manifestFacts, toolSection } from '../page/tool-section.ts';
import { validManifest } from '../settings.ts';
import { writeReported } from '../write-published.ts';
import { orInputError } from '../../sign/key-files.ts';

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
  for (const source of new Set(sources)) read.push(await readProvider(source, io));
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
  // Agents read what is merged, whoever wrote it.
  for (const { source, manifest } of read) {
    const error = runRules(manifest, {}).find(({ severity }) => severity === 'error');
    if (error) io.stderr(line`${source}: ${error.message}`);
  }
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

/** A name that tools of several manifests have. */
interface SharedName {
  readonly tool: string;
  /** The names of the manifests. */
  readonly providers: readonly string[];
}

/** Finds the names that tools of several manifests have, sorted. */
function findSharedNames(manifests: readonly Manifest[]): readonly SharedName[] {
  const byName = new Map<string, string[]>();
  for (const { name: provider, tools } of manifests) {
    for (const { name } of tools) byName.set(name, [...(byName.get(name) ?? []), provider]);
  }
  return [...byName]
    .filter(([, providers]) => providers.length > 1)
    .map(([tool, providers]) => ({ tool, providers }))
    .sort((a, b) => (a.tool < b.tool ? -1 : 1));
}

interface Provider {
  /** As the user gave it. */
  readonly source: string;
  readonly manifest: Manifest;
}

/**
 * Reads the manifest of a provider: of a project its current build, else whatever names a release.
 *
 * @throws InputError or ReleaseError where there is none, or it is not valid: one sentence.
 */
async function readProvider(source: string, io: CliIo): Promise<Provider> {
  const built = await findBuilt(source, io);
  const release = await readRelease(built ?? source, io.cwd, undefined);
  // What has no canonical form, such as a lone surrogate, is refused.
  await orInputError(() => digestManifest(release.manifest), 'Correct it, or build it again.');
  return { source, manifest: validManifest(release.manifest, source) };
}

/** The built manifest of a project; `undefined` where there is no config. */
async function findBuilt(source: string, io: CliIo): Promise<string | undefined> {
  try {
    const there = { ...io, cwd: resolve(io.cwd, source) };
    const { manifest } = await findBuild(undefined, there, refuseIfEdited);
    return relative(io.cwd, manifest);
  } catch (error) {
    if (error instanceof ConfigError && error.diagnostics[0]?.id === 'config-not-found') return undefined;
    if (!(error instanceof ConfigError || error instanceof InputError)) throw error;
    const reason = error instanceof InputError ? error.reason : error.message;
    throw new InputError(`${source}: ${reason}`, 'Run `btcp build` there, then publish.');
  }
}

const TITLE = 'Tools';

/** The tools of several providers for people, as `index.html` of one. */
function directoryHtml(manifests: readonly Manifest[], shared: readonly SharedName[]): string {
  const description = `The tools of ${manifests.map(({ name }) => name).join(', ')}.`;
  // Names of manifests have neither an underscore nor upper case, so that no id is taken twice.
  const body = markup`<a class="skip" href="#allTools">Skip to the tools</a>
<header>
<h1>${TITLE}</h1>
<p>${description}</p>
</header>
<nav aria-label="Providers">
<ul>${manifests.map(({ name }) => markup`\n<li><a href="#${name}">${name}</a></li>`)}
</ul>
</nav>
<main id="allTools">${shared.length > 0 && sharedPart(shared)}${manifests.map(providerSection)}
</main>`;
  return pageMarkup(TITLE, description, body).text;
}

const idOf = (provider: string, tool: string): string => `${provider}_${tool}`;

function sharedPart(shared: readonly SharedName[]): Markup {
  return markup`
<h2>Names that several providers use</h2>
<p>A client registers only one tool of a name.</p>
<ul>${shared.map(
    ({ tool, providers }) =>
      markup`\n<li>${tool}: ${providers.map((name, index) => [index > 0 && ', ', toolLink(name, idOf(name, tool))])}</li>`,
  )}
</ul>`;
}

function providerSection(manifest: Manifest): Markup {
  const { name, capabilityDetails, tools } = manifest;
  return markup`
<section id="${name}" aria-label="${name}">
<h2>${name}</h2>
${manifestFacts(manifest, `manifests/${name}.json`)}${tools.map((tool) => toolSection(tool, capabilityDetails, (other) => idOf(name, other)))}
</section>`;
}
