import { toolSource } from '../../base-fixture.ts';
import { type CodeRule, defineCodeRule } from '../../define-rule.ts';
import { adviseOnMismatch, type Mismatch, describeMismatch } from '../../text/describe-mismatch.ts';

const returning = (value: string): string =>
  toolSource({
    output: `
    /** What the cell shows. */
    value: Type.Number(),
    /** Whether it is a formula. */
    kind: Type.Unsafe<string>({ type: 'string', enum: ['number', 'formula'] }),`,
    exampleOutput: `{ value: 42, kind: 'number' }`,
    execute: `execute({ cell }, { dom }) {
    return { value: readNumber(dom, cell), kind: '${value}' };
  },`,
    after: `declare function readNumber(dom: Document, cell: string): number;`,
  });

export const returnInvalid: CodeRule<Mismatch> = defineCodeRule({
  id: 'return-invalid',
  family: 'handler',
  severity: 'error',
  title: 'Return value that breaks the output schema',
  rationale:
    'The runtime checks every result. A call that ends here has done its work and fails with INVALID_OUTPUT all the same.',
  after: ['tool-invalid', 'schema-invalid'],
  message: (mismatch) => `Tool "${mismatch.name}" returns ${describeMismatch(mismatch)}.`,
  help: (mismatch) => (mismatch.got === 'a promise' ? 'Await it.' : adviseOnMismatch(mismatch)),
  examples: {
    bad: [
      {
        source: returning('sum'),
        message:
          'Tool "getCellValue" returns "sum" as `kind`, but its output schema wants "number" or "formula".',
      },
    ],
    good: [returning('formula')],
  },
});
