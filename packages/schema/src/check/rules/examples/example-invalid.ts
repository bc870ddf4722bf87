import { defineRule, type ToolRule } from '../../define-rule.ts';
import { withEnd } from '../../text/quote.ts';

export const exampleInvalid: ToolRule<{ part: string; problem: string }> = defineRule({
  id: 'example-invalid',
  family: 'examples',
  severity: 'error',
  isMandatory: true,
  title: "Example that breaks the tool's own schemas",
  rationale: 'Agents imitate examples: a call made like this one would be refused, or its result would be.',
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
  bad: { examples: [{ description: 'A formula', input: { cell: 'B5' }, output: { value: null } }] },
  good: { examples: [{ description: 'A number', input: { cell: 'B5' }, output: { value: 42 } }] },
});
