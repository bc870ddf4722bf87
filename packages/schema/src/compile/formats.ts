import * as runtime from '../runtime/index.ts';

/** How a format is enforced. Without a function, a pattern or integers, every value of the type fits. */
export interface FormatCheck {
  /** Only values of this type are checked. */
  readonly type: 'string' | 'number';
  /** The function of the runtime that decides. */
  readonly function?: string;
  /** A regular expression, for the `u` flag, that decides. */
  readonly pattern?: string;
  /** The least and the greatest integer that fit. */
  readonly integers?: readonly [least: number, greatest: number];
  /** A value that fits, for messages and samples. */
  readonly example?: string;
  /** A character that every value has. */
  readonly character?: string;
}

const text = (name: string, example?: string, character?: string): FormatCheck => ({
  function: name,
  type: 'string',
  ...(example !== undefined && { example }),
  ...(character !== undefined && { character }),
});

const matching = (pattern: string): FormatCheck => ({ pattern, type: 'string' });

/** Bounds are exact up to 32 bits; above 53, JSON.parse rounds the greatest integer up to the power of two. */
const signed = (bits: number): FormatCheck => ({
  type: 'number',
  integers: [-(2 ** (bits - 1)), bits > 53 ? 2 ** (bits - 1) : 2 ** (bits - 1) - 1],
});
const unsigned = (bits: number): FormatCheck => ({
  type: 'number',
  integers: [0, bits > 53 ? 2 ** bits : 2 ** bits - 1],
});

/**
 * Every format that is known, the only list of them: those of JSON Schema and its validation vocabulary's registry,
 * those of OpenAPI's registry, and those that Rust's schemars and Zod write. Where a format is known from the library
 * that writes it, its check refuses nothing that the library accepts. Every other `format` is an annotation.
 */
export const FORMATS: ReadonlyMap<string, FormatCheck> = new Map<string, FormatCheck>([
  ['date-time', text('isDateTime', '2024-05-17T12:30:00Z', ':')],
  ['date', text('isDate', '2024-05-17', '-')],
  ['time', text('isTime', '12:30:00Z', ':')],
  ['duration', text('isDuration', 'PT1H30M')],
  ['iso-date-time', text('isIsoDateTime')],
  ['iso-time', text('isIsoTime')],
  ['email', text('isEmail', 'name@example.com', '@')],
  ['idn-email', text('isIdnEmail', 'name@example.com', '@')],
  ['hostname', text('isHostname', 'example.com')],
  ['idn-hostname', text('isIdnHostname', 'example.com')],
  ['ipv4', text('isIpv4', '192.0.2.1', '.')],
  ['ipv6', text('isIpv6', '2001:db8::1', ':')],
  ['cidrv4', text('isCidrv4', '192.0.2.0/24')],
  ['cidrv6', text('isCidrv6', '2001:db8::/32')],
  // IEEE 802: six octets.
  ['mac', matching('^[\\dA-Fa-f]{2}(?:[:.\\-][\\dA-Fa-f]{2}){5}$')],
  ['uri', text('isUri', 'https://example.com/a', ':')],
  ['uri-reference', text('isUriReference', '/a')],
  ['uri-template', text('isUriTemplate')],
  ['iri', text('isIri', 'https://example.com/a', ':')],
  ['iri-reference', text('isIriReference')],
  ['url', text('isUrl', 'https://example.com/a')],
  ['uuid', text('isUuid', '6a2f41a3-c54c-fce8-32d2-0324e1c32e22', '-')],
  // .NET's and Zod's name for any UUID.
  ['guid', text('isUuid', '6a2f41a3-c54c-fce8-32d2-0324e1c32e22')],
  ['json-pointer', text('isJsonPointer', '/a')],
  ['relative-json-pointer', text('isRelativeJsonPointer')],
  ['json-pointer-uri-fragment', text('isJsonPointerUriFragment')],
  ['regex', text('isRegex', 'a+')],
  ['byte', text('isByte')],
  // RFC 4648, section 4, padded.
  ['base64', text('isByte')],
  // RFC 4648, section 5; the padding may be left out.
  ['base64url', matching('^(?:[\\w\\-]{4})*(?:[\\w\\-]{2}(?:==)?|[\\w\\-]{3}=?)?$')],
  // RFC 7519 over RFC 7515, section 7.1: header, payload, signature; an unsecured one ends in a dot.
  ['jwt', matching('^[\\w\\-]+\\.[\\w\\-]+\\.[\\w\\-]*$')],
  // ITU-T E.164: at most 15 digits, of which the first is not 0.
  ['e164', matching('^\\+[1-9]\\d{6,14}$')],
  // github.com/ulid/spec: 26 digits in Crockford's base 32, of which the first is at most 7.
  ['ulid', matching('^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$')],
  // github.com/ai/nanoid: its alphabet; 21 characters are only the default.
  ['nanoid', matching('^[\\w\\-]+$')],
  // github.com/paralleldrive/cuid and cuid2.
  ['cuid', matching('^[cC][0-9a-z]{6,}$')],
  ['cuid2', matching('^[0-9a-z]+$')],
  // github.com/rs/xid: 12 bytes in base 32 hex.
  ['xid', matching('^[0-9a-vA-V]{20}$')],
  // github.com/segmentio/ksuid: 20 bytes in base 62.
  ['ksuid', matching('^[0-9A-Za-z]{27}$')],
  // Unicode UTS #51; Zod asks for one pictograph among them.
  ['emoji', matching('^[\\p{Extended_Pictographic}\\p{Emoji_Component}]+$')],
  ['binary', { type: 'string' }],
  ['password', { type: 'string' }],
  ['int8', signed(8)],
  ['int16', signed(16)],
  ['int32', signed(32)],
  ['int64', signed(64)],
  ['int128', signed(128)],
  // schemars writes isize and usize so.
  ['int', signed(64)],
  ['uint', unsigned(64)],
  ['uint8', unsigned(8)],
  ['uint16', unsigned(16)],
  ['uint32', unsigned(32)],
  ['uint64', unsigned(64)],
  ['uint128', unsigned(128)],
  ['float', { type: 'number' }],
  ['double', { type: 'number' }],
]);

/** Whether a format asks anything of a value. */
export function isEnforced(format: unknown): format is string {
  const check = typeof format === 'string' ? FORMATS.get(format) : undefined;
  return check !== undefined && Object.keys(check).some((key) => ENFORCING.includes(key));
}

const ENFORCING: readonly string[] = ['function', 'pattern', 'integers'] satisfies (keyof FormatCheck)[];

export interface FormatTest {
  /** Values of other types pass. */
  readonly type: 'string' | 'number';
  readonly test: (value: unknown) => boolean;
}

/** The check that an emitted validator makes for a format; `undefined` where the format is not known. */
export function formatTest(name: string): FormatTest | undefined {
  const check = FORMATS.get(name);
  if (check === undefined) return undefined;
  const { type, function: decide, pattern, integers } = check;
  if (decide !== undefined) {
    // Every format's function takes a value of the format's type.
    const test = (runtime as Readonly<Record<string, unknown>>)[decide] as (value: unknown) => boolean;
    return { type, test };
  }
  if (pattern !== undefined) {
    const expression = new RegExp(pattern, 'u');
    return { type, test: (value) => expression.test(String(value)) };
  }
  if (integers === undefined) return { type, test: () => true };
  const [least, greatest] = integers;
  return {
    type,
    test: (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= greatest,
  };
}
