import { exportTools } from '@btcp/adapters';
import type { JsonSchemaObject, ManifestConfig } from '@btcp/core';
import { isObject, limitsOf, propertiesOf, requiredOf } from '@btcp/schema/internal';
import { Markup, markup, pageMarkup } from '../page/markup.ts';
import type { FileWriter } from '../settings.ts';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundlePageScript } from '@btcp/codegen';

const FORMS = 'webmcp-forms.html';

/** Forms that a browser offers to agents as tools, for tools whose input is flat; a page takes them over as they are. */
export const webMcpForms: FileWriter = ({ manifest, report }) => {
  const { tools, names } = exportTools(manifest, { target: 'webmcp' });
  const left: string[] = [];
  const forms = tools.flatMap(({ name, description, inputSchema }) => {
    const fields = formFields(inputSchema);
    if (typeof fields !== 'string') return [formOf(name, description, fields)];
    left.push(`${names[name]} (\`${fields}\`)`);
    return [];
  });
  if (left.length > 0)
    report(`${FORMS}: left out, as no form field gives what they take: ${left.join(', ')}`);
  const title = `${manifest.name}: forms`;
  const body = markup`<main>
<h1>${title}</h1>
<p>Take a form over to a page of your own that handles what it sends.</p>${forms.length === 0 ? markup`\n<p>No tool has an input that a form can express.</p>` : forms}
</main>`;
  return [{ path: FORMS, text: pageMarkup(title, manifest.description, body).text }];
};

function formOf(name: string, description: string, fields: readonly Markup[]): Markup {
  return markup`
<form toolname="${name}" tooldescription="${description}" aria-labelledby="${name}-title">
<h2 id="${name}-title">${name}</h2>${fields}
<p><button type="submit">Send</button></p>
</form>`;
}

/** The fields of a flat input, or the name of a property that is not flat. */
function formFields(schema: JsonSchemaObject): readonly Markup[] | string {
  const fields: Markup[] = [];
  const required = requiredOf(schema);
  for (const [name, property] of Object.entries(propertiesOf(schema))) {
    const field = formField(name, property, required.includes(name));
    if (!field) return name;
    fields.push(field);
  }
  return fields;
}

type Facts = Readonly<Record<string, unknown>>;

/**
 * A form field for a property. It never refuses what the schema accepts but an empty string, which a form cannot tell
 * from none: limits that HTML reads differently are left to the validator.
 *
 * @returns `undefined` where no field gives the property's values.
 */
function formField(name: string, schema: unknown, isRequired: boolean): Markup | undefined {
  if (!isObject(schema)) return undefined;
  const { description } = schema;
  const said = typeof description === 'string' && markup` toolparamdescription="${description}"`;
  const field = fieldOf(schema, markup`name="${name}"${said}`, isRequired);
  return field && markup`\n<p><label>${name} ${field}</label></p>`;
}

function fieldOf(schema: Facts, named: Markup, isRequired: boolean): Markup | undefined {
  const { type, enum: values, default: preset } = schema;
  const attributes = markup`${named}${isRequired && markup` required`}`;
  if (Array.isArray(values)) return selectOf(values, preset, attributes);
  // One that is required would have to be ticked.
  if (type === 'boolean')
    return markup`<input type="checkbox" ${named}${preset === true && markup` checked`}>`;
  if (type === 'number' || type === 'integer')
    return markup`<input type="number" ${attributes}${numberLimits(schema)}>`;
  return type === 'string' ? textField(schema, attributes) : undefined;
}

function selectOf(values: readonly unknown[], preset: unknown, attributes: Markup): Markup | undefined {
  if (values.some((value) => typeof value !== 'string' || value === '')) return undefined;
  const options = values.map(
    (value) => markup`<option${value === preset && markup` selected`}>${String(value)}</option>`,
  );
  // The empty option is that of a value which is left out, or not chosen yet.
  return markup`<select ${attributes}><option value="">none</option>${options}</select>`;
}

function textField({ pattern, minLength, default: preset }: Facts, attributes: Markup): Markup {
  const shortest = typeof minLength === 'number' && minLength > 0 && markup` minlength="${minLength}"`;
  const text = typeof preset === 'string' ? preset : '';
  // An input takes no line breaks; a textarea knows no patterns.
  return isWholePattern(pattern)
    ? markup`<input type="text" ${attributes}${shortest} pattern="${pattern}"${text !== '' && markup` value="${text}"`}>`
    : markup`<textarea ${attributes}${shortest}>${text}</textarea>`;
}

/** What in a pattern may match a line break, which an input takes out. */
const BREAKS = /\\[sWDPnrxuc]|\[\^/;

// HTML matches the whole value, and reads the pattern with the flag `v`.
function isWholePattern(pattern: unknown): pattern is string {
  if (typeof pattern !== 'string' || !/^\^[^|]*\$$/.test(pattern) || BREAKS.test(pattern)) return false;
  try {
    return new RegExp(pattern, 'v').flags === 'v';
  } catch {
    return false;
  }
}

function numberLimits(schema: Facts): readonly Markup[] {
  const { type, default: preset } = schema;
  const given: Readonly<Record<string, unknown>> = Object.fromEntries(
    limitsOf('number').flatMap(([keyword, { attribute }]) =>
      attribute === undefined ? [] : [[attribute, schema[keyword]]],
    ),
  );
  const step = given['step'] ?? (type === 'integer' ? 1 : undefined);
  // HTML counts steps from the minimum, or else from the preset.
  const base = Number(given['min'] ?? preset ?? 0);
  const isCounted = typeof step === 'number' && Number.isInteger(base / step);
  const attributes: Facts = { ...given, step: isCounted ? step : 'any', value: preset };
  return Object.entries(attributes)
    .filter(([attribute, value]) => typeof value === 'number' || attribute === 'step')
    .map(([attribute, value]) => markup` ${new Markup(attribute)}="${String(value)}"`);
}

const SCRIPT = 'webmcp.js';

/** The file with QuickJS, for which `page-script.ts` looks by its name. */
const ENGINE = '@btcp/client/quickjs-engine';

// A bundle has all its entries in one folder.
const EXTENSION = extname(import.meta.url);
const RUNNER = fileURLToPath(
  new URL(`${EXTENSION === '.ts' ? '..' : '.'}/page-script${EXTENSION}`, import.meta.url),
);

/** A script with which a page offers the tools to the browser's agent; none where they need Node. */
export const webMcpScript: FileWriter = async ({ manifest, config, report }) => {
  const { leftOut, ...script } = await bundlePageScript({ config, runner: RUNNER });
  for (const [tool, reason] of leftOut) report(`${SCRIPT}: ${tool} is left out: ${reason}.`);
  if (manifest.tools.every(({ name }) => leftOut.has(name))) return [];
  if ('text' in script) {
    const beside = filesBeside(manifest.config?.sandbox, config.outDir);
    const files = beside.map(async (path) => ({ path: basename(path), text: await readFile(path, 'utf8') }));
    return [{ path: SCRIPT, text: script.text }, ...(await Promise.all(files))];
  }
  report(`${SCRIPT} is left out, as the tools cannot be bundled for a page: ${script.problem}`);
  return [];
};

/** The files that the script loads, for tools that run isolated. */
function filesBeside(sandbox: ManifestConfig['sandbox'], built: string): readonly string[] {
  const script = join(built, 'isolated.js');
  switch (sandbox) {
    case undefined:
      return [];
    case 'iframe':
      return [script, join(built, 'btcp-isolated.html')];
    case 'wasm':
      return [script, createRequire(import.meta.url).resolve(ENGINE)];
    default:
      return [script];
  }
}
