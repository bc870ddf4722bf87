import { BTCPError } from '@btcp/core';

/**
 * Finds the first element that a caller's selector matches.
 *
 * @throws BTCPError `INVALID_SELECTOR`, `ELEMENT_NOT_FOUND`.
 */
export function findElement(dom: Document, selector: string): Element {
  const element = query(dom, selector);
  if (element) return element;
  throw new BTCPError('ELEMENT_NOT_FOUND', {
    message: `No element matches ${selector}.`,
    suggestion: 'Use a selector of an element on this page, such as "main" or "body".',
  });
}

function query(dom: Document, selector: string): Element | null {
  try {
    return dom.querySelector(selector);
  } catch (cause) {
    throw new BTCPError('INVALID_SELECTOR', {
      message: `${JSON.stringify(selector)} is not a CSS selector.`,
      suggestion: 'Use a selector such as "main", "#content" or "article > p".',
      cause,
    });
  }
}
