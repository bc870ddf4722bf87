const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;
const INTERNATIONAL_LABEL =
  /^[\p{L}\p{M}\p{N}\p{Join_Control}·\u0375\u05f3\u05f4\u06fd\u06fe\u0f0b\u3007\u30fb-]{1,63}$/u;
const BYTE = /^(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/;
const GROUP = /^[\da-f]{1,4}$/i;
const MAX_HOST = 253;

/** RFC 1123 host name. */
export function isHostname(text: string): boolean {
  return isHost(text, (label) => LABEL.test(label) && !isReserved(label));
}

/** Host name in any script. */
export function isIdnHostname(text: string): boolean {
  return isHost(text.replace(/[。．｡]/g, '.'), (label) => LABEL.test(label) || isInternational(label));
}

function isHost(text: string, isLabel: (label: string) => boolean): boolean {
  return text.length <= MAX_HOST && text.split('.').every(isLabel);
}

// RFC 5891: hyphens in the third and fourth place are kept for encodings, of which only `xn--` exists.
const isReserved = (label: string): boolean => label.startsWith('--', 2) && !/^xn--./i.test(label);

const isInternational = (label: string): boolean =>
  INTERNATIONAL_LABEL.test(label) && !/^-|-$|^\p{M}/u.test(label) && !label.startsWith('--', 2);

/** IPv4 address in dotted decimals. */
export function isIpv4(text: string): boolean {
  const bytes = text.split('.', 5);
  return bytes.length === 4 && bytes.every((byte) => BYTE.test(byte));
}

/** IPv6 address, RFC 4291. */
export function isIpv6(text: string): boolean {
  if (text.length > 45) return false;
  const [head = '', tail, ...more] = text.split('::');
  if (more.length > 0) return false;
  const before = groupsIn(head, tail === undefined);
  if (tail === undefined) return before === 8;
  const after = groupsIn(tail, true);
  return before + after <= 7;
}

/** IPv4 address block, RFC 4632: an address and how many bits of it count. */
export function isCidrv4(text: string): boolean {
  return isBlock(text, 32, isIpv4);
}

/** IPv6 address block, RFC 4291 section 2.3. */
export function isCidrv6(text: string): boolean {
  return isBlock(text, 128, isIpv6);
}

function isBlock(text: string, bits: number, isAddress: (address: string) => boolean): boolean {
  const slash = text.indexOf('/');
  const length = text.slice(slash + 1);
  return (
    slash > 0 &&
    /^(?:0|[1-9]\d{0,2})$/.test(length) &&
    Number(length) <= bits &&
    isAddress(text.slice(0, slash))
  );
}

// How many 16-bit groups; Infinity when one is malformed. An IPv4 address may end the last part, and counts two.
function groupsIn(part: string, last: boolean): number {
  if (part === '') return 0;
  const groups = part.split(':');
  const end = groups.at(-1) ?? '';
  const mapped = last && end.includes('.');
  if (mapped && !isIpv4(end)) return Infinity;
  const hex = mapped ? groups.slice(0, -1) : groups;
  return hex.every((group) => GROUP.test(group)) ? hex.length + (mapped ? 2 : 0) : Infinity;
}
