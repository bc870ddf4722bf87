import { type CodeRule, defineCodeRule } from '../../define-rule.ts';
import { callPathText, type CallStep } from '../../text/call-path-text.ts';

type Values = { power: string; used: string; path: readonly CallStep[] };

/** Browser features without a capability, in words. */
const POWERS: Readonly<Record<string, string>> = {
  capture: 'records the page or the screen',
  'cross-frame': 'reaches into other windows and frames',
  'device-enumeration': 'tells which devices there are',
  'device-or-privileged': 'reaches devices or what only few pages may',
  dialog: 'opens a dialog that waits for the user',
  'global-write': 'replaces what all code of the page uses',
  navigation: 'leads the page elsewhere',
  'other-storage': 'stores data in other places than storages, databases and cookies',
  webrtc: 'connects to other machines',
  'window-control': 'opens, closes or prints windows',
  'worker-or-channel': 'runs or reaches code outside of the page',
};

export const powerUnmapped: CodeRule<Values> = defineCodeRule({
  id: 'power-unmapped',
  family: 'capabilities',
  severity: 'warning',
  title: 'Browser feature that no capability covers',
  rationale: 'The protocol has no capability for it, so no host can ask its user before it is used.',
  message: ({ name, power, used, path }) => {
    const what = POWERS[power];
    return what === undefined
      ? `Tool "${name}" uses ${used}${callPathText(path)}, and which capability that takes is not known.`
      : `Tool "${name}" uses ${used}${callPathText(path)}, which ${what}; no capability covers that.`;
  },
  help: 'Do without it, or say why it is needed: `// btcp-ignore power-unmapped: <reason>` on the line above.',
  examples: {
    bad: [
      {
        source: `/** Opens the page with the orders of this month. */
export const openOrders = defineTool({
  inputSchema: Type.Object({}, { additionalProperties: false }),
  outputSchema: Type.Null(),
  capabilities: [],
  execute() {
    location.assign('/orders');
    return null;
  },
});`,
        message:
          'Tool "openOrders" uses Location.assign, which leads the page elsewhere; no capability covers that.',
      },
    ],
    good: [
      `/** Unhides the orders of this month. */
export const showOrders = defineTool({
  inputSchema: Type.Object({}, { additionalProperties: false }),
  outputSchema: Type.Null(),
  capabilities: ['dom:write'],
  execute(_input, { dom }) {
    dom.getElementById('orders')?.removeAttribute('hidden');
    return null;
  },
});`,
    ],
  },
});
