import { toolSource } from '../../base-fixture.ts';
import { type CodeRule, defineCodeRule } from '../../define-rule.ts';
import type { Mismatch } from '../../text/describe-mismatch.ts';

const returning = (more: string): string =>
  toolSource({
    execute: `execute({ cell }, { dom }) {
    return { value: readNumber(dom, cell)${more} };
  },`,
    after: `declare function readNumber(dom: Document, cell: string): number;`,
  });

export const returnUndeclared: CodeRule<Mismatch> = defineCodeRule({
  id: 'return-undeclared',
  family: 'handler',
  severity: 'info',
  title: 'Returned property that the output schema does not declare',
  rationale:
    'The runtime leaves out what the output schema does not declare, so that a column which was added to a table does not reach an agent. What an agent is to have has to be declared.',
  after: ['tool-invalid', 'schema-invalid'],
  message: ({ name, path }) =>
    `Tool "${name}" returns \`${path}\`, which its output schema does not declare: the runtime leaves it out.`,
  help: 'Leave it so to keep it from agents, or add it to the output schema.',
  examples: {
    bad: [
      {
        source: returning(', formula: cell'),
        message:
          'Tool "getCellValue" returns `formula`, which its output schema does not declare: the runtime leaves it out.',
      },
    ],
    good: [returning('')],
  },
});
