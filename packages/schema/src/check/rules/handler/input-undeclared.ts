import { toolSource } from '../../base-fixture.ts';
import { type CodeRule, defineCodeRule } from '../../define-rule.ts';
import { quoted } from '../../text/quote.ts';

const reading = (extra: string, body: string): string =>
  toolSource({
    input: `
      /** Address of the cell in A1 notation, for example "B5". */
      cell: Type.String({ pattern: '^[A-Z]+[0-9]+$' }),${extra}`,
    exampleInput: extra === '' ? `{ cell: 'B5' }` : `{ cell: 'B5', sheet: 'Sales' }`,
    execute: `execute(input, { dom }) {
    ${body}
    return { value: readNumber(dom, input.cell, sheet) };
  },`,
    after: `declare function readNumber(dom: Document, ...path: (string | undefined)[]): number;`,
  });

export const inputUndeclared: CodeRule<{ property: string; meant?: string }> = defineCodeRule({
  id: 'input-undeclared',
  family: 'handler',
  severity: 'warning',
  title: 'Input property that the schema does not declare',
  rationale:
    'An agent cannot know of it, and where the schema is closed the runtime refuses calls that have it.',
  after: ['tool-invalid', 'schema-invalid'],
  message: ({ name, property, meant }) =>
    `The code of "${name}" reads ${quoted(property)}, which its input schema does not declare${meant === undefined ? '' : `, and not ${quoted(meant)}, which it does`}.`,
  help: ({ meant }) =>
    meant === undefined
      ? 'Declare it in the input schema, or do not read it.'
      : `Write ${quoted(meant)} if that is meant; else declare it in the input schema, or do not read it.`,
  examples: {
    bad: [
      {
        source: reading('', 'const { sheet } = input as { sheet?: string };'),
        message: 'The code of "getCellValue" reads "sheet", which its input schema does not declare.',
      },
    ],
    good: [
      reading(
        `
      /** Name of the sheet. */
      sheet: Type.Optional(Type.String({ maxLength: 100 })),`,
        'const { sheet } = input;',
      ),
    ],
  },
});
