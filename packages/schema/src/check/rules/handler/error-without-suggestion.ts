import { throwingSource } from '../../base-fixture.ts';
import { type CodeRule, defineCodeRule } from '../../define-rule.ts';
import { quoted } from '../../text/quote.ts';

export const errorWithoutSuggestion: CodeRule<{ code: string }> = defineCodeRule({
  id: 'error-without-suggestion',
  family: 'handler',
  severity: 'info',
  title: 'Error that does not say what to do',
  rationale:
    'An agent that reads what to try next goes on; one that only reads what failed guesses, or gives up.',
  message: ({ code }) => `The error ${quoted(code)} does not say what the caller can do about it.`,
  help: 'Add `suggestion: "…"` beside `message`, for example "Use listCells for valid addresses."',
  examples: {
    bad: [
      {
        source: throwingSource(`new BTCPError('CELL_NOT_FOUND', \`There is no cell \${cell}.\`)`),
        message: 'The error "CELL_NOT_FOUND" does not say what the caller can do about it.',
      },
    ],
    good: [
      throwingSource(`new BTCPError('CELL_NOT_FOUND', {
        message: \`There is no cell \${cell}.\`,
        suggestion: 'Use an address such as "B5".',
      })`),
    ],
  },
});
