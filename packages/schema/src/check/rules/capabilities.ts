import { getOwn, isObject } from '../../model/own-property.ts';
import { type AnyRule, defineCodeRule, defineRule } from '../define-rule.ts';
import { callPathText, type CallStep, listed, quoted, shown } from '../text/quote.ts';
import { CAPABILITIES } from '@btcp/core';
import { isReadingCapability } from '@btcp/core/internal';

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

/** What only an author can promise, unless a tool only reads. */
const PROMISES = { destructiveHint: false, idempotentHint: true };

/** What an import names other than by a relative path. */
const SPECIFIER = /^(['"])[^'".\s][^'"\s]*\1$/;

/** What the action of a provider's own capability is called, where it destroys something. */
const DESTROYS = /:(delete|destroy|drop|erase|purge|remove|wipe)(:|$)/;

/** Rules about the capabilities that code uses, and about hints that code contradicts or cannot prove. */
export const CAPABILITY_RULES: readonly AnyRule[] = [
  defineCodeRule<{ capability: string; used: string; path: readonly CallStep[] }>({
    id: 'capability-missing',
    severity: 'error',
    message: ({ name, capability, used, path }) =>
      `Tool "${name}" uses ${used}${callPathText(path)}, and does not declare "${capability}", which that needs.`,
    help: ({ capability, path }) =>
      `Add "${capability}" to \`capabilities\`; \`btcp check --write-capabilities\` does it for every tool.${loadHelp(path)}`,
  }),
  defineCodeRule<{ capability: string; enough: readonly string[] }>({
    id: 'capability-unused',
    severity: 'warning',
    message: ({ name, capability, enough }) =>
      `Tool "${name}" declares "${capability}", and its code uses ${enough.length > 0 ? `only ${listed(enough)} of it` : 'nothing of it'}.`,
    help: ({ capability, enough }) =>
      enough.length > 0
        ? `Write ${listed(enough)} instead.`
        : `Take "${capability}" out, or write the code that needs it.`,
  }),
  defineCodeRule<{ capabilities: readonly string[]; used: string; path: readonly CallStep[] }>({
    id: 'capability-maybe',
    severity: 'warning',
    message: ({ name, capabilities, used, path }) =>
      `Tool "${name}" uses ${used}${callPathText(path)} with a value that the code leaves open, and may need ${capabilities.map(quoted).join(' or ')}.`,
    help: 'Write the value so that it can be read, for example an address with a constant host, or declare the capability that covers every case.',
  }),
  defineCodeRule<{ used: string; path: readonly CallStep[]; assignment?: Omit<CallStep, 'name'> }>({
    id: 'capability-unverifiable',
    severity: 'warning',
    message: ({ name, used, path, assignment: at }) =>
      `What tool "${name}" uses by \`${shown(used)}\`${callPathText(path)} cannot be read from its code${at ? `: ${at.file}:${at.line} assigns it in code that the tool does not run` : ''}.`,
    help: ({ used, path }) =>
      /^(?:\w+\.)?dom$/.test(used)
        ? 'Add "DOM" to `lib` in the tsconfig, so that `dom` is a `Document`; without, its members have no type.'
        : SPECIFIER.test(used)
          ? 'Import it by a relative path, or let package.json name one file for it: by its conditions other code may run than the code that is read here.'
          : `Write out which function or member is meant, and give it a type.${/^(?:ctx\b|\w+$)/.test(used) ? ' What a host adds to `ctx` has one in `interface ToolContext`, and is changed by its own methods, not by writing to it.' : ''} Where only the running page knows, declare what it needs, and write \`// btcp-ignore capability-unverifiable: <why>\` above.${loadHelp(path)}`,
  }),
  defineCodeRule<{ used: string; path: readonly CallStep[] }>({
    id: 'capability-opaque',
    severity: 'info',
    message: ({ name, used, path }) =>
      `Tool "${name}" uses \`${shown(used)}\`${callPathText(path)}, whose code is not analysed: it is a package’s, the page’s or the host’s, or of an object that is made elsewhere.`,
    help: 'Look up which browser features it uses, and declare their capabilities.',
  }),
  defineCodeRule<{ power: string; used: string; path: readonly CallStep[] }>({
    id: 'power-unmapped',
    severity: 'warning',
    message: ({ name, power, used, path }) => {
      const what = POWERS[power];
      return what === undefined
        ? `Tool "${name}" uses ${used}${callPathText(path)}, and which capability that takes is not known.`
        : `Tool "${name}" uses ${used}${callPathText(path)}, which ${what}; no capability covers that.`;
    },
    help: 'Do without it, or say why it is needed: `// btcp-ignore power-unmapped: <reason>` on the line above.',
  }),
  defineCodeRule<{ used: string; path: readonly CallStep[] }>({
    id: 'state-undeclared',
    severity: 'info',
    message: ({ name, used, path }) =>
      `Tool "${name}" changes what may outlive its call by \`${shown(used)}\`${callPathText(path)}, and declares no capability that changes anything: it is not published as verified.`,
    help: 'Declare a capability of your own for what it changes, such as "cart:write", keep in the call what only the call needs, or leave it as it is, such as a cache: clients then ask before they call the tool.',
  }),
  defineCodeRule<{ capability: string; used: string; path: readonly CallStep[] }>({
    id: 'read-only-hint-contradicted',
    severity: 'warning',
    message: ({ name, used, path, capability }) =>
      `\`readOnlyHint: true\` says that "${name}" only reads, and its code uses ${used}${callPathText(path)}, which needs "${capability}".`,
    help: 'Write `readOnlyHint: false`, or leave `annotations` out: exports derive it from the capabilities.',
  }),
  defineCodeRule<{ hint: string; promise: string; used: string; path: readonly CallStep[] }>({
    id: 'hint-contradicted',
    severity: 'error',
    isMandatory: true,
    message: ({ name, hint, promise, used, path }) =>
      `\`${hint}\` says that "${name}" ${promise}, and it uses ${used}${callPathText(path)}.`,
    help: 'State the opposite, or leave the hint out: clients then assume the worse.',
  }),
  defineRule<{ hint: string }>({
    id: 'hint-stated',
    severity: 'info',
    after: ['tool-invalid'],
    check({ tool, report }) {
      const mcp = getOwn(tool.json, 'mcp');
      const hints = isObject(mcp) ? getOwn(mcp, 'annotations') : undefined;
      // What only reads deletes nothing, and can be repeated.
      if (!isObject(hints) || tool.capabilities.every((each) => isReadingCapability(String(each)))) return;
      for (const [name, promise] of Object.entries(PROMISES))
        if (getOwn(hints, name) === promise)
          report({ at: `/mcp/annotations/${name}`, hint: `${name}: ${promise}` });
    },
    message: ({ name, hint }) => `\`${hint}\` of "${name}" is published as stated, not proved.`,
    help: 'Make sure that it is true of every input, also after an error half-way; then turn this note off for the tool with `btcp-ignore`.',
  }),
  defineRule<{ because: string }>({
    id: 'destructive-without-confirm',
    severity: 'info',
    after: ['tool-invalid'],
    check({ tool: { json }, report }) {
      const confirm = getOwn(json, 'confirm');
      if (confirm !== undefined && confirm !== false) return;
      const capabilities = getOwn(json, 'capabilities');
      const index = Array.isArray(capabilities) ? capabilities.findIndex(isDestructive) : -1;
      if (index >= 0)
        return report({
          at: `/capabilities/${index}`,
          because: quoted(String((capabilities as unknown[])[index])),
        });
      const mcp = getOwn(json, 'mcp');
      const hints = isObject(mcp) ? getOwn(mcp, 'annotations') : undefined;
      if (isObject(hints) && getOwn(hints, 'destructiveHint') === true)
        report({ at: '/mcp/annotations/destructiveHint', because: '`destructiveHint: true`' });
    },
    message: ({ name, because }) => `"${name}" has ${because}, and runs without asking its user.`,
    help: "Add `confirm: 'Delete this invoice?'`, a function that makes the sentence of the input, or `confirm: true`.",
  }),
];

/** What to do about code that runs while its module loads, which an import of types alone causes, too. */
function loadHelp(path: readonly CallStep[]): string {
  return path.at(-1)?.name === 'module'
    ? ' It runs when its module loads: where only types are imported of that, write `import type`, which does not load it.'
    : '';
}

function isDestructive(capability: unknown): boolean {
  const id = String(capability);
  if (!Object.hasOwn(CAPABILITIES, id)) return DESTROYS.test(id);
  const { risk } = CAPABILITIES[id as keyof typeof CAPABILITIES];
  // Databases and cookies: what `dom:write` changes, a user sees.
  return id.startsWith('storage:') && !isReadingCapability(id) && (risk === 'high' || risk === 'critical');
}
