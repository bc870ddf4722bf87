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
      `Run, the example gives ${inWords(actual)}${path === '' ? '' : ` at \`${shown(path)}\``}; it says ${inWords(expected)}.`,
    help: 'Correct whichever is wrong. Leave `output` out where it changes from call to call.',
    bad: `examples: [{ description: 'A sum', input: { a: 1, b: 2 }, output: 4 }],
execute: ({ a, b }) => a + b,`,
    good: `examples: [{ description: 'A sum', input: { a: 1, b: 2 }, output: 3 }],
execute: ({ a, b }) => a + b,`,
  });

const inWords = (value: unknown): string => (value === undefined ? 'nothing' : shown(JSON.stringify(value)));
