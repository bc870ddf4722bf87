import { create } from './create.ts';
import { SEEN_AFTER, watchSeen, type SeenElements } from './seen-elements.ts';
import { STYLE } from './style.ts';

/** What a modal dialog shows. */
export interface ModalForm {
  readonly element: HTMLElement;
  /** What does not scroll: the title and both buttons. */
  readonly fixed: readonly HTMLElement[];
  /** What a user has to see before they allow. */
  readonly lines: readonly HTMLElement[];
  readonly allow: HTMLButtonElement;
  readonly deny: HTMLButtonElement;
  /** Says why "Allow" does not work. */
  readonly status: HTMLElement;
  /** Why "Allow" does not work; empty where it says so itself. */
  readonly whyNot: (seen: SeenElements) => string | undefined;
  /** What gets the focus at first. Default: what denies. */
  readonly first?: HTMLElement | undefined;
}

/** Milliseconds until the dialog says why "Allow" does not work; before, a user has only begun to read. */
const SILENT = 1000;

/**
 * Shows a form in a modal dialog. Closing it, by Escape or by removing it, denies. It takes only what a user does, not
 * what a script dispatches.
 *
 * @param hidden - Said where the title or a button is not in view.
 * @returns Whether the user allowed. Rejects where it cannot be shown.
 */
export function showModal(
  form: ModalForm,
  hidden: string,
  parent: Element,
  signal: Pick<AbortSignal, 'addEventListener'>,
): Promise<boolean> {
  return new Promise((resolve) => {
    // The document's attribute says it, as a style sheet could swap the buttons.
    const dir = document.dir === 'rtl' ? 'rtl' : 'ltr';
    const dialog = create('dialog', { 'aria-labelledby': 'title', dir }, form.element);
    const element = createHost(dialog);
    parent.append(element);

    const started = performance.now();
    const isInView = (): boolean => form.fixed.every((each) => seen.isSeen(each));
    const whyNot = (): string | undefined => (isInView() ? form.whyNot(seen) : hidden);
    const showWhyNot = (): void => {
      const reason = whyNot();
      form.allow.setAttribute('aria-disabled', String(reason !== undefined));
      const text = performance.now() - started < SILENT ? '' : (reason ?? '');
      // A screen reader says again what is set again.
      if (form.status.textContent !== text) form.status.textContent = text;
    };
    const seen = watchSeen([...form.fixed, ...form.lines], showWhyNot);
    // Moving the element takes the dialog out of the top layer.
    const removed = new MutationObserver(() => dialog.matches(':modal') || answer(false));
    const end = (): void => {
      removed.disconnect();
      seen.stop();
      // Gives the focus back.
      dialog.close();
      element.remove();
    };
    const answer = (isAllowed: boolean): void => {
      end();
      resolve(isAllowed);
    };
    const isMeant = ({ isTrusted }: Event, pressed: EventTarget | null): boolean => {
      if (pressed === form.deny) return isTrusted && performance.now() - started >= SEEN_AFTER;
      const isReady = pressed === form.allow ? whyNot() === undefined : isInView();
      return isTrusted && isReady;
    };
    removed.observe(document, { childList: true, subtree: true });
    dialog.addEventListener('click', (event) => {
      if (!isMeant(event, event.target)) event.preventDefault();
      else if (event.target === form.allow) answer(true);
      else if (event.target === form.deny) answer(false);
    });
    dialog.addEventListener('close', () => answer(false));
    signal.addEventListener('abort', () => answer(false));
    try {
      dialog.showModal();
    } catch (error) {
      // Of a parent that is in no document.
      end();
      throw error;
    }
    (form.first ?? form.deny).focus({ preventScroll: true });
  });
}

/** Whether the page, or a page around it, is in a page of another origin. */
export function isInForeignFrame(): boolean {
  let page: Window = window;
  while (page.parent !== page) {
    // A frame of another origin does not see the element that it is in.
    if (!page.frameElement) return true;
    page = page.parent;
  }
  return false;
}

/** Tells developers why a dialog denied by itself. */
export function denyBecause(reason: string): false {
  // Nobody waits for it, and a page's own reports of errors get it too.
  reportError(new Error(`BTCP: the consent dialog denied, ${reason}`));
  return false;
}

export const FOREIGN_FRAME =
  'as this page is in a frame of another origin, which could hide what is asked. Send `frame-ancestors`, or pass `inForeignFrame: true`.';

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
