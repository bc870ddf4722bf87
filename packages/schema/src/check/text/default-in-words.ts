const GIVEN = String.raw`["'\`“‘]([^"'\`”’]{1,60})["'\`”’]|(true|false|null|-?\d+(?:\.\d+)?)\b`;
const WORD = String.raw`([\w./#-]{1,30}(?<![.]))`;
const CLAUSE_END = String.raw`(?=\s*(?:[.,;)]|$))`;
const LEFT_OUT = String.raw`(?:omitted|left out|missing|absent|not (?:given|specified|set|provided|present))`;

/** The ways in which a description names a default: a value in quotes, a number, or one word that ends the clause. */
const DEFAULTS: readonly RegExp[] = [
  // `default: 5`, `defaults to "main"`, `default 5`
  String.raw`\bdefaults?(?:\s+value)?(?:\s*(?:\bis\b|\bto\b|[:=])|(?=\s+(?:["'\`“‘]|true\b|false\b|-?\d)))\s*(?:${GIVEN}|${WORD}${CLAUSE_END})`,
  // `10 by default`, `"main" if omitted`
  String.raw`(?:^|[\s,;(])(?:${GIVEN})\s*(?:is\s+(?:used|taken)\s+)?(?:by default|if ${LEFT_OUT})`,
  // `if omitted, 10 is used`
  String.raw`\b(?:if|when) ${LEFT_OUT},?\s+(?:${GIVEN}|${WORD}(?=\s+(?:is|are|will be)\s+(?:used|taken|assumed|returned)\b))`,
  // `falls back to English`
  String.raw`\bfalls? back to\s+(?:${GIVEN}|${WORD}${CLAUSE_END})`,
].map((source) => new RegExp(source, 'i'));

/** Defaults that no value can express. */
const NO_VALUE =
  /^(?:the|a|an|value|current|today|now|none|nothing|empty|unlimited|automatic|all|this|that|it|everything|they|he|she|there|what)$/i;

/** The default that a description names, verbatim; `undefined` where it names none. */
export function defaultInWords(description: string): string | undefined {
  const text = description.slice(0, 1000);
  for (const pattern of DEFAULTS) {
    const value = pattern
      .exec(text)
      ?.slice(1)
      .find((each) => each !== undefined);
    if (value !== undefined && !NO_VALUE.test(value)) return value;
  }
  return undefined;
}
