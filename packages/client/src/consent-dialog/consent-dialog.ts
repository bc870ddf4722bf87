import type { CapabilityRisk } from '@btcp/core';
import type { CapabilityRequest, ConsentHandler, ConsentRequest } from '../client-options.ts';
import { STYLE } from './style.ts';

/** What the dialog says, for other languages. Capability texts and names come from the request. */
export interface ConsentTexts {
  /** @param asker - The name and version of the manifest; empty for all manifests. */
  readonly title: (asker: string) => string;
  /** @param tool - The name of the tool whose call waits. */
  readonly tool: (tool: string) => string;
  /** @param count - How many capabilities are ticked. */
  readonly allow: (count: number) => string;
  readonly deny: string;
  readonly risks: Readonly<Record<CapabilityRisk, string>>;
  /** What each capability allows, by its id. Default: as the request says. */
  readonly capabilities: Readonly<Record<string, string>>;
}

/** Options of `consentDialog`. */
export interface ConsentDialogOptions {
  readonly texts?: Partial<ConsentTexts>;
  /** Where the dialog is appended. Default: the body. */
  readonly parent?: Element;
}

const ENGLISH: ConsentTexts = {
  title: (asker) => `Allow ${asker || 'the tools of this page'} to …`,
  tool: (tool) => `A call of "${tool}" is waiting for your answer.`,
  allow: (count) => `Allow ${count}`,
  deny: 'Deny',
  risks: { low: 'low risk', medium: 'some risk', high: 'high risk', critical: 'very high risk' },
  capabilities: {},
};

/** Milliseconds in which a click is one that was meant for something else. */
const TOO_SOON = 500;
const MAX_LENGTH = 100;

/**
 * A handler for the client's option `onConsent` that shows a modal dialog, one capability a line. What is of high risk
 * is not ticked at first. Closing the dialog, by Escape or by removing it, denies. It needs no style of the page's and
 * no exception of its policy, and takes only what a user does, not what a script dispatches.
 *
 * @example
 * const client = new BTCPClient({ onConsent: consentDialog() });
 */
export function consentDialog({ texts, parent }: ConsentDialogOptions = {}): ConsentHandler {
  const words = { ...ENGLISH, ...texts };
  return (request) =>
    new Promise((resolve) => {
      const element = document.createElement('btcp-consent');
      // Scripts of the page must not reach the buttons.
      const root = element.attachShadow({ mode: 'closed' });
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(STYLE);
      root.adoptedStyleSheets = [sheet];
      const form = createForm(request, words);
      const dialog = create('dialog', { part: 'dialog', 'aria-labelledby': 'title' }, form.element);
      root.append(dialog);
      (parent ?? document.body).append(element);

      const shown = performance.now();
      // What is moved is no longer above the page.
      const removed = new MutationObserver(() => dialog.matches(':modal') || answer([]));
      const answer = (granted: readonly string[]): void => {
        removed.disconnect();
        element.remove();
        resolve(granted);
      };
      removed.observe(document, { childList: true, subtree: true });
      dialog.addEventListener('click', (event) => {
        if (!event.isTrusted || performance.now() - shown < TOO_SOON) event.preventDefault();
      });
      dialog.addEventListener('close', () => answer([]));
      form.element.addEventListener('submit', (event) => {
        event.preventDefault();
        if (!event.isTrusted || performance.now() - shown < TOO_SOON) return;
        answer(event.submitter === form.allow ? form.ticked() : []);
      });
      request.signal.addEventListener('abort', () => answer([]));
      dialog.showModal();
      form.deny.focus({ preventScroll: true });
    });
}

interface ConsentForm {
  readonly element: HTMLFormElement;
  readonly allow: HTMLButtonElement;
  readonly deny: HTMLButtonElement;
  /** The ids of the ticked capabilities. */
  readonly ticked: () => readonly string[];
}

function createForm({ manifest, tool, capabilities }: ConsentRequest, words: ConsentTexts): ConsentForm {
  const asker = manifest ? `${manifest.name} ${manifest.version}` : '';
  const { name, url } = manifest?.provider ?? {};
  const lines = capabilities.map((capability) => ({
    id: capability.id,
    ...createLine(capability, words),
  }));
  const ticked = (): readonly string[] => lines.filter(({ box }) => box.checked).map(({ id }) => id);
  const allow = create('button', { part: 'allow', type: 'submit' }, words.allow(ticked().length));
  const deny = create('button', { part: 'deny', type: 'submit' }, words.deny);
  const element = create(
    'form',
    {},
    create('h2', { id: 'title', part: 'title' }, shortened(words.title(asker))),
    ...(name === undefined ? [] : [create('p', { part: 'provider' }, shortened(`${name} ${url ?? ''}`))]),
    ...(tool ? [create('p', { part: 'tool' }, shortened(words.tool(tool.name)))] : []),
    create('ul', { part: 'capabilities' }, ...lines.map(({ line }) => line)),
    create('div', { part: 'buttons' }, deny, allow),
  );
  element.addEventListener('change', () => (allow.textContent = words.allow(ticked().length)));
  return { element, allow, deny, ticked };
}

function createLine(
  { id, risk, allows }: CapabilityRequest,
  { risks, capabilities }: ConsentTexts,
): { readonly line: HTMLLIElement; readonly box: HTMLInputElement } {
  const box = create('input', { type: 'checkbox', part: 'box' });
  box.checked = risk === 'low' || risk === 'medium';
  const text = (Object.hasOwn(capabilities, id) && capabilities[id]) || allows;
  const words = create(
    'span',
    {},
    shortened(text),
    ' ',
    create('small', { part: `risk ${risk}` }, risks[risk]),
  );
  return { line: create('li', {}, create('label', {}, box, words)), box };
}

/** Text without what reverses or hides text, and not too long: a provider has written part of it. */
function shortened(text: string): string {
  const visible = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim();
  return visible.length > MAX_LENGTH ? `${visible.slice(0, MAX_LENGTH)}…` : visible;
}

function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...children);
  return element;
}
