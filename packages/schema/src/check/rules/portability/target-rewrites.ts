import { toolSource } from '../../base-fixture.ts';
import { type CodeRule, defineCodeRule } from '../../define-rule.ts';
import { projectedPart, type ProjectionData } from '../../text/projected-part.ts';

export const targetRewrites: CodeRule<ProjectionData> = defineCodeRule({
  id: 'target-rewrites',
  family: 'portability',
  severity: 'info',
  title: 'Part of a tool that a target writes differently',
  rationale:
    'Nothing is lost, but agents of that target see another name or another schema than the author wrote, which matters when calls are read or compared.',
  message: (data) => `${projectedPart(data)} is written differently for ${data.targets.join(', ')}.`,
  help: 'Leave it, or write it the way that the target does. `btcp export --to <target>` shows how.',
  examples: {
    bad: [
      {
        source: toolSource({
          capabilities: '[]',
          outputSchema: `Type.Number({ description: 'What the cell shows.' })`,
          exampleOutput: '42',
          execute: `execute: ({ cell }) => cell.length,`,
        }),
        message: 'The output schema is written differently for mcp-2025-11-25.',
      },
    ],
    good: [toolSource({ capabilities: '[]', execute: `execute: ({ cell }) => ({ value: cell.length }),` })],
  },
});
