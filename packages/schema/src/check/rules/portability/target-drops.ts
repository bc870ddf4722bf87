import { toolSource } from '../../base-fixture.ts';
import { type CodeRule, defineCodeRule } from '../../define-rule.ts';
import { projectedPart, type ProjectionData } from '../../text/projected-part.ts';

export const targetDrops: CodeRule<ProjectionData> = defineCodeRule({
  id: 'target-drops',
  family: 'portability',
  severity: 'info',
  title: 'Part of a tool that does not reach a target',
  rationale:
    'What a target of the config can not say, its agents do not see or its provider does not enforce; the runtime still does, so a call that looks right to them is refused.',
  message: (data) =>
    `${projectedPart(data)} is dropped, described or not enforced by ${data.targets.join(', ')}.`,
  help: 'Say it in the description too, or in a way that every target has. `btcp export --to <target> --explain` shows what gets through.',
  examples: {
    bad: [
      {
        source: toolSource({
          capabilities: '[]',
          execute: `execute: ({ cell }) => ({ value: cell.length }),`,
        }),
        message: '`pattern` is dropped, described or not enforced by gemini.',
      },
    ],
    good: [
      toolSource({
        capabilities: '[]',
        input: `
      /** Address of the cell in A1 notation. */
      cell: Type.Union([Type.Literal('B5'), Type.Literal('C5')]),`,
        execute: `execute: ({ cell }) => ({ value: cell.length }),`,
      }),
    ],
  },
});
