import { Type } from '@sinclair/typebox';
import { BTCPError, defineTool } from '@btcp/core';
import { fillField } from '../dom/fill-field.ts';
import { fieldNames, findFields, type FormField, type IdentifierType } from '../dom/form-field.ts';

/** Returns the title of the current page from the document's <title> element */
export const getPageTitle = defineTool({
  inputSchema: Type.Object({}, { additionalProperties: false }),
  // btcp-ignore output-properties-open: it is the protocol's own, which leaves it open
  outputSchema: Type.Object({
    title: Type.String({ description: 'The page title' }),
  }),
  capabilities: ['dom:read'],
  tags: ['page', 'metadata'],
  execute(_input, { dom = document }) {
    return { title: dom.title };
  },
});

export const fillFormField = defineTool({
  description:
    'Fills a form field identified by name, id, or label text with the specified value. Works with input, textarea, and select elements.',
  inputSchema: Type.Object(
    {
      identifier: Type.String({ description: 'Field name, id, or label text' }),
      value: Type.String({ description: 'Value to fill' }),
      identifierType: Type.Union(
        [Type.Literal('name'), Type.Literal('id'), Type.Literal('label'), Type.Literal('auto')],
        {
          default: 'auto',
          description: 'How to interpret the identifier',
        },
      ),
    },
    { additionalProperties: false },
  ),
  // btcp-ignore output-properties-open: it is the protocol's own, which leaves it open
  outputSchema: Type.Object({
    success: Type.Boolean(),
    fieldType: Type.Optional(
      Type.Union([Type.Literal('input'), Type.Literal('textarea'), Type.Literal('select')]),
    ),
    previousValue: Type.Optional(Type.String()),
  }),
  capabilities: ['dom:read', 'dom:write'],
  examples: [
    {
      description: 'Fill email field by name',
      input: { identifier: 'email', value: 'user@example.com' },
      output: { success: true, fieldType: 'input', previousValue: '' },
      fixture: './form.fixture.html',
    },
  ],
  tags: ['forms', 'input'],
  execute({ identifier, value, identifierType }, { dom = document }) {
    const field = findField(dom, identifier, identifierType, value);
    const previousValue = fillField(field, value);
    return { success: true, fieldType: fieldType(field), previousValue };
  },
});

function findField(dom: Document, identifier: string, type: IdentifierType, value: string): FormField {
  const found = findFields(dom, identifier, type);
  // The radio buttons of a group share their name; the value says which one is meant.
  const [field, ...others] = found.every((candidate) => candidate.type === 'radio')
    ? named(found, value)
    : found;
  if (!field) {
    throw new BTCPError('FIELD_NOT_FOUND', {
      message: `The page has no field ${JSON.stringify(identifier)}.`,
      suggestion: `Use one of: ${fieldNames(dom).slice(0, 50).join(', ')}.`,
    });
  }
  if (others.length > 0) {
    throw new BTCPError('FIELD_NOT_UNIQUE', {
      message: `${found.length} fields are called ${JSON.stringify(identifier)}.`,
      suggestion: 'Use the id of the field.',
    });
  }
  return field;
}

function named(radios: FormField[], value: string): FormField[] {
  return radios.length > 1 ? radios.filter((radio) => radio.value === value) : radios;
}

const FIELD_TYPES = ['input', 'textarea', 'select'] as const;

const fieldType = (field: FormField): (typeof FIELD_TYPES)[number] =>
  FIELD_TYPES.find((type) => type === field.localName) ?? 'input';
