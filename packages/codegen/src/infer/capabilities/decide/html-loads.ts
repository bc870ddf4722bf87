import type { Text, TextPart } from './url-text.ts';

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

/** What text of HTML does when it becomes part of a page, as far as the text is known. */
export interface HtmlLoads {
  readonly addresses: readonly Text[];
  /** Whether it brings code of its own: `onclick="…"`. */
  readonly hasCode: boolean;
}

/** Reads the addresses that HTML loads. */
export function loadsOfHtml(html: Text): HtmlLoads {
  const found: Text[] = [];
  let hasCode = false;
  for (const [, tag = '', attributes = ''] of flatten(html).matchAll(TAG)) {
    const names = loadingAttributes(tag);
    for (const [, name = '', quoted, single, bare] of attributes.matchAll(ATTRIBUTE)) {
      const value = restore(quoted ?? single ?? bare ?? '', html);
      if (/^(?:on\w+|srcdoc)$/i.test(name)) hasCode = true;
      if (names.includes(name.toLowerCase())) found.push(...addressesIn(name, value));
    }
  }
  return { addresses: found, hasCode };
}

const TAG = /<([a-z][\w-]*)((?:"[^"]*"|'[^']*'|[^>"'])*)/gi;
const ATTRIBUTE = /(?<![\w:-])([a-z][\w:-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

/** The addresses that the value of an attribute names; `srcset` lists several. */
export function addressesIn(name: string, value: Text): readonly Text[] {
  if (!/srcset$/i.test(name)) return [value];
  return flatten(value)
    .split(/,\s+|,$/)
    .map((candidate) => restore(candidate.trim().split(/\s/)[0] ?? '', value));
}

// Each part that is not text is one character of those that Unicode leaves to private use.
const FIRST = 0xe0_00;

function flatten(text: Text): string {
  return text
    .map((part, index) => (part.kind === 'text' ? part.text : String.fromCodePoint(FIRST + index)))
    .join('');
}

function restore(flat: string, text: Text): Text {
  return flat.split(/([\uE000-\uE0FF])/u).flatMap((piece): readonly TextPart[] => {
    const part = text[(piece.codePointAt(0) ?? 0) - FIRST];
    return part ? [part] : piece === '' ? [] : [{ kind: 'text', text: piece }];
  });
}
