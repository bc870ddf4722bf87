import { isIpv6 } from './host.ts';

// RFC 3986: scheme, authority, path, query, fragment.
const PARTS = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;
const SCHEME = /^[a-z][a-z\d+.-]*$/i;
const AUTHORITY = /^(?:([^@]*)@)?(\[[^\]]*\]|[^:]*)(?::\d*)?$/;
const FUTURE_ADDRESS = /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i;

/** Which characters may stand in the parts of a reference. */
interface Alphabet {
  readonly user: RegExp;
  readonly host: RegExp;
  readonly path: RegExp;
  readonly query: RegExp;
}

const URI: Alphabet = {
  user: /^(?:[\w.~!$&'()*+,;=:-]|%[\da-f]{2})*$/i,
  host: /^(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*$/i,
  path: /^(?:[\w.~!$&'()*+,;=:@/-]|%[\da-f]{2})*$/i,
  query: /^(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*$/i,
};

// RFC 3987: the same, and characters beyond ASCII.
const IRI: Alphabet = {
  user: /^(?:[\w.~!$&'()*+,;=:\u{a0}-\u{10fffd}-]|%[\da-f]{2})*$/iu,
  host: /^(?:[\w.~!$&'()*+,;=\u{a0}-\u{10fffd}-]|%[\da-f]{2})*$/iu,
  path: /^(?:[\w.~!$&'()*+,;=:@/\u{a0}-\u{10fffd}-]|%[\da-f]{2})*$/iu,
  query: /^(?:[\w.~!$&'()*+,;=:@/?\u{a0}-\u{10fffd}-]|%[\da-f]{2})*$/iu,
};

/** RFC 3986 URI, with its scheme. */
export function isUri(text: string): boolean {
  return matches(text, URI, true);
}

/** RFC 3986 URI or relative reference. */
export function isUriReference(text: string): boolean {
  return matches(text, URI, false);
}

/** RFC 3987 IRI, with its scheme. */
export function isIri(text: string): boolean {
  return matches(text, IRI, true);
}

/** RFC 3987 IRI or relative reference. */
export function isIriReference(text: string): boolean {
  return matches(text, IRI, false);
}

/**
 * Address on the web: `http`, `https` or `ftp`, with a host. Braces may stand in it, as in `https://x.example/{id}`, and a
 * template may begin with one, as in `{+base}/x`.
 */
export function isUrl(text: string): boolean {
  if (text.startsWith('{')) return isUriTemplate(text);
  return /^(?:https?|ftp):\/\/[^/?#:@]/i.test(text) && isIri(text.replace(/[{}]/g, '-'));
}

function matches(text: string, alphabet: Alphabet, schemeRequired: boolean): boolean {
  const [found, scheme, authority, path = '', query = '', fragment = ''] = PARTS.exec(text) ?? [];
  if (found === undefined || (scheme === undefined ? schemeRequired : !SCHEME.test(scheme))) return false;
  if (authority !== undefined && !isAuthority(authority, alphabet)) return false;
  return alphabet.path.test(path) && alphabet.query.test(query) && alphabet.query.test(fragment);
}

function isAuthority(authority: string, alphabet: Alphabet): boolean {
  const [found, user = '', host = ''] = AUTHORITY.exec(authority) ?? [];
  if (found === undefined || !alphabet.user.test(user)) return false;
  if (!host.startsWith('[')) return alphabet.host.test(host);
  const address = host.slice(1, -1);
  return isIpv6(address) || FUTURE_ADDRESS.test(address);
}

const VARIABLE = '(?:\\w|%[\\da-f]{2})+(?:\\.(?:\\w|%[\\da-f]{2})+)*(?::[1-9]\\d{0,3}|\\*)?';
const EXPRESSION = `\\{[+#./;?&=,!@|]?${VARIABLE}(?:,${VARIABLE})*\\}`;

/** RFC 6570 URI template. */
export function isUriTemplate(text: string): boolean {
  return (template ??= new RegExp(
    `^(?:[^\\u0000- "<>%\\\\^\`{|}\\u007f-\\u009f]|%[\\da-f]{2}|${EXPRESSION})*$`,
    'iu',
  )).test(text);
}

// Made at the first use, so that importing the runtime costs nothing.
let template: RegExp | undefined;
