import type { PageField } from '@btcp/core';
import { stringAt, type Member, type MemberScope } from './member.ts';

/** Attributes that can be read: they hold no address, no style and no code. */
const ATTRIBUTE =
  /^(id|class|title|alt|lang|dir|role|name|type|placeholder|label|for|colspan|rowspan|scope|datetime|value|min|max|step|pattern|tabindex|checked|disabled|selected|required|readonly|multiple|hidden|open|(aria|data)-[a-z\d_.-]+)$/i;

/** Elements whose text is code, style, or markup of another document. */
const NO_TEXT = /^(script|style|iframe|frame|object|embed|noscript|template|link|meta|base|svg)$/i;

/** The maximum number of elements that `all` reads. */
const MAX_ELEMENTS = 10_000;

/** `ctx.page`. */
export const PAGE_MEMBERS: Readonly<Record<string, Member>> = {
  'page.text': {
    needs: 'dom:read',
    run: (args, scope) => {
      const element = find(args, scope);
      return element && textOf(element);
    },
  },
  'page.attrs': { needs: 'dom:read', run: readAttributes },
  'page.all': { needs: 'dom:read', run: readAll },
  'page.setText': { needs: 'dom:write', run: writeText },
  'page.setValue': { needs: 'dom:write', run: writeValue },
  'page.click': {
    needs: 'dom:write',
    run: (args, scope) => {
      // Elements of SVG have no such method.
      (findOrThrow(args, scope) as Partial<HTMLElement>).click?.();
    },
  },
};

function find(args: readonly unknown[], scope: MemberScope): Element | null {
  const { BTCPError } = scope;
  const selector = stringAt(args, 0, scope);
  if (!scope.dom) throw new BTCPError('DOM_UNAVAILABLE', 'There is no document.');
  return attempt(selector, scope, () => scope.dom?.querySelector(selector) ?? null);
}

function findOrThrow(args: readonly unknown[], scope: MemberScope): Element {
  const element = find(args, scope);
  if (element) return element;
  throw new scope.BTCPError('EXECUTION_ERROR', `Nothing on the page matches "${String(args[0])}".`);
}

/** Finds elements. A selector must not compare attributes that cannot be read: what it finds would tell them. */
function attempt<T>(selector: string, { BTCPError }: MemberScope, query: () => T): T {
  // oxlint-disable-next-line no-unnecessary-type-conversion -- a message may hold anything
  for (const [, name = ''] of String(selector).matchAll(/\[([^\]"'=~|^$*]*)[=~|^$*]/g))
    if (!ATTRIBUTE.test(name.trim()) || /^value$/i.test(name.trim()))
      throw new BTCPError('INVALID_ARGUMENT', `A selector cannot compare the attribute "${name.trim()}".`);
  try {
    return query();
  } catch {
    throw new BTCPError('INVALID_ARGUMENT', `"${selector}" is not a selector.`);
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

// By name, because an element may be of another realm.
const isField = (element: Element): element is Field => /^(input|textarea|select)$/i.test(element.localName);

function textOf(element: Element): string {
  if (!isField(element)) return element.textContent ?? '';
  return element.type === 'password' ? '' : element.value;
}

function attributeOf(element: Element, name: string, { BTCPError }: MemberScope): string | null {
  if (!ATTRIBUTE.test(name))
    throw new BTCPError('INVALID_ARGUMENT', `The attribute "${name}" cannot be read by \`ctx.page\`.`);
  const isPassword = isField(element) && element.type === 'password';
  return isPassword && name.toLowerCase() === 'value' ? '' : element.getAttribute(name);
}

function readAttributes(args: readonly unknown[], scope: MemberScope): unknown {
  const names: unknown = args[1];
  if (!Array.isArray(names))
    throw new scope.BTCPError('INVALID_ARGUMENT', 'Argument 2 must be an array of names.');
  const element = find(args, scope);
  return (
    element &&
    Object.fromEntries(
      names
        .map((_, index) => stringAt(names, index, scope))
        .map((name) => [name, attributeOf(element, name, scope)]),
    )
  );
}

function readAll(args: readonly unknown[], scope: MemberScope): unknown {
  const { BTCPError } = scope;
  const fields = args[1];
  if (typeof fields !== 'object' || fields === null)
    throw new BTCPError('INVALID_ARGUMENT', 'Argument 2 must be an object of fields.');
  // Checks the selector, and that there is a document.
  if (!find(args, scope)) return [];
  const found = [...(scope.dom?.querySelectorAll(String(args[0])) ?? [])];
  if (found.length > MAX_ELEMENTS)
    throw new BTCPError('EXECUTION_ERROR', `More than ${MAX_ELEMENTS} elements match "${String(args[0])}".`);
  return found.map((element) =>
    Object.fromEntries(
      Object.entries(fields).map(([key, field]) => [
        key,
        readField(element, Object(field) as PageField, scope),
      ]),
    ),
  );
}

function readField(root: Element, { of, attr }: PageField, scope: MemberScope): string | null {
  const element = of === undefined ? root : attempt(of, scope, () => root.querySelector(of));
  if (!element) return null;
  return attr === undefined ? textOf(element) : attributeOf(element, attr, scope);
}

function writeText(args: readonly unknown[], scope: MemberScope): void {
  const element = findOrThrow(args, scope);
  if (NO_TEXT.test(element.localName) || element.closest('svg'))
    throw new scope.BTCPError('INVALID_ARGUMENT', `The text of <${element.localName}> cannot be set.`);
  element.textContent = stringAt(args, 1, scope);
}

function writeValue(args: readonly unknown[], scope: MemberScope): void {
  const element = findOrThrow(args, scope);
  const value = stringAt(args, 1, scope);
  if (!isField(element) || element.type === 'file')
    throw new scope.BTCPError('INVALID_ARGUMENT', `"${String(args[0])}" is not a field with a value.`);
  setValue(element, value);
  // The document may be of another realm, as a test's is.
  const { Event } = element.ownerDocument.defaultView ?? globalThis;
  element.dispatchEvent(new Event('input', { bubbles: true }));
  element.dispatchEvent(new Event('change', { bubbles: true }));
}

// Past the property that frameworks define on the element itself to notice changes.
function setValue(element: Field, value: string): void {
  const property = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value');
  if (property?.set) property.set.call(element, value);
  else element.value = value;
}
