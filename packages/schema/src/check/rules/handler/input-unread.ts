import { toolSource } from '../../base-fixture.ts';
import { type CodeRule, defineCodeRule } from '../../define-rule.ts';
import { listed } from '../../text/quote.ts';

const reading = (parameter: string, args: string): string =>
  toolSource({
    input: `
      /** Address of the cell in A1 notation, for example "B5". */
      cell: Type.String({ pattern: '^[A-Z]+[0-9]+$' }),
      /** Name of the sheet. */
      sheet: Type.String({ maxLength: 100 }),`,
    exampleInput: `{ cell: 'B5', sheet: 'Sales' }`,
    execute: `execute({ ${parameter} }, { dom }) {
    return { value: readNumber(dom, ${args}) };
  },`,
    after: `declare function readNumber(dom: Document, ...path: string[]): number;`,
  });

export const inputUnread: CodeRule<{ properties: readonly string[] }> = defineCodeRule({
  id: 'input-unread',
  family: 'handler',
  severity: 'warning',
  title: 'Input property that the code never reads',
  rationale: 'An agent thinks about what to fill in, and the answer has no effect.',
  after: ['tool-invalid', 'schema-invalid'],
  message: ({ name, properties }) => `Nothing in the code of "${name}" reads ${listed(properties)}.`,
  help: 'Use it in `execute`, or take it out of the input schema.',
  examples: {
    bad: [
      { source: reading('cell', 'cell'), message: 'Nothing in the code of "getCellValue" reads "sheet".' },
    ],
    good: [reading('cell, sheet', 'sheet, cell')],
  },
});
