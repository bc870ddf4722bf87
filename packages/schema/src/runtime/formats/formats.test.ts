import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compileSchema } from '../../compile/compile-schema.ts';
import { type FormatTest, formatTest, FORMATS, isEnforced } from '../../compile/formats.ts';

/** Valid and invalid values of each format. Cases of the JSON Schema test suite are not repeated. */
const CASES: Readonly<Record<string, readonly [fits: readonly unknown[], not: readonly unknown[]]>> = {
  'date-time': [
    [
      '2024-02-29T23:59:59Z',
      '2024-05-17t12:30:00.123456z',
      '2016-12-31T23:59:60Z',
      '2017-01-01T05:29:60+05:30',
    ],
    [
      '2023-02-29T00:00:00Z',
      '2024-05-17 12:30:00+05:30',
      '2024-05-17T12:30:00',
      '2024-05-17T24:00:00Z',
      '2024-05-17T12:30:00.Z',
      '2024-05-17T12:30:00+0530',
      '2016-12-31T23:58:60Z',
      '2024-05-17',
      '',
    ],
  ],
  date: [
    ['2000-02-29', '2024-12-31'],
    ['1900-02-29', '2024-13-01', '2024-00-10', '2024-04-31', '2024-4-1', '2024-05-17T', '２024-05-17'],
  ],
  time: [
    ['00:00:00Z', '12:30:00.5-08:00'],
    ['12:30:00', '12:60:00Z', '12:30Z', '12:30:00+24:00'],
  ],
  duration: [
    ['P1Y2M3DT4H5M6S', 'PT0S', 'P2W'],
    ['P', 'PT', 'P1Y2W', '1D', 'P1.5D', 'P1D2H'],
  ],
  'iso-date-time': [
    ['2024-05-17T12:30:00', '2024-05-17T12:30:00Z'],
    ['2024-05-17', '12:30:00'],
  ],
  'iso-time': [
    ['12:30:00', '12:30:00Z'],
    ['12:30', '25:00:00'],
  ],
  email: [
    [
      'a@b.example',
      'jane.doe+tag@mail.example.com',
      '"jane doe"@example.com',
      'a@[127.0.0.1]',
      'a@[IPv6:::1]',
      `a@${'b'.repeat(63)}.example`,
    ],
    [
      'a',
      '@b',
      'a@',
      'a..b@c.example',
      'a@b..c',
      'a@-b.example',
      'a b@c.example',
      `a@${'b'.repeat(64)}.example`,
      'a@[IPv6:zz]',
    ],
  ],
  'idn-email': [['実例@実例.テスト'], ['実例']],
  hostname: [
    ['example.com', 'a', 'xn--4gbwdl.xn--wgbh1c', '1.2.3.4'],
    ['-a.example', 'a_b.example', 'a..b', '', 'a.', 'a'.repeat(64)],
  ],
  'idn-hostname': [
    ['実例.テスト', 'faß.de'],
    ['-実例', 'a b'],
  ],
  ipv4: [
    ['0.0.0.0', '255.255.255.255'],
    ['256.0.0.1', '01.2.3.4', '1.2.3', '1.2.3.4.5', '1.2.3.4 '],
  ],
  ipv6: [
    ['::', '::1', '1:2:3:4:5:6:7:8', '::ffff:1.2.3.4', 'FE80::1'],
    [':', ':::', '1::2::3', '1:2:3:4:5:6:7', '12345::', '::1%eth0', '::1.2.3', '1:2:3:4:5:6:7::8'],
  ],
  uri: [
    [
      'https://user@example.com:8080/a?b#c',
      'urn:isbn:1',
      'mailto:a@b.example',
      'http://[::1]/',
      'http://[v1.x]/',
    ],
    ['/relative', 'example.com', 'http://a b', 'http://[::1', 'http://a/%zz', '1http://a', 'http://a/"'],
  ],
  'uri-reference': [
    ['', '../a', '#x', '//host/path', '?q'],
    ['\\a', 'a b', '%', 'http://a/<'],
  ],
  'uri-template': [
    ['/a/{b}', '{?x,y*}', '{/seg:3}'],
    ['{a', '{}', 'a}', '{a b}'],
  ],
  iri: [['http://实例.例子/a'], ['/a', 'http://a b']],
  'iri-reference': [['実例#部分'], ['a b']],
  url: [
    [
      'https://example.com/a',
      'ftp://example.com',
      'https://x.example/{id}?q={q}',
      'https://{host}/a',
      '{+base}/x{?q*}',
    ],
    ['mailto:a@b.example', 'https://', 'https:///a', 'example.com', 'https://x.example/a b'],
  ],
  uuid: [
    ['6a2f41a3-c54c-fce8-32d2-0324e1c32e22', '6A2F41A3-C54C-FCE8-32D2-0324E1C32E22'],
    ['6a2f41a3c54cfce832d20324e1c32e22', '6a2f41a3-c54c-fce8-32d2-0324e1c32e2', 'g'.repeat(36)],
  ],
  'json-pointer': [
    ['', '/a/0', '/a~1b~0c', '/ '],
    ['a', '/~', '/~2', '#/a'],
  ],
  'relative-json-pointer': [
    ['0', '1/a', '2#'],
    ['/a', '01', '-1', '1#/a', '1a'],
  ],
  'json-pointer-uri-fragment': [
    ['#', '#/a%20b'],
    ['/a', '#a', '#/ '],
  ],
  regex: [
    ['^a+$', '\\p{L}'],
    ['(', '\\Z', '[b-a]'],
  ],
  byte: [
    ['', 'YQ==', 'YWJj'],
    ['YQ=', 'Y', '====', 'YQ==\n', 'Y Q='],
  ],
  cidrv4: [
    ['0.0.0.0/0', '192.0.2.0/24', '255.255.255.255/32'],
    ['192.0.2.0', '192.0.2.0/33', '192.0.2.0/', '192.0.2/24', '192.0.2.0/024', '192.0.2.0/24/1', '/24'],
  ],
  cidrv6: [
    ['::/0', '2001:db8::/32', '::1/128', '::ffff:192.0.2.0/120'],
    ['2001:db8::', '2001:db8::/129', '192.0.2.0/24', '::/-1', '::/1000'],
  ],
  mac: [
    ['00:1a:2B:3c:4D:5e', '00-1A-2B-3C-4D-5E'],
    ['00:1a:2b:3c:4d', '00:1a:2b:3c:4d:5g', '001a2b3c4d5e'],
  ],
  guid: [['6a2f41a3-c54c-fce8-32d2-0324e1c32e22'], ['6a2f41a3']],
  base64: [
    ['', 'YQ==', 'YWJj', '+/+/'],
    ['YQ', 'YQ=', '-_-_', 'YQ==\n'],
  ],
  base64url: [
    ['', 'YQ', 'YQ==', 'YWI', 'YWI=', 'YWJj', '-_-_'],
    ['Y', 'YQ=', 'YWJj=', '+/+/', 'YQ=Q'],
  ],
  jwt: [
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', 'eyJhbGciOiJub25lIn0.e30.'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0', 'a.b.c.d', '.e30.c2ln', 'a b.e30.c2ln'],
  ],
  e164: [
    ['+14155552671', '+442071838750', '+1234567', '+123456789012345'],
    ['14155552671', '+04155552671', '+123456', '+1234567890123456', '+1 415 555 2671'],
  ],
  ulid: [
    ['01ARZ3NDEKTSV4RRFFQ69G5FAV', '7ZZZZZZZZZZZZZZZZZZZZZZZZZ', '01arz3ndektsv4rrffq69g5fav'],
    ['81ARZ3NDEKTSV4RRFFQ69G5FAV', '01ARZ3NDEKTSV4RRFFQ69G5FA', '01ARZ3NDEKTSV4RRFFQ69G5FAU'],
  ],
  nanoid: [
    ['V1StGXR8_Z5jdHi6B-myT', 'V1StGXR8_Z'],
    ['', 'V1StGXR8.Z5jdHi6B-myT'],
  ],
  cuid: [
    ['cjld2cjxh0000qzrmn831i7rn', 'c123456'],
    ['ajld2cjxh0000qzrmn831i7rn', 'c12345', 'cJLD2CJXH'],
  ],
  cuid2: [['tz4a98xxat96iws9zmbrgj3a'], ['', 'tz4a98xxat96iws9zmbrgj3a!', 'TZ4A']],
  xid: [['9m4e2mr0ui3e8a215n4g'], ['9m4e2mr0ui3e8a215n4', '9m4e2mr0ui3e8a215n4z']],
  ksuid: [['0ujtsYcgvSTl8PAuAdqWYSMnLOv'], ['0ujtsYcgvSTl8PAuAdqWYSMnLO', '0ujtsYcgvSTl8PAuAdqWYSMnLO-']],
  emoji: [
    ['🌍', '👩‍👩‍👧', '🇩🇪', '1️⃣'],
    ['', 'a', '🌍a'],
  ],
  int8: [
    [-128, 127],
    [-129, 128, 0.5],
  ],
  int16: [
    [-32768, 32767],
    [-32769, 32768],
  ],
  int32: [
    [0, -2147483648, 2147483647],
    [2147483648, -2147483649, 1.5],
  ],
  int64: [
    // JSON.parse rounds the greatest one, 9223372036854775807, to this.
    [0, 2 ** 53, -(2 ** 63), 2 ** 63],
    [2 ** 63 + 2048, 0.5],
  ],
  int: [[-(2 ** 63)], [2 ** 64]],
  int128: [[-(2 ** 127)], [2 ** 128, 0.5]],
  uint: [[0, 2 ** 64], [-1]],
  uint8: [
    [0, 255],
    [-1, 256, 1.5],
  ],
  uint16: [
    [0, 65535],
    [-1, 65536],
  ],
  uint32: [
    [0, 4294967295],
    [-1, 4294967296],
  ],
  uint64: [
    [0, 2 ** 64],
    [-1, 2 ** 65, 0.5],
  ],
  uint128: [[2 ** 128], [-1, 2 ** 129]],
};

