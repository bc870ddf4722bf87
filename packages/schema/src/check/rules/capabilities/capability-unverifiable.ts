import { type CodeRule, defineCodeRule } from '../../define-rule.ts';
import { shown } from '../../text/quote.ts';
import { callPathText, type CallStep } from '../../text/call-path-text.ts';

type Values = { used: string; path: readonly CallStep[] };

export const capabilityUnverifiable: CodeRule<Values> = defineCodeRule({
  id: 'capability-unverifiable',
  family: 'capabilities',
  severity: 'warning',
  title: 'Code that hides what it uses',
  rationale:
    '`any`, eval and computed names can stand for every capability of the browser, so that the declared capabilities are no more than a promise.',
  message: ({ name, used, path }) =>
    `What tool "${name}" uses by \`${shown(used)}\`${callPathText(path)} cannot be read from its code.`,
  help: 'Write out which function or member is meant, and give it a type. Where only the running page knows, declare what it needs, and write `// btcp-ignore capability-unverifiable: <why>` above.',
  examples: {
    bad: [
      {
        source: `/** Retrieves a property of the window. */
export const readProperty = defineTool({
  inputSchema: Type.Object(
    { property: Type.String({ maxLength: 40, description: 'Its name.' }) },
    { additionalProperties: false },
  ),
  outputSchema: Type.String({ description: 'What it holds.' }),
  capabilities: [],
  examples: [{ input: { property: 'length' }, output: '0' }],
  execute: ({ property }) => String((window as any)[property]),
});`,
        message: 'What tool "readProperty" uses by `window as any` cannot be read from its code.',
      },
    ],
    good: [
      `/** Retrieves the size of the window. */
export const readSize = defineTool({
  inputSchema: Type.Object(
    { side: Type.Union([Type.Literal('innerWidth'), Type.Literal('innerHeight')], { description: 'Which side.' }) },
    { additionalProperties: false },
  ),
  outputSchema: Type.Number({ description: 'In CSS pixels.' }),
  capabilities: ['dom:read'],
  examples: [{ input: { side: 'innerWidth' }, output: 800 }],
  execute: ({ side }) => window[side],
});`,
    ],
  },
});
