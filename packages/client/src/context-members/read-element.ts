import type { MemberScope } from './member.ts';

/** Attributes that can be read: they hold no address, no style and no code. */
const ATTRIBUTE =
  /^(id|class|title|alt|lang|dir|role|name|type|placeholder|label|for|colspan|rowspan|scope|datetime|value|min|max|step|pattern|tabindex|checked|disabled|selected|required|readonly|multiple|hidden|open|(aria|data)-[a-z\d_.-]+)$/i;

export const isReadableAttribute = (name: string): boolean => ATTRIBUTE.test(name);

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
export const isField = (element: Element): element is Field =>
  /^(input|textarea|select)$/i.test(element.localName);

/** The maximum of strings that one request reads, and of their characters. */
const MAX_VALUES = 20_000;
const MAX_LENGTH = 2 ** 20;

/** Reads elements for one request. */
export class ElementReader {
  readonly #scope: MemberScope;
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
    if (--this.#values >= 0 && this.#length >= 0) return value;
    throw new this.#scope.BTCPError('EXECUTION_ERROR', {
      message: `One call of \`ctx.page\` reads at most ${MAX_VALUES} values with ${MAX_LENGTH} characters.`,
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
