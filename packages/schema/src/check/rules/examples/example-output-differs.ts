import { type CodeRule, defineCodeRule } from '../../define-rule.ts';
import { shown } from '../../text/quote.ts';

export const exampleOutputDiffers: CodeRule<{ path: string; expected?: unknown; actual?: unknown }> =
  defineCodeRule({
    id: 'example-output-differs',
    family: 'examples',
    severity: 'error',
    title: 'Example whose output is not what the tool gives',
    rationale:
      'Agents learn from examples what a result means, and a wrong one misleads them. `btcp check --run` compares.',
    message: ({ path, expected, actual }) =>
      `The example gives ${inWords(actual)}${path === '' ? '' : ` at \`${shown(path)}\``} when it is run, but says ${inWords(expected)}.`,
    help: 'Correct whichever is wrong. Leave `output` out where it changes from call to call.',
    examples: {
      bad: [
        {
          source: `/** Retrieves the value of a cell by its address. */
export const readOtherCell = defineTool({
  inputSchema: Type.Object(
    { cell: Type.String({ description: 'Cell address in A1 notation.', pattern: '^[A-Z]+[0-9]+$', maxLength: 8 }) },
    { additionalProperties: false },
  ),
  outputSchema: Type.Number({ description: 'What the cell holds.' }),
  capabilities: ['dom:read'],
  examples: [{ description: 'A number', input: { cell: 'B5' }, output: 41, fixture: './sheet.html' }],
  execute: ({ cell }, { dom }) => Number(dom.querySelector(\`#\${cell}\`)?.textContent),
});`,
          message: 'The example gives 42 when it is run, but says 41.',
        },
      ],
      good: [
        `/** Retrieves the value of a cell by its address. */
export const getOtherCell = defineTool({
  inputSchema: Type.Object(
    { cell: Type.String({ description: 'Cell address in A1 notation.', pattern: '^[A-Z]+[0-9]+$', maxLength: 8 }) },
    { additionalProperties: false },
  ),
  outputSchema: Type.Number({ description: 'What the cell holds.' }),
  capabilities: ['dom:read'],
  examples: [{ description: 'A number', input: { cell: 'B5' }, output: 42, fixture: './sheet.html' }],
  execute: ({ cell }, { dom }) => Number(dom.querySelector(\`#\${cell}\`)?.textContent),
});`,
      ],
    },
  });

const inWords = (value: unknown): string => (value === undefined ? 'nothing' : shown(JSON.stringify(value)));
