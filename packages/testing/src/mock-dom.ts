import { BTCPError, type HostDocument } from '@btcp/core';
import { Window } from 'happy-dom';

/** Options of a document. */
export interface MockDOMOptions {
  /** The document's URL. Default: `http://localhost/`. */
  readonly url?: string;
}

/**
 * Creates a document in Node: a separate happy-dom one, parsed from HTML, without changing any global. Nothing in it
 * runs and nothing is fetched: scripts, handlers in attributes, style sheets, frames and links are inert.
 *
 * @param html - A whole page or a part of one; a part becomes the body.
 * @throws BTCPError `INVALID_ARGUMENT` for the path of a file.
 */
export function createMockDOM(html = '', { url = 'http://localhost/' }: MockDOMOptions = {}): HostDocument {
  checkHtml(html);
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
