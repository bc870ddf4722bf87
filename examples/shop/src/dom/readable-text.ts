/** Elements whose text is not for readers. */
export const UNREADABLE: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript']);

/** The text of an element without scripts and styles. */
export function readableText(element: Element): string {
  if (UNREADABLE.has(element.localName)) return '';
  const hidden = element.querySelectorAll([...UNREADABLE].join());
  if (hidden.length === 0) return element.textContent ?? '';
  // On a copy: reading must not change the page.
  const copy = element.cloneNode(true) as Element; // a clone has the type of its original
  // btcp-ignore capability-missing: what is removed is removed from the copy
  for (const unreadable of copy.querySelectorAll([...UNREADABLE].join())) unreadable.remove();
  return copy.textContent ?? '';
}
