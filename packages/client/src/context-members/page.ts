import type { PageField } from '@btcp/core';
import { isRecord, stringAt, type Member, type MemberScope } from './member.ts';

/** Attributes that can be read: they hold no address, no style and no code. */
const ATTRIBUTE =
  /^(id|class|title|alt|lang|dir|role|name|type|placeholder|label|for|colspan|rowspan|scope|datetime|value|min|max|step|pattern|tabindex|checked|disabled|selected|required|readonly|multiple|hidden|open|(aria|data)-[a-z\d_.-]+)$/i;

const isReadableAttribute = (name: string): boolean => ATTRIBUTE.test(name);

/**
 * Elements whose text and value read as empty, with all in them: what users keep secret, and what a page keeps for its
 * own code. Best effort: a page may show a secret anywhere.
 */
const SECRETS: string = [
  'input[type="password" i]',
  'input[type="hidden" i]',
  '[autocomplete~="current-password" i]',
  '[autocomplete~="new-password" i]',
  '[autocomplete~="one-time-code" i]',
  // Numbers, names and dates of cards.
  '[autocomplete*="cc-" i]',
  'script',
  'style',
  'template',
  'noscript',
].join();

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

// By name, because an element may be of another realm.
const isField = (element: Element): element is Field => /^(input|textarea|select)$/i.test(element.localName);

/** The maximum of strings that one request reads, and of their characters. */
const MAX_VALUES = 20_000;
const MAX_LENGTH = 2 ** 20;
/** Milliseconds that one request reads: each value may take a search. */
const MAX_TIME = 2000;

class ElementReader {
  readonly #scope: MemberScope;
  readonly #end: number = performance.now() + MAX_TIME;
  #values = MAX_VALUES;
  #length = MAX_LENGTH;

  constructor(scope: MemberScope) {
    this.#scope = scope;
  }

  /**
   * Reads an attribute, or the text or value of an element; `null` where there is no element.
   *
   * @throws BTCPError `INVALID_ARGUMENT` for an attribute that cannot be read, `EXECUTION_ERROR` where it is too much.
   */
  read(element: Element | null, attribute?: string): string | null {
    const value =
      element && (attribute === undefined ? textOf(element) : this.#attribute(element, attribute));
    this.#length -= value?.length ?? 0;
    if (--this.#values >= 0 && this.#length >= 0 && performance.now() < this.#end) return value;
    throw new this.#scope.BTCPError('EXECUTION_ERROR', {
      message: `One call of \`ctx.page\` reads at most ${MAX_VALUES} values with ${MAX_LENGTH} characters, in ${MAX_TIME} ms.`,
      suggestion: 'Select less of the page.',
    });
  }

  #attribute(element: Element, name: string): string | null {
    if (!isReadableAttribute(name))
      throw new this.#scope.BTCPError(
        'INVALID_ARGUMENT',
        `The attribute "${name}" cannot be read by \`ctx.page\`.`,
      );
    const value = element.getAttribute(name);
    return value && /^value$/i.test(name) && isSecret(element) ? '' : value;
  }
}

const isSecret = (element: Element): boolean => element.closest(SECRETS) !== null;

function textOf(element: Element): string {
  if (isSecret(element)) return '';
  if (isField(element)) return element.value;
  return element.querySelector(SECRETS) ? textWithoutSecrets(element) : (element.textContent ?? '');
}

// The constants of `NodeFilter`, which is not a global everywhere.
const SHOW_ELEMENTS_AND_TEXT = 5;
const ACCEPT = 1;
const REJECT = 2;

function textWithoutSecrets(root: Element): string {
  const walker = root.ownerDocument.createTreeWalker(root, SHOW_ELEMENTS_AND_TEXT, (node) =>
    (node as Partial<Element>).matches?.(SECRETS) ? REJECT : ACCEPT,
  );
  let text = '';
  // Elements have no `nodeValue`.
  while (walker.nextNode()) text += walker.currentNode.nodeValue ?? '';
  return text;
}

/** Elements whose text is code, style, or markup of another document. */
const NO_TEXT = /^(script|style|iframe|frame|object|embed|noscript|template|link|meta|base|svg)$/i;

