import { escapeUnseen } from '@btcp/schema';

/** HTML that is safe to insert. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Inserted = Markup | string | number | false | undefined | readonly Inserted[];

/** HTML from a template: what is inserted is escaped, also invisible characters; `false` and `undefined` are left out. */
export function markup(parts: TemplateStringsArray, ...values: readonly Inserted[]): Markup {
  return new Markup(parts.map((part, index) => part + inserted(values[index])).join(''));
}

/** A whole page, with the style of all pages. */
export function pageMarkup(title: string, description: string | undefined, body: Markup): Markup {
  return markup`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
${description !== undefined && markup`<meta name="description" content="${description}">\n`}<link rel="stylesheet" href="index.css">
</head>
<body>
${body}
</body>
</html>
`;
}

function inserted(value: Inserted): string {
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(inserted).join('');
  return value === undefined || value === false ? '' : escapeText(String(value));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeText(text: string): string {
  const lines = text.split(/\r\n|[\r\n\u2028\u2029]/);
  return lines
    .map(escapeUnseen)
    .join('\n')
    .replaceAll(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}
