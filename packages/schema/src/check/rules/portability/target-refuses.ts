import { toolSource } from '../../base-fixture.ts';
import { type CodeRule, defineCodeRule } from '../../define-rule.ts';

export const targetRefuses: CodeRule<{ targets: readonly string[]; reason: string }> = defineCodeRule({
  id: 'target-refuses',
  family: 'portability',
  severity: 'error',
  title: 'Tool that a target refuses',
  rationale:
    'The config names the target, but an export to it leaves this tool out, or its provider answers a request with it by an error: its agents never get the tool.',
  message: ({ name, targets, reason }) => `Tool "${name}" does not reach ${targets.join(', ')}: ${reason}.`,
  help: 'Write this part in a way that the target has, take the target out of the config, or ignore this rule for the tool.',
  examples: {
    bad: [
      {
        source: toolSource({
          capabilities: '[]',
          input: `
      /** Address of the cell in A1 notation, for example "B5". */
      'the cell': Type.String({ pattern: '^[A-Z]+[0-9]+$' }),`,
          exampleInput: `{ 'the cell': 'B5' }`,
          execute: `execute: (input) => ({ value: input['the cell'].length }),`,
        }),
        message:
          'Tool "getCellValue" does not reach anthropic: the name of a property must match ^[a-zA-Z0-9_.-]{1,64}$.',
      },
    ],
    good: [toolSource({ capabilities: '[]', execute: `execute: ({ cell }) => ({ value: cell.length }),` })],
  },
});
