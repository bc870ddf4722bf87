const MAX_LENGTH = 100;

/** Controls, what has no shape, such as fillers and selectors that spell out data, and marks above marks. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}]|(?<=\p{M}{2})\p{M}+/gu;

/** Text without what reverses, hides, covers or moves text, and not too long: a provider has written part of it. */
export function shortened(text: string, maximum: number = MAX_LENGTH): string {
  // Blanks that HTML does not collapse would move what follows to another line.
  const visible = text
    .replace(/[\s\u2800]+/g, ' ')
    .replace(HIDDEN, '')
    .trim();
  return visible.length > maximum ? `${visible.slice(0, maximum)}…` : visible;
}

/** Text in which what reverses, hides or covers text is written out, so that it is shown as it is. */
export const escaped = (text: string): string =>
  text.replace(HIDDEN, (hidden) =>
    Array.from(hidden, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`).join(''),
  );

/** The name of a property as it is shown: in quotes where it could look like other properties. */
export const nameText = (name: string): string =>
  escaped(/^[\p{L}\p{N}_$-]+$/u.test(name) ? name : JSON.stringify(name));

/** Creates an element without markup, which a page's policy could forbid. */
export function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...children);
  return element;
}
