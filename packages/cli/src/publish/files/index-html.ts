import type { FileWriter, Publication } from '../settings.ts';
import { type Markup, markup, pageMarkup, STYLE } from '../page/markup.ts';
import { manifestFacts, toolSection } from '../page/tool-section.ts';

/** The tools for people: a page without scripts, and its style. */
export const indexHtml: FileWriter = (publication) => {
  const { manifest, settings } = publication;
  const title = `${settings.title ?? manifest.name}: tools`;
  const page = pageMarkup(title, manifest.description, bodyOf(publication));
  return [
    { path: 'index.html', text: page.text },
    { path: 'index.css', text: STYLE },
  ];
};

function bodyOf({ manifest, settings }: Publication): Markup {
  const { name, tools } = manifest;
  // The names of tools have no hyphen, so that no id is taken twice.
  return markup`<a class="skip" href="#all-tools">Skip to the tools</a>
<header>
<h1>${settings.title ?? name}</h1>
${manifestFacts(manifest, '.well-known/btcp.json')}
</header>
<nav aria-label="Tools">
<ul>${tools.map(
    (tool) =>
      markup`\n<li><a href="#${tool.name}">${tool.name}</a>${tool.deprecated === true && ' (deprecated)'}</li>`,
  )}
</ul>
</nav>
<main id="all-tools">
<h2>Tools</h2>${tools.map((tool) => toolSection(tool, manifest.capabilityDetails))}
</main>`;
}
