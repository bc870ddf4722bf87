import {
  CAPABILITIES,
  type CapabilityEntry,
  type Example,
  type JsonSchemaObject,
  type Manifest,
  type ManifestTool,
  type JsonSchema,
} from '@btcp/core';
import { demandOf, isObject, limitsOf, propertiesOf, requiredOf, resolveRef } from '@btcp/schema/internal';
import { type IdOf, markup, type Markup, providerLink, toolLink } from './markup.ts';

/** A tool's section of the page, whose `id` is the tool's name by default. */
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

/** What a page says of a manifest as a whole. */
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

/** A value that a schema describes, as a row of a table. */
export interface SchemaRow {
  /** Its place: `order.items[].id`. */
  readonly place: string;
  readonly type: string;
  readonly isRequired: boolean;
  /** What else a value must be, such as `at least 1`. */
  readonly limits: readonly string[];
  readonly description: string;
}

/** Deeper values are in the whole schema, which stands below the table. */
const MAX_DEPTH = 4;
/** Of more rows, the deepest are left out: types that refer to each other would be millions. */
const MAX_ROWS = 500;
/** Alternatives that a type lists. */
const MAX_TYPES = 20;

/** Lists the properties of an object schema, and those inside them. */
export function schemaRows(root: JsonSchema, depth: number = MAX_DEPTH): readonly SchemaRow[] {
  const table = { root, depth, rows: [] };
  addBelow(table, root, '', []);
  return table.rows.length > MAX_ROWS && depth > 0 ? schemaRows(root, depth - 1) : table.rows;
}

interface Table {
  readonly root: JsonSchema;
  readonly depth: number;
  readonly rows: SchemaRow[];
}

/** @param above - The schemas that it is part of, inside of which it is not listed again. */
function addBelow(table: Table, given: JsonSchema, place: string, above: readonly JsonSchema[]): void {
  const { root, depth, rows } = table;
  const schema = resolved(root, given);
  if (!isObject(schema) || above.length > depth || above.includes(schema)) return;
  const within = [...above, schema];
  const { items } = schema;
  const required = requiredOf(schema);
  for (const [name, below] of Object.entries(propertiesOf(schema))) {
    // Of those at the top none is left out.
    if (rows.length > MAX_ROWS && depth > 0) return;
    const at = place === '' ? name : `${place}.${name}`;
    rows.push(rowOf(root, below as JsonSchema, at, required.includes(name)));
    addBelow(table, below as JsonSchema, at, within);
  }
  if (isObject(items)) addBelow(table, items, `${place}[]`, within);
}

function rowOf(root: JsonSchema, given: JsonSchema, place: string, isRequired: boolean): SchemaRow {
  const schema = resolved(root, given);
  const own = isObject(given) ? given['description'] : undefined;
  const description = own ?? (isObject(schema) ? schema['description'] : undefined);
  return {
    place,
    type: typeText(root, given, 0),
    isRequired,
    limits: limitsIn(schema),
    description: typeof description === 'string' ? description : '',
  };
}

// A chain of references that never ends describes nothing.
function resolved(root: JsonSchema, schema: JsonSchema): JsonSchema {
  let found = schema;
  for (let steps = 0; steps < 20 && isObject(found) && typeof found['$ref'] === 'string'; steps++)
    found = resolveRef(root, found['$ref']) ?? true;
  return found;
}

function typeText(root: JsonSchema, given: JsonSchema, depth: number): string {
  const schema = resolved(root, given);
  if (!isObject(schema)) return schema ? 'anything' : 'nothing';
  if (depth > MAX_DEPTH) return '…';
  const { type, const: constant, enum: values, anyOf, oneOf, items } = schema;
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ');
  const branches = anyOf ?? oneOf;
  if (Array.isArray(branches))
    return [
      ...branches.slice(0, MAX_TYPES).map((branch) => typeText(root, branch as JsonSchema, depth + 1)),
      ...(branches.length > MAX_TYPES ? ['…'] : []),
    ].join(' | ');
  if (type === 'array' && isObject(items)) return `array of ${typeText(root, items, depth + 1)}`;
  return Array.isArray(type) ? type.join(' | ') : typeof type === 'string' ? type : 'anything';
}

const json = (value: unknown): string => JSON.stringify(value);

const SAYS: Readonly<Record<string, (value: unknown) => string>> = {
  default: (value) => `by default ${json(value)}`,
  ...Object.fromEntries(
    (['number', 'string', 'array', 'object'] as const)
      .flatMap(limitsOf)
      .map(([keyword]) => [keyword, (value: unknown) => limitText(keyword, value)]),
  ),
  pattern: (value) => `matches ${String(value)}`,
  format: (value) => `format ${String(value)}`,
  uniqueItems: (value) => (value === true ? 'no item twice' : ''),
};

/** A limit as the messages of validators word it: `must be at least 1` → `at least 1`. */
const limitText = (keyword: string, params: unknown): string =>
  demandOf({ keyword, params, path: '', value: undefined, name: undefined }).replace(/^must (be|have) /, '');

function limitsIn(schema: JsonSchema): readonly string[] {
  if (!isObject(schema)) return [];
  return Object.entries(SAYS)
    .filter(([keyword]) => Object.hasOwn(schema, keyword))
    .map(([keyword, say]) => say(schema[keyword]))
    .filter((text) => text !== '');
}
