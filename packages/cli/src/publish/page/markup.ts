import { escapeUnseen } from '@btcp/schema/internal';
import { isWebUrl } from '../settings.ts';

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

/** The id of a tool's section, by the tool's name. */
export type IdOf = (tool: string) => string;

/** A link to a tool's section of the page. */
export function toolLink(text: string, id: string): Markup {
  return markup`<a href="#${id}">${text}</a>`;
}

/** Who provides tools, with a link where the URL leads to a page. */
export function providerLink(name: string, url: string | undefined): Markup {
  return url !== undefined && isWebUrl(url) ? markup`<a href="${url}">${name}</a>` : markup`${name}`;
}

/** The style of the page: readable on a phone, in the dark, and on paper; a page's policy may forbid inline styles. */
export const STYLE = `:root {
  color-scheme: light dark;
  --text: #1b1b1b;
  --page: #fff;
  --faint: #f3f3f5;
  --line: #767680;
  --link: #0b57a4;
  --warning: #8a1c1c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #ececf1;
    --page: #17181c;
    --faint: #24262c;
    --line: #8d8f99;
    --link: #8ec7ff;
    --warning: #ffb4ab;
  }
}
body {
  max-width: 60rem;
  margin: 0 auto;
  padding: 1rem;
  background: var(--page);
  color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere;
}
a { color: var(--link); }
a:focus-visible, summary:focus-visible, pre:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -100rem; }
.skip:focus { position: static; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; padding: 0; list-style: none; }
nav a { display: inline-block; min-height: 1.5rem; }
article { margin-block: 2rem; padding-top: 1rem; border-top: 1px solid var(--line); }
.text { white-space: pre-line; }
.deprecated { padding: 0.5rem 1rem; border-left: 4px solid var(--warning); background: var(--faint); }
.required { color: var(--warning); font-weight: normal; }
.limits { display: block; font-style: italic; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; }
dt { font-weight: bold; }
dd { margin: 0; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.4rem; border: 1px solid var(--line); text-align: start; vertical-align: top; }
pre { padding: 0.75rem; background: var(--faint); overflow: auto; white-space: pre-wrap; }
figure { margin: 1rem 0; }
@media (max-width: 40rem) {
  thead { position: absolute; left: -100rem; }
  tr, th, td { display: block; border: 0; padding: 0.1rem 0; }
  tr { padding-block: 0.5rem; border-bottom: 1px solid var(--line); }
}
`;
