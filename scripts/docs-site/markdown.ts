import GithubSlugger from 'github-slugger';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString } from 'mdast-util-to-string';
import { visit } from 'unist-util-visit';

/** A link or an image of a Markdown file. */
export interface Link {
  readonly url: string;
  readonly line: number;
  /** An image of Markdown; those in HTML are links. */
  readonly isImage: boolean;
  /** Where the link's source begins and ends, and its URL in it. */
  readonly start: number;
  readonly end: number;
  readonly at: number;
  /** The source of its text, if it is no image and not HTML. */
  readonly text?: string;
}

/** What links and tables of contents need of a Markdown file. */
export interface Markdown {
  /** The text of the first heading; empty where there is none. */
  readonly title: string;
  /** The first paragraph of prose, as plain text. */
  readonly summary: string;
  /** The ids of the headings, as GitHub makes them. */
  readonly anchors: ReadonlySet<string>;
  readonly links: readonly Link[];
}

/** Reads the headings and links of a Markdown file; those in code are none. */
export function readMarkdown(source: string): Markdown {
  const tree = fromMarkdown(source);
  const first = tree.children.find(({ type }) => type === 'heading');
  const prose = tree.children.find(
    // Not the extension of Markdown by tables: these begin with a bar.
    ({ type, position }) => type === 'paragraph' && source[position?.start.offset ?? 0] !== '|',
  );
  const slugger = new GithubSlugger();
  const anchors = new Set<string>();
  const links: Link[] = [];
  const add = (
    { start, end }: { readonly start: Place; readonly end: Place },
    link: Pick<Link, 'url' | 'isImage' | 'text'>,
  ): void => {
    const text = source.slice(start.offset, end.offset);
    const at = (start.offset ?? 0) + text.lastIndexOf(link.url);
    links.push({ ...link, line: start.line, start: start.offset ?? 0, end: end.offset ?? 0, at });
  };
  visit(tree, (node) => {
    if (node.type === 'heading') anchors.add(slugger.slug(toString(node)));
    if (!node.position) return;
    if (node.type === 'html') {
      for (const [, id = ''] of node.value.matchAll(/\s(?:id|name)="([^"]+)"/g)) anchors.add(id);
      for (const [, url = ''] of node.value.matchAll(/\s(?:href|src|srcset)="([^"]+)"/g))
        add(node.position, { url, isImage: false });
    } else if (node.type === 'image') add(node.position, { url: node.url, isImage: true });
    else if (node.type === 'definition') add(node.position, { url: node.url, isImage: false });
    else if (node.type === 'link') {
      const from = node.children[0]?.position?.start.offset;
      const to = node.children.at(-1)?.position?.end.offset;
      add(node.position, { url: node.url, isImage: false, text: source.slice(from ?? 0, to ?? 0) });
    }
  });
  return {
    title: first ? toString(first) : '',
    summary: prose ? toString(prose).replaceAll('\n', ' ') : '',
    anchors,
    links,
  };
}

interface Place {
  readonly line: number;
  readonly offset?: number | undefined;
}

/** Whether a URL leads out of the repository. */
export const isExternal = (url: string): boolean => /^[a-z][a-z+.-]*:|^\/\//i.test(url);

/**
 * Replaces the URLs of relative links.
 *
 * @param replace - The new URL; `undefined` leaves only the link's text.
 */
export function withLinks(
  source: string,
  links: readonly Link[],
  replace: (link: Link) => string | undefined,
): string {
  let text = source;
  // From the end, so that the places of the others stay.
  for (const link of [...links].sort((a, b) => b.at - a.at)) {
    if (isExternal(link.url)) continue;
    if (link.at < link.start)
      throw new Error(`Line ${link.line}: write the URL ${link.url} without escapes.`);
    const url = replace(link);
    if (url !== undefined) text = `${text.slice(0, link.at)}${url}${text.slice(link.at + link.url.length)}`;
    else if (link.text !== undefined)
      text = `${text.slice(0, link.start)}${link.text}${text.slice(link.end)}`;
  }
  return text;
}
