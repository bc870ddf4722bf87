import { type CodeRule, defineCodeRule } from '../../define-rule.ts';

export const exampleFails: CodeRule<{ code: string; message: string }> = defineCodeRule({
  id: 'example-fails',
  family: 'examples',
  severity: 'error',
  title: 'Example that fails when it is run',
  rationale:
    'Agents imitate examples, so each has to work. `btcp check --run` runs them, each in a page of its own or with the fixture that it names.',
  message: ({ code, message }) => `Run, the example fails with ${code}: ${message}`,
  help: 'Correct the tool or the example. If it needs a page or a service, name one in `fixture`: an HTML file, or a module whose default export is the context.',
  bad: `examples: [{ description: 'A cell', input: { cell: 'B5' }, output: { value: 42 } }],
execute: ({ cell }, { dom }) => ({ value: Number(dom.getElementById(cell)!.textContent) }),`,
  good: `examples: [{ description: 'A cell', input: { cell: 'B5' }, output: { value: 42 }, fixture: 'sheet.html' }],
execute: ({ cell }, { dom }) => ({ value: Number(dom.getElementById(cell)!.textContent) }),`,
});
