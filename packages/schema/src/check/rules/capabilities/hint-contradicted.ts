import { type CodeRule, defineCodeRule } from '../../define-rule.ts';
import { callPathText, type CallStep } from '../../text/call-path-text.ts';

type Values = { hint: string; promise: string; used: string; path: readonly CallStep[] };

const forgetting = (annotations: string): string => `/** Forgets the draft that this browser keeps. */
export const forgetDraft = defineTool({
  inputSchema: Type.Object({}, { additionalProperties: false }),
  outputSchema: Type.Null(),
  capabilities: ['storage:local:write'],
  mcp: { annotations: { ${annotations} } },
  confirm: true,
  execute() {
    localStorage.removeItem('draft');
    return null;
  },
});`;

export const hintContradicted: CodeRule<Values> = defineCodeRule({
  id: 'hint-contradicted',
  family: 'capabilities',
  severity: 'error',
  title: 'Stated hint, and code that shows the opposite',
  rationale:
    'Clients skip a question, or repeat a call, because of `destructiveHint: false` and `idempotentHint: true`. Exports publish both as stated, so they must not be known to be wrong.',
  isMandatory: true,
  message: ({ name, hint, promise, used, path }) =>
    `\`${hint}\` says that "${name}" ${promise}, and it uses ${used}${callPathText(path)}.`,
  help: 'State the opposite, or leave the hint out: clients then assume the worse.',
  examples: {
    bad: [
      {
        source: forgetting('destructiveHint: false'),
        message:
          '`destructiveHint: false` says that "forgetDraft" deletes nothing, and it uses Storage.removeItem.',
      },
    ],
    good: [forgetting('destructiveHint: true').replaceAll('forgetDraft', 'dropDraft')],
  },
});
