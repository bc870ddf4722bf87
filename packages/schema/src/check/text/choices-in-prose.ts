import { descriptionOf, hasAny, isOfType, type SchemaNode, targetOf } from '../../model/schema-node.ts';

const CHOSEN = ['enum', 'const', 'pattern', 'format', 'anyOf', 'oneOf', 'allOf'];

const QUOTED = /["'`“‘]([\w.+-]{1,30})["'`”’]/g;
/** A list of single words after words that announce one. */
const ANNOUNCED =
  /\b(?:one of|must be|either|can be|(?:valid|allowed|possible|supported|accepted) (?:values|options|choices)(?: are)?|options(?: are)?|choose from|accepts)\s*:?\s*((?:[\w.+-]{1,30}\s*(?:,\s*(?:or\s+|and\s+)?|\s+or\s+|\s+and\s+|\s*\|\s*|\s*\/\s*))+[\w.+-]{1,30})(?=\s*(?:[.;)]|$))/i;
/** `asc | desc`, `(up/down/left)` and `yes or no`, which need no announcement. */
const BARE: readonly RegExp[] = [
  /(?:^|[:(]\s*)((?:[\w+-]{1,30}\s*\|\s*)+[\w+-]{1,30})(?=\s*(?:[.;)]|$))/,
  /\(((?:[a-z][\w+-]{1,29}\/){2,}[a-z][\w+-]{1,29})\)/,
  /(?:^|[:(]\s*)((?:yes|no|true|false|on|off) or (?:yes|no|true|false|on|off))(?=\s*(?:[.;)]|$))/i,
];
const BULLETS = /^[ \t]*[-*•][ \t]+["'`]?([\w.+-]{1,30})["'`]?[ \t]*$/gm;
const EXAMPLES = /\b(e\.?g\.?|for example|for instance|such as|like|example)\b/i;

/** The choices that a string's description lists and its schema does not; fewer than two where it lists none. */
export function choicesInProse(node: SchemaNode): readonly string[] {
  const target = targetOf(node);
  if (!isOfType(target, 'string') || hasAny(target, CHOSEN)) return [];
  return findChoices(descriptionOf(node) ?? '');
}

function findChoices(description: string): readonly string[] {
  const text = description.slice(0, 500);
  if (EXAMPLES.test(text)) return [];
  const bullets = [...text.matchAll(BULLETS)].map(([, word = '']) => word);
  if (bullets.length > 1) return [...new Set(bullets)];
  const announced = [ANNOUNCED, ...BARE].map((pattern) => pattern.exec(text)?.[1]).find(Boolean);
  if (announced !== undefined)
    return [
      ...new Set(
        announced
          .replace(/\.+$/, '')
          .split(/\s*(?:,\s*(?:or\s+|and\s+)?|\s+or\s+|\s+and\s+|\||\/)\s*/)
          .filter(Boolean),
      ),
    ];
  // `"asc" or "desc"`: quoted words with nothing but separators between them.
  const isList =
    /["'`“‘][\w.+-]{1,30}["'`”’](?:\s*(?:,|\||\/|or|and|, or|, and)\s*["'`“‘][\w.+-]{1,30}["'`”’])+(?=\s*(?:[.,;:()]|$))/.exec(
      text,
    );
  // A pair of quoted words may be anything; three in a row, in brackets, are choices.
  const isMany = isList && (isList[0].match(/,/g) ?? []).length > 1 && text[isList.index - 1] === '(';
  if (!isList || !(isMany || /\bor\b|\||\//.test(isList[0]))) return [];
  return [...new Set([...isList[0].matchAll(QUOTED)].map(([, word = '']) => word))];
}
