import { withProperty } from '../../base-fixture.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { descriptionOf, hasAny, isOfType } from '../../../model/schema-node.ts';
import { nameWords } from '../../text/name-words.ts';
import { quoted } from '../../text/quote.ts';

/** Names of what is counted: half of one makes no sense. */
const COUNTS = new Set(
  'count limit offset page index row rows column columns copies pages retries attempts quantity skip take age results hits guests adults children passengers people persons nights seats tickets year port'.split(
    ' ',
  ),
);
/** Matches descriptions of something that is counted, not measured. */
const COUNTED =
  /^\W*(?:the )?(?:(?:maximum|minimum|total|largest|smallest) )?(?:number of|how many)\b(?! (?:\w+ )?(?:hours|days|weeks|months|years|minutes|seconds|kilo\w+|met(?:re|er)s|miles|lit(?:re|er)s|grams|degrees|percent|euros|dollars)\b)/i;
const MEASURED = /\b(?:kilo)?grams?\b|\bkg\b|\blit(?:re|er)s?\b|\bmet(?:re|er)s?\b|\bfractions?\b/i;
const WHOLE = ['multipleOf', 'enum', 'const', 'format'];

export const countAsNumber: ToolRule<{ property: string }> = defineRule({
  id: 'count-as-number',
  family: 'values',
  severity: 'warning',
  title: 'Count that may be a fraction',
  rationale: 'An agent may pass 2.5, which the tool most likely cannot do anything with.',
  check({ tool, report }) {
    for (const node of tool.inputs) {
      const { schema, path, property = '' } = node;
      const description = (descriptionOf(node) ?? '').slice(0, 500);
      const words = nameWords(property);
      const isCount =
        COUNTED.test(description) ||
        COUNTS.has(words.at(-1) ?? '') ||
        (/^(num|number)$/.test(words[0] ?? '') && words.length > 1);
      if (isCount && !MEASURED.test(description) && isOfType(schema, 'number') && !hasAny(schema, WHOLE))
        report({ at: path, property });
    }
  },
  message: ({ property }) =>
    `The property ${quoted(property)} counts something, but accepts fractions such as 2.5.`,
  help: 'Make it `Type.Integer()`; in JSON, `"type": "integer"`.',
  bad: withProperty(
    'limit',
    { type: 'number', minimum: 1, maximum: 50, description: 'Most rows to return.' },
    5,
  ),
  good: withProperty(
    'limit',
    { type: 'integer', minimum: 1, maximum: 50, description: 'Most rows to return.' },
    5,
  ),
});
