import { KEYWORDS_OF_ANY_TYPE } from '../../model/keywords.ts';
import { descriptionOf, hasAny, isRequiredProperty, targetOf, typesOf } from '../../model/schema-node.ts';
import { defineRule, type ToolRule } from '../define-rule.ts';
import type { ToolFacts } from '../facts/tool-facts.ts';
import { listed, quoted } from '../text/quote.ts';
import { type LimitInWords, choicesInProse, defaultInWords, limitInWords } from '../text/said-in-words.ts';

/** `null` as the whole result. */
const RESULT = /\breturns? `?null\b|\b(?:the )?result is `?null\b/i;

/** `null` as the result, or a part of it. */
const ANYTHING = /\b(?:gives?|yields?) `?null\b|\bor `?null`? (?:if|when|where|for)\b/i;

export const PROSE_RULES: readonly ToolRule[] = [
  defineRule<{ property: string; choices: readonly string[] }>({
    id: 'choice-in-prose',
    severity: 'warning',
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
  }),
  defineRule<LimitInWords & { property: string }>({
    id: 'limit-in-prose',
    severity: 'warning',
    check({ tool, report }) {
      for (const node of tool.inputs) {
        const { schema, path, property = '' } = node;
        const found = limitInWords(schema, descriptionOf(node) ?? '');
        if (found) report({ at: path, property, ...found });
      }
    },
    message: ({ property, limit }) =>
      `The description of ${quoted(property)} says ${quoted(limit)}, but its schema does not.`,
    help: ({ keywords }) => `Add ${keywords.map((each) => `\`${each}\``).join(' and ')} to its schema.`,
  }),
  defineRule<{ property: string; value: string; known: string | null }>({
    id: 'default-in-prose',
    severity: 'warning',
    check({ tool, report }) {
      for (const node of tool.inputs) {
        const { path, property = '' } = node;
        const value = defaultInWords(descriptionOf(node) ?? '');
        if (value === undefined || hasAny(targetOf(node), ['const'])) continue;
        const given = [node.schema, targetOf(node)].find((schema) => Object.hasOwn(schema, 'default'))?.[
          'default'
        ];
        if (given === undefined && isRequiredProperty(node)) continue;
        const known = given === undefined ? null : typeof given === 'string' ? given : JSON.stringify(given);
        // Arrays and objects have many forms.
        if (typeof given !== 'object' && known?.toLowerCase() !== value.toLowerCase())
          report({ at: path, property, value, known });
      }
    },
    message: ({ property, value, known }) =>
      `The description of ${quoted(property)} names a default, ${quoted(value)}, but the schema has ${known === null ? 'none' : quoted(known)}.`,
    help: ({ value, known }) =>
      known === null
        ? `Add \`default: ${/^(true|false|null|-?\d+(\.\d+)?)$/.test(value) ? value : JSON.stringify(value)}\` to its schema; it is then filled in before the code runs.`
        : 'Correct one of them; better, leave the default to the schema.',
  }),
  defineRule({
    id: 'null-in-prose',
    severity: 'warning',
    after: ['tool-invalid', 'schema-invalid'],
    check({ tool, report }) {
      const output = tool.schema('outputSchema');
      if (output === undefined) return;
      const isSaid = RESULT.test(tool.description) || (ANYTHING.test(tool.description) && !mayHoldNull(tool));
      if (!isSaid) return;
      const types = typesOf(output);
      if (types && !types.includes('null') && !hasAny(output, KEYWORDS_OF_ANY_TYPE))
        report({ at: '/description' });
    },
    message: ({ name }) =>
      `The description of "${name}" says that it returns null, which its output schema refuses.`,
    help: 'Say which property of the result is null, or let the output schema accept null: `Type.Union([…, Type.Null()])`.',
  }),
];

function mayHoldNull({ schemas }: ToolFacts): boolean {
  return schemas.some(
    ({ schema, field }) =>
      field === 'outputSchema' && (typesOf(schema)?.includes('null') ?? hasAny(schema, ['const', 'enum'])),
  );
}
