import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

describe('canonicalJson', () => {
  it('writes the sample of RFC 8785, section 3.2.2', () => {
    const sample = {
      numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    };
    expect(canonicalJson(sample)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  it('sorts by UTF-16 code units, also `__proto__`, and writes -0 as 0', () => {
    const value: unknown = JSON.parse(
      '{"\u20ac":1,"\\r":-0,"\ufb33":2,"1":3,"\ud83d\ude00":4,"__proto__":5,"\u0080":6}',
    );
    expect(canonicalJson(value)).toBe('{"\\r":0,"1":3,"__proto__":5,"\u0080":6,"€":1,"😀":4,"\ufb33":2}');
  });

  it('refuses half of a surrogate pair, and takes its escaped text', () => {
    expect(() => canonicalJson({ a: ['\ud83d'] })).toThrow('half of a surrogate pair: "\\ud83d"');
    expect(canonicalJson('\\ud83d')).toBe('"\\\\ud83d"');
  });
});
