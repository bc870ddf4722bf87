import type { ConsentHandler, ConsentRequest } from '../client-options.ts';
import { create, createForm, ENGLISH, type ConsentForm, type ConsentTexts } from './consent-form.ts';
import { SEEN_AFTER, watchSeen, type SeenElements } from './seen-elements.ts';
import { STYLE } from './style.ts';

export type { ConsentTexts } from './consent-form.ts';

/** Options of `consentDialog`. */
export interface ConsentDialogOptions {
  readonly texts?: Partial<ConsentTexts>;
  /** Where the dialog is appended. Default: after the body, which a page may hide. */
  readonly parent?: Element;
  /** Asks in a frame of another origin too, where that origin could lay anything over the dialog. Default: denies there. */
  readonly inForeignFrame?: boolean;
}

/** Milliseconds until the dialog says why "Allow" does not work; before, a user has only begun to read. */
const SILENT = 1000;
/** More than the protocol has, twice. */
const MAX_CAPABILITIES = 50;
const FOREIGN_FRAME =
  'as this page is in a frame of another origin, which could hide what is asked. Send `frame-ancestors`, or pass `inForeignFrame: true`.';
const TOO_MANY = `as nobody reads a question for more than ${MAX_CAPABILITIES} capabilities. Ask for fewer at once.`;

/**
 * A handler for the client's option `onConsent` that shows a modal dialog, one capability a line. What is of high risk
 * is not ticked at first. Closing the dialog, by Escape or by removing it, denies. It needs no style of the page's and
 * no exception of its policy, and takes only what a user does, not what a script dispatches. "Allow" works only while the
 * title and the buttons have been in view for half a second, and after each ticked line was; where the browser can tell,
 * with nothing above it.
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
    if (!inForeignFrame && isInForeignFrame()) return deny(FOREIGN_FRAME);
    if (request.capabilities.length > MAX_CAPABILITIES) return deny(TOO_MANY);
    return ask(request, words, parent ?? document.documentElement);
  };
}

function deny(reason: string): false {
  // Nobody waits for it, and a page's own reports of errors get it too.
  reportError(new Error(`BTCP: the consent dialog denied, ${reason}`));
  return false;
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
    // The document's attribute says it, as a style sheet could swap the buttons.
    const dir = document.dir === 'rtl' ? 'rtl' : 'ltr';
    const dialog = create('dialog', { 'aria-labelledby': 'title', dir }, form.element);
    const element = createHost(dialog);
    parent.append(element);

    const started = performance.now();
    const showWhyNot = (): void => {
      const reason = whyNot(form, seen, words);
      form.allow.setAttribute('aria-disabled', String(reason !== undefined));
      const text = performance.now() - started < SILENT ? '' : (reason ?? '');
      // A screen reader says again what is set again.
      if (form.status.textContent !== text) form.status.textContent = text;
    };
    const seen = watchSeen([...form.fixed, ...form.lines.map(({ line }) => line)], showWhyNot);
    // Moving the element takes the dialog out of the top layer.
    const removed = new MutationObserver(() => dialog.matches(':modal') || answer([]));
    const answer = (granted: readonly string[]): void => {
      removed.disconnect();
      seen.stop();
      // Gives the focus back.
      dialog.close();
      element.remove();
      resolve(granted);
    };
    const isMeant = ({ isTrusted }: Event, pressed: EventTarget | null): boolean => {
      if (pressed === form.deny) return isTrusted && performance.now() - started >= SEEN_AFTER;
      const isReady = pressed === form.allow ? whyNot(form, seen, words) === undefined : isInView(form, seen);
      return isTrusted && isReady;
    };
    removed.observe(document, { childList: true, subtree: true });
    dialog.addEventListener('click', (event) => {
      if (!isMeant(event, event.target)) event.preventDefault();
      else if (event.target === form.allow) answer(form.ticked().map(({ id }) => id));
      else if (event.target === form.deny) answer([]);
    });
    dialog.addEventListener('close', () => answer([]));
    request.signal.addEventListener('abort', () => answer([]));
    dialog.showModal();
    form.deny.focus({ preventScroll: true });
  });
}

/** Why "Allow" does not work; empty where it says so itself. */
function whyNot(form: ConsentForm, seen: SeenElements, words: ConsentTexts): string | undefined {
  if (!isInView(form, seen)) return words.hidden;
  const ticked = form.ticked();
  if (!ticked.every(({ line }) => seen.wasSeen(line))) return words.unseen;
  return ticked.length === 0 ? '' : undefined;
}

function isInView({ fixed }: ConsentForm, { isSeen }: SeenElements): boolean {
  return fixed.every((element) => isSeen(element));
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
