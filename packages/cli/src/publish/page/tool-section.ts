import {
  CAPABILITIES,
  type CapabilityEntry,
  type Example,
  type JsonSchemaObject,
  type Manifest,
  type ManifestTool,
} from '@btcp/core';
import { type IdOf, markup, type Markup, providerLink, toolLink } from './markup.ts';
import { type SchemaRow, schemaRows } from './schema-rows.ts';

/**
 * A tool's section of the page.
 *
 * @param details - What the manifest says of its own capabilities.
 * @param idOf - Default: the tool's name.
 */
export function toolSection(
  tool: ManifestTool,
  details: Manifest['capabilityDetails'],
  idOf: IdOf = (name) => name,
): Markup {
  const { name, description, examples = [], outputSchema } = tool;
  const id = idOf(name);
  return markup`
<article id="${id}" aria-labelledby="${id}-name">
<h3 id="${id}-name">${toolLink(name, id)}</h3>
${deprecation(tool)}<p class="text">${description}</p>
<dl>${factsOf(tool, details, idOf)}
</dl>${schemaPart(name, 'Input', tool.inputSchema)}${outputSchema && schemaPart(name, 'Output', outputSchema)}${
    examples.length > 0 && markup`\n<h4>Examples</h4>${examples.map(examplePart)}`
  }
</article>`;
}

/**
 * What a page says of a manifest as a whole.
 *
 * @param href - Where the manifest is.
 */
export function manifestFacts(
  { version, description, provider, capabilities }: Manifest,
  href: string,
): Markup {
  return markup`${description !== undefined && markup`<p class="text">${description}</p>\n`}<dl>
<dt>Version</dt><dd>${version}</dd>
${provider && markup`<dt>Provider</dt><dd>${providerLink(provider.name, provider.url)}</dd>\n`}<dt>Capabilities</dt><dd>${capabilities.join(', ') || 'none'}</dd>
<dt>For programs</dt><dd><a href="${href}">the manifest</a></dd>
</dl>`;
}

function deprecation({ deprecated, deprecationMessage }: ManifestTool): Markup | false {
  return (
    deprecated === true &&
    markup`<p class="deprecated"><strong>Deprecated.</strong> ${deprecationMessage}</p>\n`
  );
}

function withRisk(capability: string, details: Manifest['capabilityDetails'] = {}): string {
  const known: Readonly<Record<string, CapabilityEntry>> = CAPABILITIES;
  if (Object.hasOwn(known, capability)) return `${capability} (${known[capability]?.risk} risk)`;
  const own = Object.hasOwn(details, capability) ? details[capability] : undefined;
  if (!own) return capability;
  return `${capability} (“${own.title}”, in the provider’s words; ${own.risk} risk)`;
}

/** What is said of a tool in a word or two, where it is said. */
function factsOf(tool: ManifestTool, details: Manifest['capabilityDetails'], idOf: IdOf): readonly Markup[] {
  const { aliasOf, successor, sunset, capabilities, capabilitiesVerified, timeout, tags = [] } = tool;
  const link = (name: string): Markup => toolLink(name, idOf(name));
  const facts = {
    'Former name of': aliasOf !== undefined && link(aliasOf),
    Successor: successor !== undefined && link(successor),
    'Gone in version': sunset,
    Capabilities: capabilities.map((each) => withRisk(each, details)).join(', ') || 'none',
    Checked:
      capabilitiesVerified === true && 'The build has read the code, and found no use of another capability.',
    Deadline: timeout !== undefined && `${timeout} ms`,
    Tags: tags.join(', '),
  };
  return Object.entries(facts)
    .filter(([, value]) => value !== undefined && value !== false && value !== '')
    .map(([name, value]) => markup`\n<dt>${name}</dt><dd>${value}</dd>`);
}

function schemaPart(tool: string, title: string, schema: JsonSchemaObject): Markup {
  const rows = schemaRows(schema);
  const table = markup`<table aria-label="${title} of ${tool}">
<thead><tr><th scope="col">Property</th><th scope="col">Type</th><th scope="col">Description</th></tr></thead>
<tbody>${rows.map(rowPart)}
</tbody>
</table>`;
  return markup`
<h4>${title}</h4>
${rows.length === 0 ? markup`<p>No named properties.</p>` : table}
<details><summary>JSON Schema of the ${title.toLowerCase()}</summary>${code(schema)}</details>`;
}

function rowPart({ place, type, isRequired, limits, description }: SchemaRow): Markup {
  const required = isRequired && markup` <span class="required">required</span>`;
  const limit = limits.length > 0 && markup`<span class="limits">${limits.join(', ')}</span>`;
  return markup`
<tr><th scope="row"><code>${place}</code>${required}</th><td><code>${type}</code></td><td class="text">${description}${limit}</td></tr>`;
}

function examplePart({ description, input, output }: Example): Markup {
  return markup`
<figure><figcaption>${description ?? 'Example'}</figcaption>${code(input)}${
    output !== undefined && markup`<p>gives</p>${code(output)}`
  }</figure>`;
}

// A scrollable area must be reached by keyboard.
const code = (value: unknown): Markup =>
  markup`<pre tabindex="0"><code>${JSON.stringify(value, null, 2)}</code></pre>`;
