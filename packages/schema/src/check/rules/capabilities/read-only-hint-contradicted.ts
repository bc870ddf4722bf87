import { type CodeRule, defineCodeRule } from '../../define-rule.ts';
import { callPathText, type CallStep } from '../../text/call-path-text.ts';

type Values = { capability: string; used: string; path: readonly CallStep[] };

const hiding = (name: string, hint: string): string => `/** Hides the banner at the top of the page. */
export const ${name} = defineTool({
  inputSchema: Type.Object({}, { additionalProperties: false }),
  outputSchema: Type.Null(),
  capabilities: ['dom:write'],
  mcp: { annotations: { ${hint} } },
  execute(_input, { dom }) {
    dom.querySelector('#banner')?.remove();
    return null;
  },
});`;

export const readOnlyHintContradicted: CodeRule<Values> = defineCodeRule({
  id: 'read-only-hint-contradicted',
  family: 'capabilities',
  severity: 'warning',
  title: 'Hint that a tool only reads, above code that does more',
  rationale:
    'Clients run a tool with `readOnlyHint: true` without asking their user. What it changes or sends then happens unseen.',
  message: ({ name, used, path, capability }) =>
    `\`readOnlyHint: true\` says that "${name}" only reads, and its code uses ${used}${callPathText(path)}, which needs "${capability}".`,
  help: 'Write `readOnlyHint: false`, or leave `annotations` out: exports derive it from the capabilities.',
  examples: {
    bad: [
      {
        source: hiding('hideBanner', 'readOnlyHint: true'),
        message:
          '`readOnlyHint: true` says that "hideBanner" only reads, and its code uses ChildNode.remove, which needs "dom:write".',
      },
    ],
    good: [hiding('removeBanner', 'readOnlyHint: false')],
  },
});
