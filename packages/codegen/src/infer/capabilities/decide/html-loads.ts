import type { Text } from './url-text.ts';

/** The elements that load what an attribute says, by the attribute. */
const LOADING: Readonly<Record<string, RegExp>> = {
  src: /^(?:img|script|iframe|frame|embed|audio|video|source|track|input)$/,
  srcset: /^(?:img|source)$/,
  imagesrcset: /^link$/,
  poster: /^video$/,
  data: /^object$/,
  background: /^(?:body|table|tr|t[dh])$/,
  href: /^(?:link|image|use|feimage|script)$/,
  'xlink:href': /^(?:image|use|feimage|script)$/,
};

/** The attributes by which an element of HTML or JSX loads something, in lower case. */
export function loadingAttributes(tag: string): readonly string[] {
  return Object.keys(LOADING).filter((name) => LOADING[name]?.test(tag.toLowerCase()));
}

const TAG = /<([a-z][\w-]*)([^<]*)/gi;

/** Whether text of HTML loads something when it becomes part of a page, or brings code of its own: `onclick="…"`. */
export function loadsOfHtml(html: Text): { readonly isLoading: boolean; readonly hasCode: boolean } {
  const known = html.map((part) => (part.kind === 'text' ? part.text : 'x')).join('');
  const tags = [...known.matchAll(TAG)];
  return {
    isLoading: tags.some(([, tag = '', attributes = '']) =>
      loadingAttributes(tag).some((name) => hasAttribute(attributes, name)),
    ),
    hasCode: tags.some(([, , attributes = '']) => hasAttribute(attributes, '(?:on\\w+|srcdoc)')),
  };
}

function hasAttribute(attributes: string, name: string): boolean {
  return new RegExp(`(?<![\\w:-])${name}\\s*=`, 'i').test(attributes);
}
