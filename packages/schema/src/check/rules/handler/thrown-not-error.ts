import { throwingSource } from '../../base-fixture.ts';
import { type CodeRule, defineCodeRule } from '../../define-rule.ts';

export const thrownNotError: CodeRule<{ thrown: string }> = defineCodeRule({
  id: 'thrown-not-error',
  family: 'handler',
  severity: 'warning',
  title: 'Thrown value that is not an Error',
  rationale: 'It reaches the caller as an EXECUTION_ERROR without code, suggestion or stack.',
  message: ({ thrown }) => `This throws ${thrown}, not an Error.`,
  help: 'Throw `new BTCPError("SOME_CODE", { message: "…", suggestion: "…" })`.',
  examples: {
    bad: [
      {
        source: throwingSource(`\`There is no cell \${cell}.\``),
        message: 'This throws a string, not an Error.',
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
