import { withProperty } from '../../base-fixture.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { descriptionOf, hasAny, isOfType, targetOf } from '../../facts/schema-node.ts';
import { listed, quoted } from '../../text/quote.ts';

const CHOSEN = ['enum', 'const', 'pattern', 'format', 'anyOf', 'oneOf', 'allOf'];

const QUOTED = /["'`“‘]([\w.+-]{1,30})["'`”’]/g;
/** A list of single words after words that announce one. */
const ANNOUNCED =
  /\b(?:one of|must be|either|can be|valid values(?: are)?|allowed values(?: are)?|possible values(?: are)?|options(?: are)?|choose from|accepts)\s*:?\s*((?:[\w.+-]{1,30}\s*(?:,\s*(?:or\s+|and\s+)?|\s+or\s+|\s*\|\s*|\s*\/\s*))+[\w.+-]{1,30})(?=\s*(?:[.;)]|$))/i;
const EXAMPLES = /\b(e\.?g\.?|for example|for instance|such as|like|example)\b/i;

const unit = (extra: object): object => ({ type: 'string', ...extra });

export const choiceInProse: ToolRule<{ property: string; choices: readonly string[] }> = defineRule({
  id: 'choice-in-prose',
  family: 'words',
  severity: 'warning',
  title: 'Choices that stand only in the description',
  rationale:
    'An agent picks from an `enum` without mistakes. From prose it invents a spelling of its own, which nothing refuses.',
  check({ tool, report }) {
    for (const node of tool.inputs) {
      const target = targetOf(node);
      if (!isOfType(target, 'string') || hasAny(target, CHOSEN)) continue;
      const choices = findChoices(descriptionOf(node) ?? '');
      if (choices.length > 1) report({ at: node.path, property: node.property ?? '', choices });
    }
  },
  message: ({ property, choices }) =>
    `The description of ${quoted(property)} lists its choices, ${listed(choices)}, but the schema accepts any text.`,
  help: ({ choices }) =>
    `Add \`enum: ${JSON.stringify(choices.slice(0, 10))}\`; in TypeBox, a \`Type.Union\` of \`Type.Literal\`s.`,
  bad: withProperty(
    'unit',
    unit({ maxLength: 9, description: 'Unit of the value. Must be gram, pound or ounce.' }),
    'gram',
  ),
  good: withProperty(
    'unit',
    unit({ enum: ['gram', 'pound', 'ounce'], description: 'Unit of the value.' }),
    'gram',
  ),
});

function findChoices(description: string): readonly string[] {
  const text = description.slice(0, 500);
  if (EXAMPLES.test(text)) return [];
  const announced = ANNOUNCED.exec(text)?.[1];
  if (announced !== undefined)
    return [...new Set(announced.split(/\s*(?:,\s*(?:or\s+|and\s+)?|\s+or\s+|\||\/)\s*/).filter(Boolean))];
  // `"asc" or "desc"`: quoted words with nothing but separators between them.
  const isList =
    /["'`“‘][\w.+-]{1,30}["'`”’](?:\s*(?:,|\||\/|or|and|, or|, and)\s*["'`“‘][\w.+-]{1,30}["'`”’])+(?=\s*(?:[.,;:)]|$))/.exec(
      text,
    );
  if (!isList || !/\bor\b|\||\//.test(isList[0])) return [];
  return [...new Set([...isList[0].matchAll(QUOTED)].map(([, word = '']) => word))];
}
