import type { HostDocument } from '@btcp/core';
import { replaceMembers } from './replace-members.ts';

/**
 * Installs a document and its window as the page's globals, with those members of the window that Node lacks
 * (`localStorage`, `HTMLElement`): some tools use them without `ctx`, or when they are imported.
 *
 * @returns Removes them.
 */
export function provideGlobals(dom: HostDocument): () => void {
  const { defaultView } = dom as { readonly defaultView?: object | null };
  const view = (defaultView ?? {}) as Readonly<Record<string, unknown>>;
  const missing = Object.getOwnPropertyNames(view).filter((name) => !(name in globalThis));
  return replaceMembers(globalThis, {
    ...Object.fromEntries(missing.map((name) => [name, view[name]])),
    document: dom,
    window: defaultView ?? globalThis,
  });
}
