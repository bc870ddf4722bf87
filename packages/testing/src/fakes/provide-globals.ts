import type { HostDocument } from '@btcp/core';

/**
 * Replaces members of an object, such as the globals.
 *
 * @returns Restores them.
 */
export function replaceMembers(target: object, members: Readonly<Record<string, unknown>>): () => void {
  const before = Object.keys(members).map(
    (name) => [name, Object.getOwnPropertyDescriptor(target, name)] as const,
  );
  for (const [name, value] of Object.entries(members))
    Object.defineProperty(target, name, { value, configurable: true, writable: true });
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(target, name, descriptor);
      else Reflect.deleteProperty(target, name);
    }
  };
}

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