function testOf(format: string): FormatTest {
  const known = formatTest(format);
  if (known === undefined) throw new Error(`${format} is not known.`);
  return known;
}

describe('formats', () => {
  it('are all checked, or accept every value', () => {
    const enforced = [...FORMATS.keys()].filter(isEnforced);
    expect(Object.keys(CASES).sort(), 'the formats in `CASES` of this file').toEqual(enforced.sort());
    expect([...FORMATS.keys()].filter((format) => !isEnforced(format))).toEqual([
      'binary',
      'password',
      'float',
      'double',
    ]);
  });

  it.each(Object.keys(CASES))('%s', (format) => {
    const { type, test } = testOf(format);
    const validate = compileSchema({ format });
    const [fits, not] = CASES[format] ?? [[], []];
    expect([...fits, ...not].filter((value) => typeof value !== type)).toEqual([]);
    expect(fits.filter((value) => !test(value) || !validate(value).ok)).toEqual([]);
    expect(not.filter((value) => test(value) || validate(value).ok)).toEqual([]);
  });

  it('name an example that fits', () => {
    const wrong = [...FORMATS].filter(
      ([name, { example }]) => example !== undefined && formatTest(name)?.test(example) !== true,
    );
    expect(wrong).toEqual([]);
  });

  it('accept values of another type', () => {
    expect(compileSchema({ format: 'uint8' })('-1')).toEqual({ ok: true, value: '-1' });
    expect(compileSchema({ format: 'ulid' })(7)).toEqual({ ok: true, value: 7 });
  });

  it('are fast for long hostile strings', () => {
    const texts = [
      'a',
      '1',
      '.',
      '-',
      ':',
      '/',
      '@',
      '%',
      'a.',
      'a-',
      '{a}',
      '~0',
      '"',
      ':1',
      'P1Y',
      '🌍',
    ].map((part) => `${part.repeat(50_000)}!`);
    const started = process.cpuUsage();
    for (const name of FORMATS.keys()) {
      const { type, test } = testOf(name);
      if (type === 'string') for (const text of texts) test(text);
    }
    expect(cpuMilliseconds(started)).toBeLessThan(5000);
  });
});

