import { type CodeRule, defineCodeRule } from '../../define-rule.ts';
import { listed } from '../../text/quote.ts';

/** `enough`: what the code uses of the capability. */
type Values = { capability: string; enough: readonly string[] };

export const capabilityUnused: CodeRule<Values> = defineCodeRule({
  id: 'capability-unused',
  family: 'capabilities',
  severity: 'warning',
  title: 'Capability that the code does not use',
  rationale:
    'Users are asked for a capability that nothing needs. They learn to grant without reading, and a mistake in the code can then do more harm.',
  message: ({ name, capability, enough }) =>
    `Tool "${name}" declares "${capability}", and its code uses ${enough.length > 0 ? `only ${listed(enough)} of it` : 'nothing of it'}.`,
  help: ({ capability, enough }) =>
    enough.length > 0
      ? `Write ${listed(enough)} instead.`
      : `Take "${capability}" out, or write the code that needs it.`,
  examples: {
    bad: [
      {
        source: `/** Retrieves the title of the page. */
export const readTitle = defineTool({
  inputSchema: Type.Object({}, { additionalProperties: false }),
  outputSchema: Type.String({ description: 'What the tab shows.' }),
  capabilities: ['clipboard:write', 'dom:read'],
  execute: (_input, { dom }) => dom.title,
});`,
        message: 'Tool "readTitle" declares "clipboard:write", and its code uses nothing of it.',
      },
    ],
    good: [
      `/** Retrieves the title of the page. */
export const getTitle = defineTool({
  inputSchema: Type.Object({}, { additionalProperties: false }),
  outputSchema: Type.String({ description: 'What the tab shows.' }),
  capabilities: ['dom:read'],
  execute: (_input, { dom }) => dom.title,
});`,
    ],
  },
});
