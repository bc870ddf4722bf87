import { isWebUrl } from '../server-facts.ts';
import { type Markup, markup } from './markup.ts';

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
