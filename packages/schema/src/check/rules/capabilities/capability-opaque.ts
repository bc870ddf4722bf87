import { type CodeRule, defineCodeRule } from '../../define-rule.ts';
import { shown } from '../../text/quote.ts';
import { callPathText, type CallStep } from '../../text/call-path-text.ts';

type Values = { used: string; path: readonly CallStep[] };

export const capabilityOpaque: CodeRule<Values> = defineCodeRule({
  id: 'capability-opaque',
  family: 'capabilities',
  severity: 'info',
  title: 'Third-party code, which is not analysed',
  rationale:
    "What a dependency or a script of the page does runs in the tool's name. It is not analysed, so what it needs has to be declared by hand.",
  message: ({ name, used, path }) =>
    `Tool "${name}" uses \`${shown(used)}\`${callPathText(path)}, which is third-party code and is not analysed.`,
  help: 'Look up which browser features it uses, and declare their capabilities.',
  examples: {
    bad: [
      {
        source: `declare const analytics: { count(event: string): void };

/** Counts a visit of the page. */
export const countVisit = defineTool({
  inputSchema: Type.Object({}, { additionalProperties: false }),
  outputSchema: Type.Null(),
  capabilities: ['network:fetch:cross-origin'],
  execute() {
    analytics.count('visit');
    return null;
  },
});`,
        message: 'Tool "countVisit" uses `analytics`, which is third-party code and is not analysed.',
      },
    ],
    good: [
      `/** Counts a visit of the page. */
export const reportVisit = defineTool({
  inputSchema: Type.Object({}, { additionalProperties: false }),
  outputSchema: Type.Null(),
  capabilities: ['network:fetch:cross-origin'],
  execute() {
    navigator.sendBeacon('https://count.example/visit');
    return null;
  },
});`,
    ],
  },
});
