import type { HostDocument } from '@btcp/core';
import { Window } from 'happy-dom';

/** How a document is made. */
export interface MockDOMOptions {
  /** Where the document claims to be from. Default: `http://localhost/`. */
  readonly url?: string;
}

/**
 * Makes a real document in Node: a happy-dom one, parsed from HTML, of its own, without touching any global. Nothing
 * in it runs and nothing is fetched: scripts, handlers in attributes, style sheets, frames and links are inert.
 *
 * @param html - A whole page or a part of one; a part becomes the body.
 */
export function createMockDOM(html = '', { url = 'http://localhost/' }: MockDOMOptions = {}): HostDocument {
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
  // happy-dom implements the DOM with types of its own, which are not those of TypeScript's library.
  return document as unknown as HostDocument;
}
