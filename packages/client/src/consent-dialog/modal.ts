import { create } from './create.ts';
import { SEEN_AFTER, watchSeen, type SeenElements } from './seen-elements.ts';

/**
 * Applied by a constructed style sheet, which a page's policy for styles allows. Lengths follow the user's own font size,
 * not the page's. A host sets the three custom properties, which can neither hide nor enlarge anything: of the accent,
 * not its transparency. What scrolls has room for the outline of a field with the focus, which it would clip. Text cannot be
 * selected, also by a script: it would inherit the page's `::selection`. Of fonts that are not generic, which `ui-monospace`
 * is not in Chromium, a page could define the letters. Lines of a value are indented: none looks like a property.
 */
const STYLE = `
:host { all: initial !important; display: block !important; color-scheme: var(--btcp-consent-scheme, light dark) !important; font: medium/1.4 system-ui, sans-serif !important; }
dialog { box-sizing: border-box; width: min(32em, calc(100vw - 2em)); padding: 1.5em; border: 1px solid; border-radius: min(var(--btcp-consent-radius, 0.75em), 2em);
  background: Canvas; color: CanvasText; font: inherit; overflow-wrap: anywhere; accent-color: rgb(from var(--btcp-consent-accent) r g b / 1); }
dialog::backdrop { background: rgb(0 0 0 / 50%); }
.question { display: flex; flex-direction: column; max-height: calc(100vh - 8em); -webkit-user-select: none; user-select: none; }
h2 { margin: 0; font-size: 1.25em; }
p { margin: 0 0 0.5em; }
section { flex: 1; overflow-y: auto; margin: 0.25em -5px 0.75em; padding: 5px; scroll-padding: 5px; }
ul { margin: 0; padding: 0; list-style: none; }
label { display: flex; gap: 0.75em; padding: 0.5em 0; }
input { -webkit-user-select: text; user-select: text; flex: none; width: 1.25em; height: 1.25em; margin: 0.1em 0 0 0.25em; font: inherit; }
input:not([type=checkbox]), select { flex: 1; width: 60%; min-width: 10em; height: auto; padding: 0.4em; box-sizing: border-box; }
.field { flex-wrap: wrap; align-items: center; }
.field > span { flex: 1 0 8em; }
fieldset { margin: 0; padding: 0 0.5em; border: 1px solid GrayText; }
.first { text-indent: -1em; }
.first, .more { padding-inline-start: 1em; }
code { font-family: monospace, monospace; white-space: pre-wrap; direction: ltr; unicode-bidi: isolate; }
small { opacity: 0.8; }
.high, .critical { font-weight: bold; opacity: 1; }
.answers { display: flex; flex-wrap: wrap; align-items: center; justify-content: end; gap: 0.75em; }
[role=status] { flex: 1 1 10em; margin: 0; font-size: 0.8em; }
[role=status]:empty { display: none; }
button { min-height: 2.75em; padding: 0 1.25em; font: inherit; }
[aria-disabled=true] { color: GrayText; }
:focus-visible { outline: 3px solid CanvasText; outline-offset: 2px; }
@media (max-width: 30em) { [role=status] { flex-basis: 100%; } }
@media (max-height: 30em) {
  dialog { padding: 0.75em; max-height: 100vh; }
  .question { max-height: calc(100vh - 1.75em); }
  h2 { font-size: 1em; }
  p { margin: 0; }
  section { margin: 0 -5px; }
  label { padding: 0.25em 0; }
  .answers { gap: 0.25em 0.75em; }
  button { min-height: 2em; margin: 0.25em 0; }
}
`;

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

/** When the last dialog is answered. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Shows a form in a modal dialog, when those before it are answered: under a second one, it would take that one's second
 * click. Closing it, by Escape or by removing it, denies. It takes only what a user does, not
 * what a script dispatches.
 *
 * @param hidden - Said where the title or a button is not in view.
 * @returns Whether the user allowed. Rejects where it cannot be shown.
 */
export function showModal(
  form: ModalForm,
  hidden: string,
  parent: Element,
  signal: Pick<AbortSignal, 'addEventListener' | 'aborted'>,
): Promise<boolean> {
  const shown = last.then(() => !signal.aborted && show(form, hidden, parent, signal));
  // One that cannot be shown keeps none after it from being.
  last = shown.catch(() => undefined);
  return shown;
}

function show(
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
    // Whoever goes on pressing, as in a game, means the page.
    let ignored = started;
    const isMeant = ({ isTrusted }: Event, pressed: EventTarget | null): boolean => {
      if (pressed !== form.allow && pressed !== form.deny) return isTrusted && isInView();
      const now = performance.now();
      const isReady = pressed === form.deny || whyNot() === undefined;
      const isCalm = now - ignored >= SEEN_AFTER;
      if (isTrusted && !(isReady && isCalm)) ignored = now;
      return isTrusted && isReady && isCalm;
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

/** Whether the page, or a page around it, is in a page of another origin, which sees no element that it is in. */
export const isInForeignFrame = (page: Window = window): boolean =>
  page.parent !== page && (!page.frameElement || isInForeignFrame(page.parent));

/** Tells developers why a dialog denied by itself. */
export function denyBecause(reason: string): false {
  // Nobody waits for it, and a page's own reports of errors get it too.
  reportError(new Error(`BTCP: the consent dialog denied, ${reason}`));
  return false;
}

export const FOREIGN_FRAME =
  'as this page is in a frame of another origin, which could hide what is asked. Send `frame-ancestors`, or pass `inForeignFrame: true`.';

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
