import { displayPaths, hasAny, isOfType, type SchemaNode } from '../../model/schema-node.ts';
import { defineRule, type RuleReporter, type ToolRule } from '../define-rule.ts';
import { lastWord } from '../text/lexicon.ts';
import { listed } from '../text/quote.ts';
import { choicesInProse, formatInWords } from '../text/said-in-words.ts';

interface Limit {
  readonly id: string;
  readonly type: string;
  /** Keywords of which each limits the value. */
  readonly keywords: readonly string[];
  /** Whether it needs no limit, or another rule asks for more than one. */
  readonly isExempt?: (node: SchemaNode) => boolean;
  /** What is not limited, as a part of the message. */
  readonly what: (properties: string) => string;
  readonly help: string;
}

const LIMITS: readonly Limit[] = [
  {
    id: 'number-without-limits',
    type: 'integer',
    keywords: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
    isExempt: ({ property = '' }) => lastWord(property) === 'id',
    what: (properties) => `limits ${properties}`,
    help: 'Add `minimum` and `maximum`, as far as the tool can go.',
  },
  {
    id: 'text-without-limit',
    type: 'string',
    keywords: ['maxLength', 'pattern', 'format'],
    isExempt: (node) => choicesInProse(node).length > 1 || formatInWords(node) !== undefined,
    what: (properties) => `limits the length of ${properties}`,
    help: 'Add `maxLength`, or a `pattern` or `format` where the string has a form.',
  },
  {
    id: 'list-without-limit',
    type: 'array',
    keywords: ['maxItems', 'prefixItems'],
    what: (properties) => `limits how many elements ${properties} may have`,
    help: 'Add `maxItems`: as many as the tool can work on in one call.',
  },
];

/** Rules about properties of the input that may be as long or large as a caller likes. */
export const LIMIT_RULES: readonly ToolRule[] = LIMITS.map(({ id, type, keywords, isExempt, what, help }) =>
  defineRule<{ properties: readonly string[] }>({
    id,
    severity: 'info',
    after: ['keyword-misspelt', 'keyword-unknown', 'limit-in-prose'],
    check({ tool, report }) {
      const open = tool.inputs.filter(
        (node) =>
          isOfType(node.schema, type) &&
          !hasAny(node.schema, [...keywords, 'enum', 'const']) &&
          !isExempt?.(node),
      );
      reportTogether(report, open);
    },
    message: ({ name, properties }) => `Nothing ${what(listed(properties))} in the input of "${name}".`,
    help,
  }),
);

/** Reports several properties once, at the first of them. */
export function reportTogether(
  report: RuleReporter<{ properties: readonly string[] }>,
  nodes: readonly SchemaNode[],
): void {
  const [first] = nodes;
  if (first) report({ at: first.path, properties: displayPaths(nodes) });
}
