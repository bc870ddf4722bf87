import { type ast, is } from '../../../source/types/typescript.ts';
import type { Special } from '../table/member-rule.ts';
import type { Reader } from './step.ts';

/** Attributes of DOM elements that load something or contain code, by React's names. */
const SPECIAL: Readonly<Record<string, Special>> = {
  src: 'urlAssigned',
  srcset: 'urlAssigned',
  poster: 'urlAssigned',
  data: 'urlAssigned',
  background: 'urlAssigned',
  imagesrcset: 'urlAssigned',
  srcdoc: 'code',
  innerhtml: 'html',
  dangerouslysetinnerhtml: 'html',
};
/** Elements that load their `href`. */
const LINKING = /^(?:link|image|use|feImage|script)$/i;

/** Reads a JSX element: a component is called with its attributes, a DOM element may load them. */
export function readJsx(reader: Reader, node: ast.JsxOpeningElement | ast.JsxSelfClosingElement): void {
  const { attributes, tagName } = node;
  reader.push({ kind: 'make', node: attributes });
  const isOfPage =
    is.isJsxNamespacedName(tagName) || (is.isIdentifier(tagName) && /^[a-z]|-/.test(tagName.text));
  if (!isOfPage) reader.visit(tagName, { args: [attributes] });
  for (const property of attributes.properties) {
    const value = is.isJsxAttribute(property) ? property.initializer : property.expression;
    if (value) reader.visit(value);
    if (isOfPage) readLoad(reader, tagName.getText(), property, value);
  }
}

function readLoad(reader: Reader, tag: string, property: ast.Node, value: ast.Node | undefined): void {
  const name = is.isJsxAttribute(property) ? property.name.getText().toLowerCase() : '';
  const isLink = /^(?:xlink:?)?href$/.test(name) && LINKING.test(tag);
  // A spread may set the address of an element that loads.
  const isOpen = !is.isJsxAttribute(property) && MEDIA.test(tag);
  const special = isLink || isOpen ? 'urlAssigned' : SPECIAL[name];
  if (!special) return;
  const member = { owner: tag, name, isStatic: false, isMethod: false };
  const assigned = isOpen ? undefined : value;
  reader.push({
    kind: 'special',
    special,
    member,
    reference: { node: property, mode: 'write', value: assigned },
  });
}

const MEDIA =
  /^(?:img|script|iframe|frame|embed|audio|video|source|track|input|object|link|image|use|feImage)$/i;
