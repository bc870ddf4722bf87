import { BTCPError, type HostDocument } from '@btcp/core';
import { Event as PageEvent, EventTarget as PageEventTarget, Window } from 'happy-dom';

/** Options of a document. */
export interface MockDOMOptions {
  /** The document's URL. Default: `http://localhost/`. */
  readonly url?: string;
}

/**
 * Creates a document in Node: a separate happy-dom one, parsed from HTML, without changing any global. Nothing in it
 * runs and nothing is fetched: scripts, handlers in attributes, style sheets, frames and links are inert. Its nodes take Node's own
 * events, too: `input.dispatchEvent(new Event('input'))` works where the globals are not those of a page.
 *
 * @param html - A whole page or a part of one; a part becomes the body.
 * @throws BTCPError `INVALID_ARGUMENT` for the path of a file.
 */
export function createMockDOM(html = '', { url = 'http://localhost/' }: MockDOMOptions = {}): HostDocument {
  checkHtml(html);
  takeNodeEvents();
  const { document } = new Window({
    url,
    settings: {
      enableJavaScriptEvaluation: false,
      disableJavaScriptFileLoading: true,
      disableCSSFileLoading: true,
      navigation: {
        disableMainFrameNavigation: true,
        disableChildFrameNavigation: true,
        disableChildPageNavigation: true,
        disableFallbackToSetURL: true,
      },
    },
  });
  document.write(html);
  // happy-dom has its own DOM types, different from TypeScript's library.
  return document as unknown as HostDocument;
}

// A path is valid HTML, and would be the text of an empty page.
function checkHtml(html: string): void {
  if (html.includes('<') || !/\.html?$/i.test(html)) return;
  throw new BTCPError(
    'INVALID_ARGUMENT',
    `"${html}" is the path of a file, not HTML: pass what it holds, by readFileSync('${html}', 'utf8') of node:fs.`,
  );
}

let takesNodeEvents = false;

/** Lets the nodes of happy-dom, which have one prototype in all windows, dispatch Node's events as those of their window. */
function takeNodeEvents(): void {
  if (takesNodeEvents) return;
  takesNodeEvents = true;
  const prototype: { dispatchEvent: (this: PageNode, event: PageEvent) => boolean } =
    PageEventTarget.prototype;
  const { dispatchEvent } = prototype;
  prototype.dispatchEvent = function dispatch(given) {
    const event: unknown = given;
    if (given instanceof PageEvent || !isNodeEvent(event)) return dispatchEvent.call(this, given);
    const { type, bubbles, cancelable, composed, detail } = event;
    const { CustomEvent } = this.ownerDocument?.defaultView ?? this.defaultView ?? this;
    const own = new CustomEvent(type, { bubbles, cancelable, composed, detail });
    const isAccepted = dispatchEvent.call(this, own);
    if (!isAccepted) event.preventDefault();
    return isAccepted;
  };
}

interface PageNode extends PageEventTarget, Pick<Window, 'CustomEvent'> {
  readonly ownerDocument?: { readonly defaultView: Window | null } | null;
  readonly defaultView?: Window | null;
}

const isNodeEvent = (value: unknown): value is CustomEvent<object | null> =>
  ['[object Event]', '[object CustomEvent]'].includes(Object.prototype.toString.call(value));
