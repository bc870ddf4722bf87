import { ts } from '../../source/ts.ts';
import { loadingAttributes } from './html-loads.ts';
import type { Special } from './member-rule.ts';
import type { Reader } from './step.ts';

/** Reads the tag and attributes of an element: a component is called with them, an element of the page may load them. */
export function readJsx(reader: Reader, node: ts.JsxOpeningLikeElement): void {
  const { attributes, tagName } = node;
  if (isElementOfPage(tagName)) readLoads(reader, tagName.getText(), attributes);
  else reader.visit(tagName, 'read', [attributes]);
  reader.visit(attributes);
}

/** Whether a tag names an element of the page, not a value. */
function isElementOfPage(tagName: ts.JsxTagNameExpression): boolean {
  return ts.isJsxNamespacedName(tagName) || (ts.isIdentifier(tagName) && /^[a-z]|-/.test(tagName.text));
}

function readLoads(reader: Reader, tag: string, { properties }: ts.JsxAttributes): void {
  const loading = loadingAttributes(tag);
  for (const property of properties) {
    const name = ts.isJsxAttribute(property) ? nameInHtml(property.name.getText()) : undefined;
    const special = name === undefined ? 'props' : specialOf(name, loading);
    const value = ts.isJsxAttribute(property) ? property.initializer : property.expression;
    if (!special || (name === undefined && loading.length === 0)) continue;
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
