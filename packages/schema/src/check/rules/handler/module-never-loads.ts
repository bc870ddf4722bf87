import { type CodeRule, defineCodeRule } from '../../define-rule.ts';
import { shown } from '../../text/quote.ts';
import { callPathText, type CallStep } from '../../text/call-path-text.ts';

type Values = { used: string; path: readonly CallStep[] };

const withStatement = (name: string, statement: string): string => `${statement}
/** Reads how many visits the page has had. */
export const ${name} = defineTool({
  inputSchema: Type.Object({}, { additionalProperties: false }),
  outputSchema: Type.Integer(),
  capabilities: [],
  execute: () => visits,
});
const visits = 1;`;

export const moduleNeverLoads: CodeRule<Values> = defineCodeRule({
  id: 'module-never-loads',
  family: 'handler',
  severity: 'warning',
  title: 'Module that can never load',
  rationale:
    'A build evaluates only what schemas need, so it succeeds; but the first call of the tool loads the whole module, and fails or waits for ever.',
  message: ({ name, used, path }) =>
    `Tool "${name}" can never run: its module stops at \`${shown(used)}\`${callPathText(path)} whenever it is loaded.`,
  help: 'Take the statement out, or move it into a function.',
  examples: {
    bad: [
      {
        source: withStatement('countVisits', `throw new Error('Not for production.');`),
        message:
          'Tool "countVisits" can never run: its module stops at `throw new Error(\'Not for production.\');` whenever it is loaded.',
      },
      {
        source: withStatement('countReturns', 'await new Promise(() => {});'),
        message:
          'Tool "countReturns" can never run: its module stops at `await new Promise(() => {});` whenever it is loaded.',
      },
    ],
    good: [
      withStatement('countFirstVisits', `if (typeof Promise === 'undefined') throw new Error('Too old.');`),
    ],
  },
});
