import type { Manifest } from '@btcp/core';
import { type Markup, markup, pageMarkup } from '../page/markup.ts';
import { providerLink, toolLink } from '../page/links.ts';
import { toolSection } from '../page/tool-section.ts';
import type { SharedName } from './find-shared-names.ts';

const TITLE = 'Tools';

/**
 * The tools of several providers for people, as `index.html` of one.
 *
 * @param manifests - In the order of the page.
 */
export function directoryHtml(manifests: readonly Manifest[], shared: readonly SharedName[]): string {
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

/** The id of a tool's section. */
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

function providerSection({
  name,
  version,
  description,
  provider,
  capabilities,
  capabilityDetails,
  tools,
}: Manifest): Markup {
  return markup`
<section id="${name}" aria-label="${name}">
<h2>${name}</h2>
${description !== undefined && markup`<p class="text">${description}</p>\n`}<dl>
<dt>Version</dt><dd>${version}</dd>
${provider && markup`<dt>Provider</dt><dd>${providerLink(provider.name, provider.url)}</dd>\n`}<dt>Capabilities</dt><dd>${capabilities.join(', ') || 'none'}</dd>
<dt>For programs</dt><dd><a href="manifests/${name}.json">the manifest</a></dd>
</dl>${tools.map((tool) => toolSection(tool, capabilityDetails, (other) => idOf(name, other)))}
</section>`;
}
