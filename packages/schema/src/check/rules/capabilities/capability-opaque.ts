import { type CodeRule, defineCodeRule } from '../../define-rule.ts';
import { shown } from '../../text/quote.ts';
import { callPathText, type CallStep } from '../../text/call-path-text.ts';

type Values = { used: string; path: readonly CallStep[] };

export const capabilityOpaque: CodeRule<Values> = defineCodeRule({
  id: 'capability-opaque',
  family: 'capabilities',
  severity: 'info',
  title: 'Code of a package, the page or the host, which is not analysed',
  rationale:
    "What a package, a script of the page or what the host adds to `ctx` does runs in the tool's name. It is not analysed, so what it needs has to be declared by hand.",
  message: ({ name, used, path }) =>
    `Tool "${name}" uses \`${shown(used)}\`${callPathText(path)}, whose code is not analysed: it is a package’s, the page’s or the host’s.`,
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
        message:
          'Tool "countVisit" uses `analytics`, whose code is not analysed: it is a package’s, the page’s or the host’s.',
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
