import type { JsonSchema, JsonSchemaObject } from '@btcp/core';
import { contentKind, mentionsContent, plainType } from '@btcp/core/content';
import { isObject, joinPointer, mapValues, walkSchema } from '@btcp/schema/internal';
import type { ExportChange } from '../../lower/rules.ts';

/** What a format sends in place of media in JSON: a reference to a part beside it, or a note. */
export type MediaForm = 'reference' | 'note';

const SENT = {
  reference: {
    code: 'media-to-reference',
    says: (type: string) => `The ${type} is the content block that this points to.`,
    detail: 'sent as a content part of its own; the JSON has a reference to it in its place',
  },
  note: {
    code: 'media-to-note',
    says: (type: string) => `A note: this format cannot carry the ${type}.`,
    detail:
      'left out of results, as the format has no place for it; the JSON has a note in its place. Return a link instead',
  },
  missing: {
    code: 'media-to-note',
    says: (type: string) =>
      `The content block that this points to: a note, as this format cannot carry the ${type}.`,
    detail:
      'left out of results, as the format has no part for this type; a note is sent as a content part of its own. Return a link instead',
  },
} as const;

/** Reports the files of an input: no format has a form of its own for them. */
export function mediaInputs(schema: JsonSchemaObject): readonly ExportChange[] {
  const changes: ExportChange[] = [];
  if (!mentionsContent(schema)) return changes;
  walkSchema(schema, (node, path) => {
    if (!isObject(node) || contentKind(node) !== 'media') return;
    const detail = `filled as base64 text, by a host that has the ${String(node['contentMediaType'])}: a model can write only a short one`;
    changes.push({ code: 'media-as-base64', path, keyword: 'contentEncoding', detail, effect: 'none' });
  });
  return changes;
}

/** An output schema as results are sent: without the bytes of media types that the format has a part for. */
export function withoutMedia(
  schema: JsonSchema | undefined,
  form: MediaForm,
  carries: (type: string) => boolean = () => true,
): { readonly schema: JsonSchema | undefined; readonly changes: readonly ExportChange[] } {
  const changes: ExportChange[] = [];
  if (!mentionsContent(schema)) return { schema, changes };
  const write = (node: unknown, path: string): unknown => {
    if (Array.isArray(node)) return node.map((each, index) => write(each, joinPointer(path, index)));
    if (!isObject(node)) return node;
    if (contentKind(node) !== 'media')
      return mapValues(node, (each, key) => write(each, joinPointer(path, key)));
    const type = String(node['contentMediaType']);
    const { code, says, detail } = SENT[form === 'note' || carries(plainType(type)) ? form : 'missing'];
    changes.push({ code, path, keyword: 'contentEncoding', detail: `${type} is ${detail}`, effect: 'none' });
    const { title, description } = node;
    const said = typeof description === 'string' ? `${description.trim()} ` : '';
    return {
      type: 'string',
      ...(form === 'reference' && { pattern: '^#/content/[0-9]+$' }),
      ...(title !== undefined && { title }),
      description: said + says(type),
    };
  };
  return { schema: write(schema, '/outputSchema') as JsonSchema, changes };
}

/** The pictures that models see. */
export const IMAGES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;

/** Whether a media type is of text, such as CSV or JSON. */
export const isTextType = (type: string): boolean =>
  /^(?:text\/|application\/(?:json|xml|yaml)$|.*\+(?:json|xml)$)/.test(type);

/** The ending of a document's name, by its media type: providers tell types by it. */
const ENDINGS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.ms-powerpoint': 'ppt',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/rtf': 'rtf',
  'application/json': 'json',
  'application/xml': 'xml',
  'text/csv': 'csv',
  'text/tab-separated-values': 'tsv',
  'text/html': 'html',
  'text/markdown': 'md',
  'text/javascript': 'js',
};

/** The ending of a document's name; `undefined` of what is none. */
export const documentEnding = (type: string): string | undefined =>
  ENDINGS[type] ?? (isTextType(type) ? 'txt' : undefined);
