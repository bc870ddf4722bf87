import { type CodeRule, defineCodeRule } from '../../define-rule.ts';
import { callPathText, type CallStep } from '../../text/call-path-text.ts';

type Values = { capability: string; used: string; path: readonly CallStep[] };

export const capabilityMissing: CodeRule<Values> = defineCodeRule({
  id: 'capability-missing',
  family: 'capabilities',
  severity: 'error',
  fix: 'Adds the capability to the list.',
  title: 'Capability that the code uses and the tool does not declare',
  rationale:
    'Users grant what a tool declares. What it uses beyond that fails where the host denies it, and is used behind the user where not.',
  message: ({ name, capability, used, path }) =>
    `Tool "${name}" uses ${used}${callPathText(path)}, and does not declare "${capability}", which that needs.`,
  help: ({ capability }) =>
    `Add "${capability}" to \`capabilities\`; \`btcp check --write-capabilities\` does it for every tool.`,
  examples: {
    bad: [
      {
        source: `/** Saves the title of the page for the next visit. */
export const saveTitle = defineTool({
  inputSchema: Type.Object({}, { additionalProperties: false }),
  outputSchema: Type.Null(),
  capabilities: ['dom:read'],
  execute(_input, { dom }) {
    localStorage.setItem('title', dom.title);
    return null;
  },
});`,
        message:
          'Tool "saveTitle" uses Storage.setItem, and does not declare "storage:local:write", which that needs.',
      },
    ],
    good: [
      `/** Saves the title of the page for the next visit. */
export const storeTitle = defineTool({
  inputSchema: Type.Object({}, { additionalProperties: false }),
  outputSchema: Type.Null(),
  capabilities: ['dom:read', 'storage:local:write'],
  execute(_input, { dom }) {
    localStorage.setItem('title', dom.title);
    return null;
  },
});`,
    ],
  },
});
