/** Longer texts are cut here. */
const MAX_LENGTH = 20_000;

/** A word that each of the English ones has; looking for it is faster than for all of them. */
const HAS_SIGN =
  /ignore|disregard|forget|overrid|bypass|user|<|\[|prompt|history|conversation|chat|message|credential|password|key|tool|you are|from now|instruction|cookie|secret|token|id_rsa|\.ssh|\.env/i;

/** Sentences that address the model about anything but this tool, as seen in attacks. */
const INSTRUCTIONS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\s+(?:(?:all|any|every|the|your|my|of|these|those)\s+)*(?:previous|prior|above|earlier|preceding|former|existing|other|system|safety)\s+(?:\w+\s+)?(?:instructions?|prompts?|guidelines?|directions?|directives?|orders?|training)\b/i,
  /\b(?:ignore|disregard|forget)\s+(?:everything|all)\s+(?:above|before|you were told|you(?:'|’)?ve been told)/i,
  /\boverrid(?:es?|ing)\s+(?:all|any|every|your)\s+(?:(?:other|previous|safety|security|system)\s+)+(?:rules?|instructions?|guidelines?|polic(?:y|ies)|restrictions?|checks?)\b/i,
  /\b(?:do not|don(?:'|’)?t|never|without)\s+(?:tell(?:ing)?|inform(?:ing)?|mention(?:ing)?|reveal(?:ing)?|show(?:ing)?|notify(?:ing)?|alert(?:ing)?)\s+(?:(?:this|it|that|anything)\s+)?(?:to\s+)?the\s+user\b/i,
  /\b(?:execute|call|invoke|use|run|proceed|continue|do (?:this|it|so))\b[^.]{0,40}\bwithout\s+(?:asking|informing|telling|prompting|warning|consulting)\s+(?:the\s+)?user\b/i,
  /<\s*\/?\s*(?:important|system|instructions?|secret|hidden|admin|assistant|im_start|im_end)\s*\|?>/i,
  /<\|(?:im_start|im_end|system|user|assistant|endoftext)\|>/i,
  /\[\/?(?:INST|SYSTEM)\]/,
  /\b(?:reveal|print|repeat|output|return|include|pass|send|leak|read|paste|copy)\s+(?:me\s+)?(?:(?:contents? of|the|your|its|this|full|entire|whole)\s+)+(?:system prompt|system message|hidden prompt|conversation history|chat history)\b/i,
  /\b(?:put|write|provide|insert|enter|add|fill in)\s+(?:the\s+)?(?:(?:contents? of (?:the|your)|your|the (?:full|entire|whole))\s+)(?:full\s+|entire\s+)?(?:system prompt|system message|hidden prompt|conversation|chat history|previous messages|credentials|api keys?|passwords?)\b/i,
  /\b(?:before|after)\s+(?:using|calling|invoking|running)\s+(?:any|every|all)\s+(?:other\s+)?tools?\b/i,
  /\b(?:always|must)\s+(?:use|call|invoke|prefer|choose)\s+this\s+tool\s+(?:first|instead|before|over|for (?:everything|all|any|every))/i,
  /\binstead of (?:any|all) other tools?\b/i,
  /\b(?:never|do not|don(?:'|’)?t)\s+(?:use|call|invoke|choose)\s+(?:any\s+|an)?other\s+tools?\b/i,
  /\byou are (?:now|no longer) (?:an?|the|in)\b/i,
  /\bfrom now on,?\s+(?:you|act|behave|respond|answer|always|never)\b/i,
  /\b(?:new|updated|additional|secret) (?:system )?instructions?\s*:/i,
  /\b(?:also|then|secretly|silently|quietly)\s+(?:send|forward|post|upload|transmit|e-?mail|copy)\b[^.\n]{0,80}\b(?:conversation|chat|history|prompt|cookies?|credentials|passwords?|secrets?|tokens?|keys?)\b[^.\n]{0,40}\b(?:to|at)\b/i,
  /~\/\.ssh\b|\bid_rsa\b|(?:^|[\s"'`/])\.env\b[^.]{0,40}\b(?:pass|send|include|content)/i,
];

/** Instructions in a sentence, but legitimate as a name. */
const IN_SENTENCES: readonly RegExp[] = [
  /(?:^|[.!?:;>\n]\s*|\b(?:please|and|then|must|should)\s+)(?:ignore|disregard|forget|override|bypass)\s+(?:(?:all|any|every|the|your|my|of|these|those)\s+)*(?:previous|prior|above|earlier|preceding|system|safety)\s+(?:\w+\s+)?(?:rules?|messages?|polic(?:y|ies)|context|commands?)\b/i,
];

const IN_OTHER_LANGUAGES: readonly RegExp[] = [
  /\b(?:ignorier|vergiss|vergesst|missacht)\w*\s+(?:\p{L}+\s+){0,3}(?:vorherig|bisherig|vorig|früher|obig|vorangegangen)\w*\s+(?:\p{L}+\s+)?(?:anweisung|instruktion|befehl|vorgab|regel)/iu,
  /\b(?:ignore[rz]?|oublie[rz]?)\s+(?:\p{L}+\s+){0,3}(?:instructions?|consignes?|directives?|règles?)\s+(?:précédente|antérieure|ci-dessus)/iu,
  /\b(?:ignor[ae]|ignoren|olvid[ae]|olviden)\s+(?:\p{L}+\s+){0,3}(?:instrucciones|órdenes|indicaciones|reglas)\s+(?:anteriores|previas)/iu,
  /\b(?:ignor[ae]|ignorem|esqueça)\s+(?:\p{L}+\s+){0,3}(?:instruções|ordens|regras)\s+(?:anteriores|prévias)/iu,
  /\b(?:ignor[ai]|ignorate|dimentica)\s+(?:\p{L}+\s+){0,3}(?:istruzioni|regole)\s+(?:precedenti|sopra)/iu,
  /\bnegeer\s+(?:\p{L}+\s+){0,3}(?:vorige|eerdere|bovenstaande)\s+(?:instructies|aanwijzingen|opdrachten)/iu,
  /(?:игнорируй|забудь|игнорируйте|забудьте)\s+(?:\p{L}+\s+){0,3}(?:предыдущие|прежние)\s+(?:\p{L}+\s+)?(?:инструкции|указания|команды)/iu,
  /(?:忽略|无视|無視|忘记|忘記)[^。]{0,8}(?:之前|以前|先前|上述|上面|前面)[^。]{0,6}(?:指令|指示|说明|說明|提示|命令)/u,
  /(?:以前|前|これまで|上記)の[^。]{0,6}(?:指示|命令|指令)[^。]{0,4}(?:無視|忘れ)/u,
  /이전[^.]{0,6}(?:지시|명령|지침)[^.]{0,6}무시/u,
];

/** Two, as `\P{ASCII}` without regard to case matches k and s, which two other signs are folded to. */
const MAYBE_FOREIGN = [/\P{ASCII}/u, /\b(?:ignor|negeer|vergiss|missacht|olvid|dimentica|oubli)/i];

/** The part of a text that instructs the model; `undefined` where there is none. */
export function findInstructions(text: string): string | undefined {
  const patterns = /\s/.test(text) ? [...INSTRUCTIONS, ...IN_SENTENCES] : INSTRUCTIONS;
  for (const form of plainForms(text.slice(0, MAX_LENGTH))) {
    if (!HAS_SIGN.test(form)) continue;
    for (const pattern of patterns) {
      const found = pattern.exec(form)?.[0];
      if (found !== undefined) return found.trim();
    }
  }
  if (!MAYBE_FOREIGN.some((pattern) => pattern.test(text))) return undefined;
  return IN_OTHER_LANGUAGES.map((pattern) => pattern.exec(text.slice(0, MAX_LENGTH))?.[0]).find(
    (found) => found !== undefined,
  );
}

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
function plainForms(text: string): readonly string[] {
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
