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
