import { throwingSource } from '../../base-fixture.ts';
import { type CodeRule, defineCodeRule } from '../../define-rule.ts';

export const errorWithoutCode: CodeRule<{ thrown: string }> = defineCodeRule({
  id: 'error-without-code',
  family: 'handler',
  severity: 'info',
  title: 'Plain error, without a code or a suggestion',
  rationale:
    'The caller gets an EXECUTION_ERROR with this text: it cannot tell this failure from a bug, nor what to try next.',
  message: ({ thrown }) => `This throws a plain ${thrown}, which has no code and does not say what to do.`,
  help: 'Throw `new BTCPError("SOME_CODE", { message: "…", suggestion: "…" })` where the caller can do something about it.',
  examples: {
    bad: [
      {
        source: throwingSource(`new Error(\`There is no cell \${cell}.\`)`),
        message: 'This throws a plain Error, which has no code and does not say what to do.',
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
