import type { Example, JsonSchemaObject, ManifestTool } from '@btcp/core';
import { markup, type Markup } from './markup.ts';
import { schemaRows, type SchemaRow } from './schema-rows.ts';

/** A tool's section of the page. */
export function toolSection(tool: ManifestTool): Markup {
  const { name, description, capabilities, tags = [], examples = [], outputSchema, timeout } = tool;
  return markup`
<article id="${name}" aria-labelledby="${name}-name">
<h3 id="${name}-name"><a href="#${name}">${name}</a></h3>
${deprecation(tool)}<p class="text">${description}</p>
<dl>
<dt>Capabilities</dt><dd>${capabilities.join(', ') || 'none'}</dd>${
    timeout !== undefined && markup`\n<dt>Deadline</dt><dd>${timeout} ms</dd>`
  }${tags.length > 0 && markup`\n<dt>Tags</dt><dd>${tags.join(', ')}</dd>`}
</dl>${schemaPart(name, 'Input', tool.inputSchema)}${outputSchema && schemaPart(name, 'Output', outputSchema)}${
    examples.length > 0 && markup`\n<h4>Examples</h4>${examples.map(examplePart)}`
  }
</article>`;
}

function deprecation(tool: ManifestTool): Markup | false {
  const { deprecated, deprecationMessage, successor, sunset, aliasOf } = tool;
  if (deprecated !== true) return false;
  const link = (name: string): Markup => markup`<a href="#${name}">${name}</a>`;
  return markup`<p class="deprecated"><strong>Deprecated.</strong> ${deprecationMessage}${
    aliasOf !== undefined && markup` It is a former name of ${link(aliasOf)}.`
  }${successor !== undefined && successor !== aliasOf && markup` Use ${link(successor)}.`}${
    sunset !== undefined && ` It will be gone in version ${sunset}.`
  }</p>\n`;
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
