import type { ConsentHandler } from '../client-options.ts';
import { createForm, ENGLISH, type ConsentTexts } from './consent-form.ts';
import { denyBecause, FOREIGN_FRAME, isInForeignFrame, showModal } from './modal.ts';

export { askDialog, confirmDialog, type AskDialogOptions, type AskTexts } from './ask-dialog.ts';
export type { ConsentTexts } from './consent-form.ts';

/** Options of `consentDialog`. */
export interface ConsentDialogOptions {
  readonly texts?: Partial<ConsentTexts>;
  /** Where the dialog is appended. Default: after the body, which a page may hide. */
  readonly parent?: Element;
  /** Asks in a frame of another origin too, where that origin could lay anything over the dialog. Default: denies there. */
  readonly inForeignFrame?: boolean;
}

/** More than the protocol has, twice. */
const MAX_CAPABILITIES = 50;
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
    if (!inForeignFrame && isInForeignFrame()) return denyBecause(FOREIGN_FRAME);
    if (request.capabilities.length > MAX_CAPABILITIES) return denyBecause(TOO_MANY);
    const form = createForm(request, words);
    return showModal(form, words.hidden, parent ?? document.documentElement, request.signal).then(
      (isAllowed) => (isAllowed ? form.ticked().map(({ id }) => id) : []),
    );
  };
}
