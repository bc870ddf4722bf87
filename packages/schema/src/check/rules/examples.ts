import { propertiesOf } from '../../model/schema-node.ts';
import { type AnyRule, defineCodeRule, defineRule } from '../define-rule.ts';
import { shown, withEnd } from '../text/quote.ts';

const inWords = (value: unknown): string => (value === undefined ? 'nothing' : shown(JSON.stringify(value)));

export const EXAMPLE_RULES: readonly AnyRule[] = [
  defineRule<{ part: string; problem: string }>({
    id: 'example-invalid',
    severity: 'error',
    isMandatory: true,
    after: ['tool-invalid', 'schema-invalid', 'default-invalid'],
    check({ tool, report }) {
      const say = (at: string, part: 'input' | 'output', value: unknown): void => {
        for (const { path, message } of tool.issuesOf(part, value))
          report({ at: at + path, part, problem: message });
      };
      for (const { index, input, output } of tool.examples) {
        say(`/examples/${index}/input`, 'input', input);
        if (output !== undefined) say(`/examples/${index}/output`, 'output', output);
      }
    },
    message: ({ part, problem }) => withEnd(`The example's ${part} breaks the ${part} schema: ${problem}`),
    help: 'Correct the example, or the schema if the example is right.',
  }),
  defineRule({
    id: 'examples-missing',
    severity: 'info',
    after: ['tool-invalid', 'required-unknown', 'schema-unsatisfiable'],
    check({ tool, report }) {
      const input = tool.schema('inputSchema');
      const hasInput = input !== undefined && Object.keys(propertiesOf(input)).length > 0;
      if (hasInput && tool.examples.length === 0) report({ at: '' });
    },
    message: ({ name }) => `Tool "${name}" has no example.`,
    help: 'Add `examples: [{ description: "…", input: { … }, output: … }]`.',
  }),
  defineCodeRule<{ code: string; message: string }>({
    id: 'example-fails',
    severity: 'error',
    message: ({ code, message }) => `The example fails when it is run, with ${code}: ${message}`,
    help: 'Correct the tool or the example. If it needs a page or a service, name one in `fixture`: an HTML file, or a module whose default export is the context.',
  }),
  defineCodeRule<{ path: string; expected?: unknown; actual?: unknown }>({
    id: 'example-output-differs',
    severity: 'error',
    message: ({ path, expected, actual }) =>
      `The example gives ${inWords(actual)}${path === '' ? '' : ` at \`${shown(path)}\``} when it is run, but says ${inWords(expected)}.`,
    help: 'Correct whichever is wrong. Leave `output` out where it changes from call to call.',
  }),
];
