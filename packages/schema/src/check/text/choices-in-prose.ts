import { descriptionOf, hasAny, isOfType, type SchemaNode, targetOf } from '../facts/schema-node.ts';

const CHOSEN = ['enum', 'const', 'pattern', 'format', 'anyOf', 'oneOf', 'allOf'];

const QUOTED = /["'`“‘]([\w.+-]{1,30})["'`”’]/g;
/** A list of single words after words that announce one. */
const ANNOUNCED =
  /\b(?:one of|must be|either|can be|valid values(?: are)?|allowed values(?: are)?|possible values(?: are)?|options(?: are)?|choose from|accepts)\s*:?\s*((?:[\w.+-]{1,30}\s*(?:,\s*(?:or\s+|and\s+)?|\s+or\s+|\s*\|\s*|\s*\/\s*))+[\w.+-]{1,30})(?=\s*(?:[.;)]|$))/i;
const EXAMPLES = /\b(e\.?g\.?|for example|for instance|such as|like|example)\b/i;

/** The choices that a text's description lists and its schema does not; fewer than two where it lists none. */
export function choicesInProse(node: SchemaNode): readonly string[] {
  const target = targetOf(node);
  if (!isOfType(target, 'string') || hasAny(target, CHOSEN)) return [];
  return findChoices(descriptionOf(node) ?? '');
}

function findChoices(description: string): readonly string[] {
  const text = description.slice(0, 500);
  if (EXAMPLES.test(text)) return [];
  const announced = ANNOUNCED.exec(text)?.[1];
  if (announced !== undefined)
    return [...new Set(announced.split(/\s*(?:,\s*(?:or\s+|and\s+)?|\s+or\s+|\||\/)\s*/).filter(Boolean))];
  // `"asc" or "desc"`: quoted words with nothing but separators between them.
  const isList =
    /["'`“‘][\w.+-]{1,30}["'`”’](?:\s*(?:,|\||\/|or|and|, or|, and)\s*["'`“‘][\w.+-]{1,30}["'`”’])+(?=\s*(?:[.,;:()]|$))/.exec(
      text,
    );
  if (!isList || !/\bor\b|\||\//.test(isList[0])) return [];
  return [...new Set([...isList[0].matchAll(QUOTED)].map(([, word = '']) => word))];
}