/** The maximum number of elements that `all` reads. */
const MAX_ELEMENTS = 10_000;
const MAX_FIELDS = 100;
/** The maximum length of a selector: the longer, the longer it takes. */
const MAX_SELECTOR = 1000;

export const PAGE_MEMBERS: Readonly<Record<string, Member>> = {
  'page.text': {
    needs: 'dom:read',
    run: (args, scope) => new ElementReader(scope).read(find(args, scope)),
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
  const selector = selectorOf(args[0], scope);
  return query(selector, scope, (dom) => dom.querySelector(selector));
}

function findOrThrow(args: readonly unknown[], scope: MemberScope): Element {
  const element = find(args, scope);
  if (element) return element;
  throw new scope.BTCPError('EXECUTION_ERROR', `Nothing on the page matches "${String(args[0])}".`);
}

/** A selector must not compare attributes that cannot be read: what it finds would tell them. */
function selectorOf(value: unknown, scope: MemberScope): string {
  const { BTCPError } = scope;
  const selector = stringAt([value], 0, scope);
  if (selector.length > MAX_SELECTOR)
    throw new BTCPError('INVALID_ARGUMENT', `A selector has at most ${MAX_SELECTOR} characters.`);
  if (isSlow(selector))
    throw new BTCPError(
      'INVALID_ARGUMENT',
      'A selector has no `~` or `of` within parentheses, nor, other than in `:has`, a space between elements: each would multiply the time that it takes.',
    );
  for (const [, compared = ''] of selector.matchAll(/\[([^[\]"'=~|^$*]*)[=~|^$*]/g)) {
    const name = compared.trim();
    if (!isReadableAttribute(name) || /^value$/i.test(name))
      throw new BTCPError('INVALID_ARGUMENT', `A selector cannot compare the attribute "${name}".`);
  }
  return selector;
}

/** What is no part of a selector's structure: comments, escapes, strings, which end with their line, and attributes. */
const OPAQUE =
  /\/\*[^]*?(?:\*\/|$)|\\(?:[\da-f]{1,6}\s?|[^])|"(?:\\[^]|[^"\\\n\r\f])*"?|'(?:\\[^]|[^'\\\n\r\f])*'?|\[(?:\\[^]|"(?:\\[^]|[^"\\\n\r\f])*"?|'(?:\\[^]|[^'\\\n\r\f])*'?|[^\]"'\\])*\]?/gi;
/** The innermost parentheses, with the name of their pseudo-class. */
const INNERMOST = /([\w\\-]*)\(([^()]*)(?:\)|$)/;
/** A combinator for which a browser looks at all ancestors or siblings. */
const SCANS = /~|[^\s,>+]\s+[^\s,>+]/;
/** What `:nth-child` counts where it counts all: `2n + 1`. */
const COUNT = /^(?:\s*(?:even|odd)\s*|[\dn\s+-]*)$/i;

/** Whether a browser could look for elements until its page ends: `:is(a ~ *) ~ *` takes minutes, and nothing stops it. */
function isSlow(selector: string): boolean {
  let left = selector.replace(OPAQUE, (part) =>
    part.startsWith('/*') ? '' : part.startsWith('\\') ? '\\' : 'x',
  );
  for (let found = INNERMOST.exec(left); found; found = INNERMOST.exec(left)) {
    const [all, name = '', content = ''] = found;
    // An escaped name may be any; an address without quotes hides what seems to be a string or a comment.
    if (/\\|^url$/i.test(name)) return true;
    const isNth = /^nth-/i.test(name);
    const isOf = isNth && !COUNT.test(content);
    // `2n + 1 of a`; where comments or escapes hide the word, all of it is tested.
    const within = isOf ? (/\bof\b([^]*)/i.exec(content)?.[1] ?? content) : isNth ? '' : content;
    if ((name.toLowerCase() === 'has' ? /~/ : SCANS).test(within)) return true;
    // It looks at all siblings, too.
    left = left.replace(all, () => (isOf ? '~' : 'x'));
  }
  return false;
}

function query<T>(selector: string, { BTCPError, dom }: MemberScope, run: (dom: Document) => T): T {
  if (!dom) throw new BTCPError('DOM_UNAVAILABLE', 'There is no document.');
  try {
    return run(dom);
  } catch {
    throw new BTCPError('INVALID_ARGUMENT', `"${selector}" is not a selector.`);
  }
}

