import { throwingSource } from '../../base-fixture.ts';
import { type CodeRule, defineCodeRule } from '../../define-rule.ts';
import { quoted } from '../../text/quote.ts';

const throwing = (code: string): string =>
  throwingSource(`new BTCPError('${code}', {
        message: \`There is no cell \${cell}.\`,
        suggestion: 'Use an address such as "B5".',
      })`);

export const errorCodeMalformed: CodeRule<{ code: string; meant: string }> = defineCodeRule({
  id: 'error-code-malformed',
  family: 'handler',
  severity: 'warning',
  title: 'Error code that is not in UPPER_SNAKE_CASE',
  rationale: 'Programs tell errors apart by their codes, and those of the protocol are all written alike.',
  message: ({ code }) => `The error code ${quoted(code)} is not in UPPER_SNAKE_CASE.`,
  help: ({ meant }) => (meant === '' ? 'Use letters, digits and "_".' : `Write ${quoted(meant)}.`),
  examples: {
    bad: [
      {
        source: throwing('cellNotFound'),
        message: 'The error code "cellNotFound" is not in UPPER_SNAKE_CASE.',
      },
    ],
    good: [throwing('CELL_NOT_FOUND')],
  },
});
