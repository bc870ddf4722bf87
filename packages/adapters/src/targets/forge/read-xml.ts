import { BTCPError } from '@btcp/core';

/** An element: its text, joined, and its elements. Attributes are skipped. */
export interface XmlElement {
  readonly name: string;
  readonly text: string;
  readonly children: readonly XmlElement[];
}

/** Levels of elements. */
const MAX_DEPTH = 64;

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const START = /<([\p{L}_][\p{L}\p{M}\p{N}_.:-]*)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/uy;
const END = /<\/([\p{L}_][\p{L}\p{M}\p{N}_.:-]*)\s*>/uy;

/**
 * Parses the element that begins at an offset. The XML is what models write: text, elements, CDATA, comments and the
 * five entities; no document types, so nothing can be expanded. A `<` or `&` that begins none of these is text.
 *
 * @throws BTCPError `INVALID_INPUT` where an element does not end.
 */
export function readXml(text: string, start: number): XmlElement {
  return new XmlReader(text, start).element(0);
}

class XmlReader {
  readonly #text: string;
  #at: number;

  constructor(text: string, start: number) {
    this.#text = text;
    this.#at = start;
  }

  element(depth: number): XmlElement {
    const begin = this.#match(START);
    const [, name = '', , slash] = begin ?? [];
    if (!begin || depth > MAX_DEPTH) throw unreadable(`nests more than ${MAX_DEPTH} levels deep`);
    if (slash === '/') return { name, text: '', children: [] };
    const texts: string[] = [];
    const children: XmlElement[] = [];
    for (;;) {
      if (this.#at >= this.#text.length) throw unreadable(`does not end: </${name}> is missing`);
      const end = this.#match(END);
      if (end?.[1] === name) return { name, text: texts.join(''), children };
      if (end) throw unreadable(`ends <${name}> with </${end[1]}>`);
      this.#content(texts, children, depth);
    }
  }

  #content(texts: string[], children: XmlElement[], depth: number): void {
    if (this.#startsWith('<![CDATA[')) texts.push(this.#until('<![CDATA[', ']]>'));
    else if (this.#startsWith('<!--')) this.#until('<!--', '-->');
    else if (this.#looksAt(START)) children.push(this.element(depth + 1));
    else {
      // At least one character: a `<` may begin nothing.
      const next = this.#text.indexOf('<', this.#at + 1);
      const end = next === -1 ? this.#text.length : next;
      texts.push(decodeEntities(this.#text.slice(this.#at, end)));
      this.#at = end;
    }
  }

  #startsWith(mark: string): boolean {
    return this.#text.startsWith(mark, this.#at);
  }

  #until(begin: string, end: string): string {
    const from = this.#at + begin.length;
    const to = this.#text.indexOf(end, from);
    if (to === -1) throw unreadable(`does not end: ${end} is missing`);
    this.#at = to + end.length;
    return this.#text.slice(from, to);
  }

  #looksAt(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    return pattern.test(this.#text);
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (!match) return undefined;
    this.#at = pattern.lastIndex;
    return match;
  }
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\dA-Fa-f]{1,6})|(\w+));/g, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined)
      return Object.hasOwn(ENTITIES, String(name)) ? (ENTITIES[String(name)] ?? whole) : whole;
    const code = decimal === undefined ? Number.parseInt(String(hexadecimal), 16) : Number(decimal);
    const isSurrogate = code >= 0xd800 && code <= 0xdfff;
    return code > 0 && code <= 0x10ffff && !isSurrogate ? String.fromCodePoint(code) : whole;
  });
}

function unreadable(what: string): BTCPError {
  return new BTCPError('INVALID_INPUT', {
    message: `The tool call ${what}.`,
    suggestion: 'Write it again as a whole, with values that hold "<" or "&" in <![CDATA[…]]>.',
  });
}
