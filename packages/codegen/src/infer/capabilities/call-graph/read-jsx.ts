import { type ast, is } from '../../../source/types/typescript.ts';
import { membersOf } from '../../output/type-facts.ts';
import { isFrom, symbolOf } from '../read/symbol-of.ts';
import { expose, readGiven } from './read-call.ts';
import { type Reader, unverifiable } from './step.ts';

type Node = ast.Node;

/**
 * Reads an element of JSX. A package's runtime makes it, which may call its component and use its attributes and children, as
 * in `createElement(Card, props)`; what a runtime of the project does with them is not known.
 */
export function readJsx(reader: Reader, node: ast.JsxOpeningElement | ast.JsxSelfClosingElement): void {
  const { tagName, attributes, parent } = node;
  const { code } = reader;
  const isComponent = !is.isIdentifier(tagName) || !/^[a-z]/.test(tagName.text);
  const element = is.isJsxElement(parent) ? parent : node;
  const type = code.typeAt(element);
  const isOfPackage = type && membersOf(type).some((each) => isFrom(each.getSymbol(), 'dependency'));
  if (isFrom(symbolOf(code, tagName), 'dependency') && isComponent) reader.visit(tagName, { args: [] });
  else if (!isOfPackage) reader.push(unverifiable(tagName));
  else if (isComponent) readGiven(reader, tagName);
  else reader.push({ kind: 'flag', flag: 'opaque', node: tagName, used: tagName.getText() });
  reader.visit(attributes);
  const children = is.isJsxElement(parent) ? [...parent.children] : [];
  for (const value of [...attributes.properties, ...children].flatMap(valueOf)) expose(reader, value);
}

/** The expression of an attribute or child: `onClick={save}`, `{...rest}`, `{items}`. */
function valueOf(node: Node): readonly Node[] {
  const holder = is.isJsxAttribute(node) ? node.initializer : node;
  if (!holder || !(is.isJsxExpression(holder) || is.isJsxSpreadAttribute(holder))) return [];
  return holder.expression ? [holder.expression] : [];
}