function readAttributes(args: readonly unknown[], scope: MemberScope): unknown {
  const names: unknown = args[1];
  if (!Array.isArray(names) || names.some((name) => typeof name !== 'string'))
    throw new scope.BTCPError('INVALID_ARGUMENT', 'Argument 2 must be an array of names.');
  const element = find(args, scope);
  const reader = new ElementReader(scope);
  return element && Object.fromEntries(names.map((name: string) => [name, reader.read(element, name)]));
}

function readAll(args: readonly unknown[], scope: MemberScope): unknown {
  const { BTCPError } = scope;
  const selector = selectorOf(args[0], scope);
  const fields = fieldsOf(args[1], scope);
  const found = query(selector, scope, (dom) => dom.querySelectorAll(selector));
  if (found.length > MAX_ELEMENTS)
    throw new BTCPError('EXECUTION_ERROR', `More than ${MAX_ELEMENTS} elements match "${selector}".`);
  const reader = new ElementReader(scope);
  const readField = (root: Element, { of, attr }: PageField): string | null =>
    reader.read(of === undefined ? root : query(of, scope, () => root.querySelector(of)), attr);
  return Array.from(found, (element) =>
    Object.fromEntries(fields.map(([key, field]) => [key, readField(element, field)])),
  );
}

/** The properties of a field, both of them strings. */
const FIELD: ReadonlySet<string> = new Set(['of', 'attr'] satisfies (keyof PageField)[]);

function fieldsOf(
  fields: unknown,
  scope: MemberScope,
): readonly (readonly [key: string, field: PageField])[] {
  if (!isRecord(fields))
    throw new scope.BTCPError('INVALID_ARGUMENT', 'Argument 2 must be an object of fields.');
  const entries = Object.entries(fields);
  if (entries.length > MAX_FIELDS)
    throw new scope.BTCPError('INVALID_ARGUMENT', `There are at most ${MAX_FIELDS} fields.`);
  for (const [key, field] of entries) checkField(key, field, scope);
  // Checked just now.
  return entries as [string, PageField][];
}

function checkField(key: string, field: unknown, scope: MemberScope): void {
  const { BTCPError } = scope;
  const help = '{} reads the text, `attr` an attribute, and `of` selects an element within.';
  const where = `The field ${JSON.stringify(key.slice(0, 99))}`;
  if (!isRecord(field)) throw new BTCPError('INVALID_ARGUMENT', `${where} must be an object: ${help}`);
  for (const [name, value] of Object.entries(field)) {
    if (!FIELD.has(name))
      throw new BTCPError('INVALID_ARGUMENT', `${where} has no property "${name.slice(0, 99)}": ${help}`);
    if (value !== undefined && typeof value !== 'string')
      throw new BTCPError('INVALID_ARGUMENT', `\`${name}\` of the field "${key}" must be a string.`);
  }
  if (field['of'] !== undefined) selectorOf(field['of'], scope);
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
  const refuse = (why: string): never => {
    throw new scope.BTCPError('INVALID_ARGUMENT', `"${String(args[0])}" ${why}.`);
  };
  if (!isField(element) || element.type === 'file') return refuse('is not a field with a value');
  // Not the attributes: an empty `maxlength` is no limit, and a list has neither.
  const { readOnly = false, maxLength = -1 } = element as Partial<HTMLInputElement>;
  if (element.type === 'hidden' || readOnly || element.matches(':disabled'))
    return refuse('is a field that nobody can change');
  if (maxLength >= 0 && value.length > maxLength) return refuse(`takes at most ${maxLength} characters`);
  const before = element.value;
  setValue(element, value);
  // As a list without that option does, and a field for numbers.
  if (value !== '' && element.value === '') {
    setValue(element, before);
    return refuse(`does not take the value ${JSON.stringify(value.slice(0, 99))}`);
  }
  // The document may be of another realm, as a test's is.
  const { Event } = element.ownerDocument.defaultView ?? globalThis;
  element.dispatchEvent(new Event('input', { bubbles: true }));
  element.dispatchEvent(new Event('change', { bubbles: true }));
}

// Bypasses the property that frameworks define on the element itself to notice changes.
function setValue(element: { value: string }, value: string): void {
  const property = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value');
  if (property?.set) property.set.call(element, value);
  else element.value = value;
}
