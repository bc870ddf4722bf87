import { isHostname, isIdnHostname, isIpv4, isIpv6 } from './host.ts';

// Most addresses: names of letters, digits and single hyphens. All others take the slow path.
const COMMON = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@[a-z\d]+(?:[.-][a-z\d]+)*$/i;
const ATOMS = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
// RFC 6531 adds everything beyond ASCII to the characters of an atom.
const INTERNATIONAL_ATOMS =
  /^[\w!#$%&'*+/=?^`{|}~\u{80}-\u{10ffff}-]+(?:\.[\w!#$%&'*+/=?^`{|}~\u{80}-\u{10ffff}-]+)*$/u;
const QUOTED = /^"(?:[^"\\\p{Cc}]|\\\P{Cc})*"$/u;
const MAX_LABEL = 63;

/** RFC 5321 mailbox. */
export function isEmail(text: string): boolean {
  if (text.length <= MAX_LABEL && COMMON.test(text)) return true;
  return isMailbox(text, ATOMS, isHostname);
}

/** RFC 6531 mailbox, in any script. */
export function isIdnEmail(text: string): boolean {
  return isMailbox(text, INTERNATIONAL_ATOMS, isIdnHostname);
}

function isMailbox(text: string, atoms: RegExp, isDomain: (domain: string) => boolean): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1 || text.length > 320) return false;
  const local = text.slice(0, at);
  const domain = text.slice(at + 1);
  return (atoms.test(local) || QUOTED.test(local)) && (isDomain(domain) || isAddress(domain));
}

function isAddress(domain: string): boolean {
  if (!domain.startsWith('[') || !domain.endsWith(']')) return false;
  const address = domain.slice(1, -1);
  return address.startsWith('IPv6:') ? isIpv6(address.slice(5)) : isIpv4(address);
}
