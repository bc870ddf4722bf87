import { type CodeRule, defineCodeRule } from '../../define-rule.ts';
import { quoted } from '../../text/quote.ts';
import { callPathText, type CallStep } from '../../text/call-path-text.ts';

type Values = { capabilities: readonly string[]; used: string; path: readonly CallStep[] };

export const capabilityMaybe: CodeRule<Values> = defineCodeRule({
  id: 'capability-maybe',
  family: 'capabilities',
  severity: 'warning',
  title: 'Use whose capability depends on a value',
  rationale:
    'An address that an agent or a page decides can lead to any host. Nobody can tell from the code what the user should be asked for.',
  message: ({ name, capabilities, used, path }) =>
    `Tool "${name}" uses ${used}${callPathText(path)} with a value that the code leaves open, and may need ${capabilities.map(quoted).join(' or ')}.`,
  help: 'Write the value so that it can be read, for example an address with a constant host, or declare the capability that covers every case.',
  examples: {
    bad: [
      {
        source: `/** Retrieves a document from the archive. */
export const loadDocument = defineTool({
  inputSchema: Type.Object(
    { address: Type.String({ format: 'uri', maxLength: 300, description: 'Address of the document.' }) },
    { additionalProperties: false },
  ),
  outputSchema: Type.String({ description: 'Its text.' }),
  capabilities: [],
  examples: [{ input: { address: 'https://archive.example/1' }, output: 'Hello' }],
  execute: async ({ address }) => (await fetch(address)).text(),
});`,
        message:
          'Tool "loadDocument" uses Window.fetch with a value that the code leaves open, and may need "network:fetch:cross-origin" or "network:fetch:same-origin".',
      },
    ],
    good: [
      `/** Retrieves a document from the archive. */
export const fetchDocument = defineTool({
  inputSchema: Type.Object(
    { number: Type.Integer({ minimum: 1, maximum: 9999, description: 'Number of the document.' }) },
    { additionalProperties: false },
  ),
  outputSchema: Type.String({ description: 'Its text.' }),
  capabilities: ['network:fetch:cross-origin'],
  examples: [{ input: { number: 1 }, output: 'Hello' }],
  execute: async ({ number }) => (await fetch(\`https://archive.example/\${number}\`)).text(),
});`,
    ],
  },
});
