import type { CapabilityRisk } from '@btcp/core';
import type { CapabilityRequest, ConsentHandler, ConsentRequest } from '../client-options.ts';
import { STYLE } from './style.ts';
import { measureVisibleTime } from './visible-time.ts';

/** What the dialog says, for other languages. Capability texts and names come from the request. */
export interface ConsentTexts {
  /** @param asker - The name of the manifest, and the three numbers of its version; empty for all manifests. */
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
  /** Asks in a frame of another origin too, where that origin could lay anything over the dialog. Default: denies there. */
  readonly inForeignFrame?: boolean;
}

const ENGLISH: ConsentTexts = {
  title: (asker) => `Allow ${asker || 'the tools of this page'} to …`,
  tool: (tool) => `A call of "${tool}" is waiting for your answer.`,
  allow: (count) => `Allow ${count}`,
  deny: 'Deny',
  risks: { low: 'low risk', medium: 'some risk', high: 'high risk', critical: 'very high risk' },
  capabilities: {},
};

/** Milliseconds in which a press is one that was meant for something else. */
const TOO_SOON = 500;
const MAX_LENGTH = 100;
const FOREIGN_FRAME =
  'BTCP: the consent dialog denied, as this page is in a frame of another origin, which could hide what is asked. Send `frame-ancestors`, or pass `inForeignFrame: true`.';

/**
 * A handler for the client's option `onConsent` that shows a modal dialog, one capability a line. What is of high risk
 * is not ticked at first. Closing the dialog, by Escape or by removing it, denies. It needs no style of the page's and
 * no exception of its policy, and takes only what a user does, not what a script dispatches, and "Allow" only after it was
 * in view for half a second; where the browser can tell, with nothing above it.
 *
 * @example
 * const client = new BTCPClient({ onConsent: consentDialog() });
 */
export function consentDialog({
  texts,
  parent,
  inForeignFrame = false,
}: ConsentDialogOptions = {}): ConsentHandler {
  const words = { ...ENGLISH, ...texts };
  return (request) => {
    // A host's own handler may call this late.
    if (request.signal.aborted) return false;
    if (inForeignFrame || !isInForeignFrame()) return ask(request, words, parent ?? document.body);
    // Nobody waits for it, and a page's own reports of errors get it too.
    reportError(new Error(FOREIGN_FRAME));
    return false;
  };
}

/** Whether the page, or a page around it, is in a page of another origin. */
function isInForeignFrame(): boolean {
  let page: Window = window;
  while (page.parent !== page) {
    // A frame of another origin does not see the element that it is in.
    if (!page.frameElement) return true;
    page = page.parent;
  }
  return false;
}

function ask(request: ConsentRequest, words: ConsentTexts, parent: Element): Promise<readonly string[]> {
  return new Promise((resolve) => {
    const form = createForm(request, words);
    const dialog = create('dialog', { 'aria-labelledby': 'title' }, form.element);
    const element = createHost(dialog);
    parent.append(element);

    const shown = performance.now();
    const visible = measureVisibleTime(dialog);
    // Moving the element takes the dialog out of the top layer.
    const removed = new MutationObserver(() => dialog.matches(':modal') || answer([]));
    const answer = (granted: readonly string[]): void => {
      removed.disconnect();
      visible.stop();
      element.remove();
      resolve(granted);
    };
    const isMeant = ({ isTrusted }: Event, pressed: EventTarget | null): boolean =>
      isTrusted && (pressed === form.deny ? performance.now() - shown : visible.milliseconds()) >= TOO_SOON;
    removed.observe(document, { childList: true, subtree: true });
    dialog.addEventListener('click', (event) => {
      if (!isMeant(event, event.target)) event.preventDefault();
    });
    dialog.addEventListener('close', () => answer([]));
    form.element.addEventListener('submit', (event) => {
      event.preventDefault();
      if (isMeant(event, event.submitter)) answer(event.submitter === form.allow ? form.ticked() : []);
    });
    request.signal.addEventListener('abort', () => answer([]));
    dialog.showModal();
    form.deny.focus({ preventScroll: true });
  });
}

/** The element that is added to the page. */
function createHost(dialog: HTMLDialogElement): HTMLElement {
  const element = document.createElement('btcp-consent');
  // Scripts of the page must not reach the buttons.
  const root = element.attachShadow({ mode: 'closed' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  root.adoptedStyleSheets = [sheet];
  root.append(dialog);
  return element;
}

interface ConsentForm {
  readonly element: HTMLFormElement;
  readonly allow: HTMLButtonElement;
  readonly deny: HTMLButtonElement;
  /** The ids of the ticked capabilities. */
  readonly ticked: () => readonly string[];
}

function createForm({ manifest, tool, capabilities }: ConsentRequest, words: ConsentTexts): ConsentForm {
  // The provider is free to choose what follows the three numbers.
  const [version = ''] = /^\d+\.\d+\.\d+/.exec(manifest?.version ?? '') ?? [];
  const asker = manifest ? `${manifest.name} ${version}`.trim() : '';
  const { name, url } = manifest?.provider ?? {};
  const lines = capabilities.map((capability) => ({
    id: capability.id,
    ...createLine(capability, words),
  }));
  const ticked = (): readonly string[] => lines.filter(({ box }) => box.checked).map(({ id }) => id);
  const allow = create('button', { type: 'submit' });
  const deny = create('button', { type: 'submit' }, words.deny);
  const element = create(
    'form',
    {},
    create('h2', { id: 'title' }, shortened(words.title(asker))),
    ...(name === undefined ? [] : [create('p', {}, shortened(`${name} ${url ?? ''}`))]),
    ...(tool ? [create('p', {}, shortened(words.tool(tool.name)))] : []),
    create('ul', {}, ...lines.map(({ line }) => line)),
    create('div', {}, deny, allow),
  );
  const count = (): void => {
    const { length } = ticked();
    allow.textContent = words.allow(length);
    allow.disabled = length === 0;
  };
  element.addEventListener('change', count);
  count();
  return { element, allow, deny, ticked };
}

function createLine(
  { id, risk, allows }: CapabilityRequest,
  { risks, capabilities }: ConsentTexts,
): { readonly line: HTMLLIElement; readonly box: HTMLInputElement } {
  const box = create('input', { type: 'checkbox' });
  box.checked = risk === 'low' || risk === 'medium';
  const text = (Object.hasOwn(capabilities, id) && capabilities[id]) || allows;
  const words = create('span', {}, shortened(text), ' ', create('small', { class: risk }, risks[risk]));
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
