import { exportTools } from '@btcp/adapters';
import type { JsonSchemaObject } from '@btcp/core';
import { isObject } from '@btcp/schema';
import { formField } from '../page/form-field.ts';
import { type Markup, markup, pageMarkup } from '../page/markup.ts';
import type { FileWriter } from '../publication.ts';

const FORMS = 'webmcp-forms.html';

/** Forms that a browser offers to agents as tools, for tools whose input is flat; a page takes them over as they are. */
export const webMcpForms: FileWriter = ({ manifest, report }) => {
  const { tools, names } = exportTools(manifest, { target: 'webmcp' });
  const forms = tools.flatMap(({ name, description, inputSchema }) => {
    const fields = formFields(inputSchema);
    if (typeof fields !== 'string') return [formOf(name, description, fields)];
    report(`${FORMS}: ${names[name]} is left out: ${fields}`);
    return [];
  });
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

/** The fields of a flat input, or why it is not flat. */
function formFields({ properties, required }: JsonSchemaObject): readonly Markup[] | string {
  const fields: Markup[] = [];
  for (const [name, property] of Object.entries(isObject(properties) ? properties : {})) {
    const isRequired = Array.isArray(required) && required.includes(name);
    const field = formField(name, property, isRequired);
    if (!field) return `no form field gives what \`${name}\` takes`;
    fields.push(field);
  }
  return fields;
}
