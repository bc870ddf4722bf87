/** Letters of other scripts that look like Latin ones. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'аαɑ',
    b: 'Ьƅ',
    c: 'сϲ',
    d: 'ԁ',
    e: 'еҽε',
    g: 'ɡ',
    h: 'һ',
    i: 'іιɩ',
    j: 'ј',
    k: 'κк',
    l: 'ⅼӏ',
    m: 'м',
    n: 'ո',
    o: 'оοօ',
    p: 'рρ',
    q: 'ԛ',
    r: 'г',
    s: 'ѕ',
    t: 'тτ',
    u: 'υս',
    v: 'νѵ',
    w: 'ԝ',
    x: 'хχ',
    y: 'уγ',
    z: 'ᴢ',
  }).flatMap(([letter, others]) => Array.from(others, (other) => [other, letter] as const)),
);
const DIGITS: ReadonlyMap<string, string> = new Map(
  Object.entries({ 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' }),
);

/** Words with digits for letters: `1gn0re`, but not `3D` or `2024`. */
const LEET = /^(?=.*[a-z]{2})(?=.*[013457])[A-Za-z013457]{4,40}$/;

/** Base64, long enough for a sentence. */
const BASE64 = /[A-Za-z0-9+/]{24,4000}={0,2}/g;
const READABLE = /^[\x20-\x7E\s]{12,}$/;

/** Signs of a disguise; testing for them is faster than removing them. */
const DISGUISED =
  /\P{ASCII}|[A-Za-z][013457]|[013457][A-Za-z]|\b[A-Za-z] [A-Za-z] |[A-Za-z][_-][A-Za-z]|[a-z][A-Z][a-z]|\s\s/u;

/** Other readings of a text: without disguise, and decoded. At most a few. */
export function plainForms(text: string): readonly string[] {
  const forms = [...(DISGUISED.test(text) ? [undisguised(text)] : []), ...decoded(text)].filter(
    (form) => form !== text,
  );
  return [text, ...new Set(forms)];
}

function undisguised(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\P{ASCII}/gu, (char) => LOOKALIKES.get(char.toLowerCase()) ?? char)
    .replace(/[A-Za-z0-9]+/g, (word) =>
      LEET.test(word) ? word.replace(/[013457]/g, (digit) => DIGITS.get(digit) ?? digit) : word,
    )
    .replace(/(?<=\b[A-Za-z]) (?=[A-Za-z]\b)/g, '')
    .replace(/(?<=[A-Za-z])[_-]+(?=[A-Za-z])/g, ' ')
    .replace(/(?<=[a-z])(?=[A-Z][a-z])/g, ' ')
    .replace(/\s+/g, ' ');
}

function decoded(text: string): string[] {
  return [...text.matchAll(BASE64)].slice(0, 5).flatMap(([match]) => {
    try {
      const plain = atob(match.length % 4 === 1 ? match.slice(0, -1) : match);
      return READABLE.test(plain) && plain.includes(' ') ? [plain] : [];
    } catch {
      return [];
    }
  });
}
