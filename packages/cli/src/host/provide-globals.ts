import type { HostDocument } from '@btcp/core';

/**
 * Installs a document and its window as the page's globals, with those members of the window that Node lacks
 * (`localStorage`, `HTMLElement`): some tools use them without `ctx`, or when they are imported.
 *
 * @returns Removes them.
 */
export function provideGlobals(dom: HostDocument): () => void {
  const { defaultView } = dom as { readonly defaultView?: object | null };
  const view = (defaultView ?? {}) as Readonly<Record<string, unknown>>;
  const given = new Set(['document', 'window']);
  for (const name of Object.getOwnPropertyNames(view)) if (!(name in globalThis)) given.add(name);
  const before = new Map([...given].map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]));
  for (const name of given) {
    const value = name === 'document' ? dom : name === 'window' ? (defaultView ?? globalThis) : view[name];
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  };
}
