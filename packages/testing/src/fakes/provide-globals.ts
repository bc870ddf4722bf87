import type { HostDocument } from '@btcp/core';
import { type File as PageFile, PropertySymbol } from 'happy-dom';

/** Replaces members of an object, such as the globals; returns what restores them. */
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

/** Later versions of Node have these, too, with less in them or nothing: Node 26 a `localStorage` that is undefined. */
const OF_PAGES: ReadonlySet<string> = new Set(['navigator', 'localStorage', 'sessionStorage']);

/** Whether a global is missing, or Node's own, which a getter makes. What a test has set stays. */
function isMissing(name: string): boolean {
  if (!(name in globalThis)) return true;
  return OF_PAGES.has(name) && !('value' in (Object.getOwnPropertyDescriptor(globalThis, name) ?? {}));
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
  const missing = Object.getOwnPropertyNames(view).filter(isMissing);
  const { FormData: PageFormData } = view as { readonly FormData?: FormDataClass };
  return replaceMembers(globalThis, {
    ...Object.fromEntries(missing.map((name) => [name, view[name]])),
    ...(PageFormData && PageFormData !== FormData && { FormData: formDataOf(PageFormData) }),
    document: dom,
    window: defaultView ?? globalThis,
  });
}

type FormDataClass = new (form?: unknown, submitter?: unknown) => Iterable<[string, string | PageFile]>;

/** Node's `FormData`, which its `fetch` sends, with the fields of a page's form. */
function formDataOf(PageFormData: FormDataClass): typeof FormData {
  return class extends FormData {
    constructor(form?: unknown, submitter?: unknown) {
      super();
      if (form === undefined) return;
      for (const [name, value] of new PageFormData(form, submitter))
        this.append(name, typeof value === 'string' ? value : fileOf(value));
    }
  };
}

// Of a page that is not happy-dom's, the content cannot be had at once.
function fileOf({ name, type, size, [PropertySymbol.buffer]: bytes }: PageFile): File {
  if (bytes as Buffer | undefined) return new File([new Uint8Array(bytes)], name, { type });
  if (size === 0) return new File([], name, { type });
  throw new TypeError(`The content of ${name} cannot be read here; use createMockDOM for the page.`);
}