describe('formats that Zod writes', () => {
  const ZOD = {
    cuid: z.cuid(),
    cuid2: z.cuid2(),
    ulid: z.ulid(),
    xid: z.xid(),
    ksuid: z.ksuid(),
    nanoid: z.nanoid(),
    jwt: z.jwt(),
    e164: z.e164(),
    cidrv4: z.cidrv4(),
    cidrv6: z.cidrv6(),
    mac: z.mac(),
    base64: z.base64(),
    base64url: z.base64url(),
    emoji: z.emoji(),
    guid: z.guid(),
    int32: z.int32(),
    uint32: z.uint32(),
  } as const;

  /** Values that Zod refuses and we accept, and why. */
  const WIDER: Readonly<Record<string, readonly unknown[]>> = {
    // Zod writes the length as a pattern beside the format.
    nanoid: ['V1StGXR8_Z'],
    // Letters of both cases, and any of three delimiters: Zod writes its choice as a pattern beside.
    mac: ['00:1a:2B:3c:4D:5e', '00-1A-2B-3C-4D-5E'],
    // Padding.
    base64url: ['YQ==', 'YWI='],
  };

  it.each(Object.entries(ZOD))('%s', (format, schema) => {
    const { test } = testOf(format);
    expect(z.toJSONSchema(schema)).toMatchObject(
      format === 'guid' ? { format: 'uuid' } : format.includes('int') ? { type: 'integer' } : { format },
    );
    const [fits, not] = CASES[format] ?? [[], []];
    const values = [...fits, ...not];
    expect(values.filter((value) => schema.safeParse(value).success && !test(value))).toEqual([]);
    expect(values.filter((value) => !schema.safeParse(value).success && test(value))).toEqual(
      WIDER[format] ?? [],
    );
  });
});

// CPU time of this process: the clock depends on other load of the machine.
function cpuMilliseconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}
