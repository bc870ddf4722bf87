import { toolSource } from '../../base-fixture.ts';
import { type CodeRule, defineCodeRule } from '../../define-rule.ts';
import { type Mismatch, describeMismatch } from '../../text/describe-mismatch.ts';

const returning = (body: string): string =>
  toolSource({
    outputSchema: `Type.Unsafe<object>({
    type: 'object',
    properties: { value: { type: 'number', description: 'What the cell shows.' } },
    required: ['value'],
    additionalProperties: false,
  })`,
    execute: `execute({ cell }, { dom }) {
    const value = readNumber(dom, cell);
    ${body}return { value };
  },`,
    after: `declare function readNumber(dom: Document, cell: string): number | null;`,
  });

export const returnMayBeInvalid: CodeRule<Mismatch> = defineCodeRule({
  id: 'return-may-be-invalid',
  family: 'handler',
  severity: 'warning',
  title: 'Return value that may break the output schema',
  rationale: 'By its type, a result is sometimes not valid against the output schema; such a call fails.',
  after: ['tool-invalid', 'schema-invalid', 'return-invalid'],
  message: (mismatch) => `Tool "${mismatch.name}" may return ${describeMismatch(mismatch)}.`,
  help: 'Handle the case, for example by throwing a `BTCPError`; or allow it in the output schema.',
  examples: {
    bad: [
      {
        source: returning(''),
        message: 'Tool "getCellValue" may return null as `value`, but its output schema wants a number.',
      },
    ],
    good: [returning('if (value === null) return { value: 0 };\n    ')],
  },
});
