import { type ast, is } from '../../../source/types/typescript.ts';
import { loadingAttributes } from '../decide/html-loads.ts';
import type { Special } from '../table/member-rule.ts';
import type { Reader } from './step.ts';

/** Reads the tag and attributes of an element: a component is called with them, an element of the page may load them. */
export function readJsx(reader: Reader, node: ast.JsxOpeningElement | ast.JsxSelfClosingElement): void {
  const { attributes, tagName } = node;
  reader.push({ kind: 'make', node: attributes });
  if (isElementOfPage(tagName)) readLoads(reader, tagName.getText(), attributes.properties);
  else reader.visit(tagName, { args: [attributes] });
  for (const property of attributes.properties) {
    const value = is.isJsxAttribute(property) ? property.initializer : property.expression;
    if (value) reader.visit(value);
  }
}

/** Whether a tag names an element of the page, not a value. */
function isElementOfPage(tagName: ast.Node): boolean {
  return is.isJsxNamespacedName(tagName) || (is.isIdentifier(tagName) && /^[a-z]|-/.test(tagName.text));
}

function readLoads(reader: Reader, tag: string, properties: readonly ast.Node[]): void {
  const loading = loadingAttributes(tag);
  for (const property of properties) {
    const name = is.isJsxAttribute(property) ? nameInHtml(property.name.getText()) : undefined;
    const special = name === undefined ? 'props' : specialOf(name, loading);
    if (!special || (name === undefined && loading.length === 0)) continue;
    const value = is.isJsxAttribute(property)
      ? property.initializer
      : is.isJsxSpreadAttribute(property)
        ? property.expression
        : undefined;
    const member = { owner: tag, name: name ?? '', isStatic: false, isMethod: false };
    reader.push({ kind: 'special', special, member, reference: { node: property, mode: 'write', value } });
  }
}

// React's names for attributes.
function nameInHtml(name: string): string {
  return name === 'xlinkHref' ? 'xlink:href' : name.toLowerCase();
}

function specialOf(name: string, loading: readonly string[]): Special | undefined {
  if (loading.includes(name)) return 'urlAssigned';
  if (name === 'srcdoc') return 'code';
  return name === 'innerhtml' || name === 'dangerouslysetinnerhtml' ? 'html' : undefined;
}
