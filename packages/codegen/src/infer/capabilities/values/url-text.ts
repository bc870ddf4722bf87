/** What stands in a string for what is not known of it, and for parts of the page's own address; private characters of Unicode. */
export const PART = {
  unknown: '\uE000',
  href: '\uE001',
  origin: '\uE002',
  protocol: '\uE003',
  host: '\uE004',
  path: '\uE005',
  /** Without characters special to URLs: a number, something encoded. */
  safe: '\uE006',
} as const;

const ANY_PART = /[\uE000-\uE006]/;

/** The destination of an address: the page's origin, another one, no server, or unknown. */
export type Destination = 'same' | 'cross' | 'none' | 'unknown';

/** Whether all of a string is known. */
export function isKnown(text: string): boolean {
  return !ANY_PART.test(text);
}

/** The page's origin at the start: as a whole, or its host behind a scheme or `//`. */
const OWN_ORIGIN = /^(?:\uE002|(?:\uE003|(?:https?|wss?):)?\/\/\uE004)/i;
const LOCAL_SCHEMES = /^(?:data|blob|about|javascript|mailto|tel):/i;

/** The destination of a request to an address, resolved against the page. */
export function destinationOf(text: string): Destination {
  // Browsers ignore white space around and line breaks within, and read `\` as `/`.
  const clean = text
    .replaceAll(/[\t\n\r]/g, '')
    .replaceAll('\\', '/')
    .trimStart();
  const address = clean.replaceAll(PART.safe, 'x');
  const [own] = OWN_ORIGIN.exec(address) ?? [];
  // `https://host.evil.example` is another origin: the next character must end the host.
  if (own !== undefined) return /^(?:$|[/?#\uE005])/.test(address.slice(own.length)) ? 'same' : 'unknown';
  // The path of a page may be `/`, which makes a host of `/evil.example`.
  if (/^(?:$|\uE001|\uE005(?!\uE000))/.test(address)) return 'same';
  if (LOCAL_SCHEMES.test(address)) return 'none';
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|\uE003\/\/[^\uE000-\uE006])/i.test(address)) return 'cross';
  if (isKnown(address)) return 'same';
  // No scheme so far, but an unfinished word may still become one, and `/` the start of a host.
  const start = address.slice(0, address.search(ANY_PART));
  return start !== '/' && /[/?#]/.test(start) ? 'same' : 'unknown';
}

/** The address of `new URL(relative, base)`, as far as its destination matters. */
export function resolveText(relative: string, base: string): string {
  const own = destinationOf(relative);
  const start = destinationOf(base);
  // An address of another origin remains one, whatever is appended.
  if (start === 'cross') return base;
  if (own === 'cross') return relative;
  return own === 'same' && start === 'same' ? PART.origin : PART.unknown;
}
