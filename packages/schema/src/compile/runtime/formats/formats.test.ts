import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../formats.ts';
import * as runtime from '../index.ts';

/** For each format: what fits, and what does not. Cases that the JSON Schema test suite has are not repeated. */
const CASES: Readonly<Record<string, readonly [fits: readonly unknown[], not: readonly unknown[]]>> = {
  'date-time': [
    [
      '2024-02-29T23:59:59Z',
      '2024-05-17t12:30:00.123456z',
      '2024-05-17 12:30:00+05:30',
      '2016-12-31T23:59:60Z',
      '2017-01-01T05:29:60+05:30',
    ],
    [
      '2023-02-29T00:00:00Z',
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
    ['https://example.com/a', 'ftp://example.com'],
    ['mailto:a@b.example', 'https://', 'https:///a', 'example.com'],
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
  int32: [
    [0, -2147483648, 2147483647],
    [2147483648, 1.5],
  ],
  int64: [
    [0, 2 ** 53],
    [2 ** 63, 0.5],
  ],
};

describe('formats', () => {
  it('are all checked by the runtime, or fit every value', () => {
    const checked = [...FORMATS]
      .filter(([, { function: name }]) => name !== undefined)
      .map(([format]) => format);
    expect(Object.keys(CASES).sort()).toEqual(checked.sort());
    expect([...FORMATS.keys()].filter((format) => !checked.includes(format))).toEqual([
      'binary',
      'password',
      'float',
      'double',
    ]);
  });

  it.each(Object.keys(CASES))('%s', (format) => {
    const functions: Readonly<Record<string, unknown>> = runtime;
    const check = functions[FORMATS.get(format)?.function ?? ''] as (value: unknown) => boolean;
    const [fits, not] = CASES[format] ?? [[], []];
    expect(fits.filter((value) => !check(value))).toEqual([]);
    expect(not.filter((value) => check(value))).toEqual([]);
  });

  it('take no more than moments for long hostile texts', () => {
    const functions: Readonly<Record<string, unknown>> = runtime;
    const texts = ['a', '1', '.', '-', ':', '/', '@', '%', 'a.', 'a-', '{a}', '~0', '"', ':1', 'P1Y'].map(
      (part) => `${part.repeat(50_000)}!`,
    );
    const started = performance.now();
    for (const { function: name, type } of FORMATS.values()) {
      if (name === undefined || type !== 'string') continue;
      for (const text of texts) (functions[name] as (value: string) => boolean)(text);
    }
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
