import { type CodeRule, defineCodeRule } from '../../define-rule.ts';

export const exampleFails: CodeRule<{ code: string; message: string }> = defineCodeRule({
  id: 'example-fails',
  family: 'examples',
  severity: 'error',
  title: 'Example that fails when it is run',
  rationale:
    'Agents imitate examples, so each has to work. `btcp check --run` runs them, each in a page of its own or with the fixture that it names.',
  message: ({ code, message }) => `The example fails when it is run, with ${code}: ${message}`,
  help: 'Correct the tool or the example. If it needs a page or a service, name one in `fixture`: an HTML file, or a module whose default export is the context.',
  examples: {
    bad: [
      {
        source: `/** Retrieves the sum of two numbers. */
export const readSum = defineTool({
  inputSchema: Type.Object({ a: Type.Number({ description: 'The first.' }), b: Type.Number({ description: 'The second.' }) }, { additionalProperties: false }),
  outputSchema: Type.Number({ description: 'The sum.' }),
  capabilities: [],
  examples: [{ description: 'A sum', input: { a: 1, b: 2 }, output: 3 }],
  execute: () => { throw new Error('Not done yet.'); },
});`,
        message: 'The example fails when it is run, with EXECUTION_ERROR: Not done yet.',
      },
    ],
    good: [
      `/** Retrieves the sum of two numbers. */
export const getSum = defineTool({
  inputSchema: Type.Object({ a: Type.Number({ description: 'The first.' }), b: Type.Number({ description: 'The second.' }) }, { additionalProperties: false }),
  outputSchema: Type.Number({ description: 'The sum.' }),
  capabilities: [],
  examples: [{ description: 'A sum', input: { a: 1, b: 2 }, output: 3 }],
  execute: ({ a, b }) => a + b,
});`,
    ],
  },
});
