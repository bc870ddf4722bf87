/** One part of a concatenated string, as far as it matters for an address. */
export type TextPart =
  | { readonly kind: 'text'; readonly text: string }
  /** Parts of the page's own address: all of it, its origin, … */
  | { readonly kind: 'href' | 'origin' | 'protocol' | 'host' | 'path' }
  /** A string without characters special to URLs: a number, something encoded. */
  | { readonly kind: 'safe' }
  | { readonly kind: 'unknown' };

/** A string, part by part. */
export type Text = readonly TextPart[];

/** The destination of an address: the page's origin, another one, no server, or unknown. */
export type Destination = 'same' | 'cross' | 'none' | 'unknown';

export const UNKNOWN_TEXT: Text = [{ kind: 'unknown' }];

/** A literal string. */
export function textOf(text: string): Text {
  return [{ kind: 'text', text }];
}

/** The destination of a request to an address, resolved against the page. */
export function destinationOf(text: Text): Destination {
  const [first, second, ...rest] = normalise(text);
  if (!first) return 'same';
  switch (first.kind) {
    case 'origin':
      return afterOrigin(second);
    case 'href':
    case 'path':
      return 'same';
    case 'protocol':
      return afterProtocol(second, rest);
    case 'text':
      return ofText(first.text, second, rest);
    default:
      return 'unknown';
  }
}

/** The address of `new URL(relative, base)`, as far as its destination matters. */
export function resolveText(relative: Text, base: Text): Text {
  const own = destinationOf(relative);
  if (own === 'none') return relative;
  const start = destinationOf(base);
  // An address of another origin remains one, whatever is appended.
  if (start === 'cross') return base;
  if (own === 'cross') return relative;
  return own === 'same' && start === 'same' ? [{ kind: 'origin' }] : UNKNOWN_TEXT;
}

// `https://host.evil.example` is another origin: the next character must end the host.
function afterOrigin(next: TextPart | undefined): Destination {
  if (!next || next.kind === 'path') return 'same';
  return next.kind === 'text' && /^[/?#\\]/.test(next.text) ? 'same' : 'unknown';
}

function afterProtocol(next: TextPart | undefined, rest: Text): Destination {
  if (next?.kind !== 'text') return 'unknown';
  if (next.text !== '//') return /^\/\/./.test(next.text) ? 'cross' : 'unknown';
  return rest[0]?.kind === 'host' ? afterOrigin(rest[1]) : 'unknown';
}

function ofText(text: string, next: TextPart | undefined, rest: Text): Destination {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined) {
    if (LOCAL_SCHEMES.has(scheme)) return 'none';
    const isOwnHost = /^(?:https?|wss?):\/\/$/i.test(text) && next?.kind === 'host';
    return isOwnHost ? afterOrigin(rest[0]) : 'cross';
  }
  if (text.startsWith('//')) return text === '//' && next?.kind === 'host' ? afterOrigin(rest[0]) : 'cross';
  if (text === '/') return !next || next.kind === 'path' ? 'same' : 'unknown';
  // No scheme so far, but an unfinished word may still become one.
  return !next || /[/?#]/.test(text) ? 'same' : 'unknown';
}

const LOCAL_SCHEMES: ReadonlySet<string> = new Set(['data', 'blob', 'about', 'javascript', 'mailto', 'tel']);

// Browsers ignore white space around and line breaks within, and read `\` as `/`.
function normalise(text: Text): Text {
  const parts: TextPart[] = [];
  for (const part of text) {
    const own = part.kind === 'safe' ? { kind: 'text' as const, text: 'x' } : part;
    const last = parts.at(-1);
    if (own.kind !== 'text') parts.push(own);
    else if (own.text !== '' && last?.kind === 'text')
      parts.splice(-1, 1, { kind: 'text', text: last.text + own.text });
    else if (own.text !== '') parts.push(own);
  }
  return parts.map((part, index) => {
    if (part.kind !== 'text') return part;
    const clean = part.text.replaceAll(/[\t\n\r]/g, '').replaceAll('\\', '/');
    return { kind: 'text', text: index === 0 ? clean.trimStart() : clean };
  });
}
