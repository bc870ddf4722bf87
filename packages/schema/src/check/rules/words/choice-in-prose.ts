import { withProperty } from '../../base-fixture.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { choicesInProse } from '../../text/choices-in-prose.ts';
import { listed, quoted } from '../../text/quote.ts';

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
      const choices = choicesInProse(node);
      if (choices.length > 1) report({ at: node.path, property: node.property ?? '', choices });
    }
  },
  message: ({ property, choices }) =>
    `The description of ${quoted(property)} lists its choices, ${listed(choices)}, but the schema accepts any string.`,
  help: ({ choices }) =>
    `Write \`Type.Union([${choices
      .slice(0, 10)
      .map((choice) => `Type.Literal('${choice}')`)
      .join(', ')}])\`; in JSON, \`"enum": ${JSON.stringify(choices.slice(0, 10))}\`.`,
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
