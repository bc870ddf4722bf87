import type { DiscoveredTool } from '../discover/discovered-tool.ts';
import { unwrap, isOpen, nameText } from '../source/nodes.ts';
import { ts } from '../source/ts.ts';
import type { SourceEdit } from './edit-sources.ts';

/** The edit that changes the declared capabilities of a definition, or why it is impossible. */
export type CapabilityEdit =
  { readonly edits: readonly SourceEdit[] } | { readonly reason: string; readonly node: ts.Node };

/**
 * Changes the capabilities that a tool declares, if its definition and the array are literals in place.
 *
 * @param wanted - The whole array, sorted.
 */
export function editCapabilities(
  tool: Pick<DiscoveredTool, 'definition'>,
  wanted: readonly string[],
  isDeclared: boolean,
): CapabilityEdit {
  const definition = unwrap(tool.definition);
  if (!ts.isObjectLiteralExpression(definition))
    return { reason: 'its definition is not written inside of `defineTool`', node: tool.definition };
  const { properties } = definition;
  const property = properties.findLast(({ name }) => name && nameText(name) === 'capabilities');
  // A spread or computed name may override the property before it, or declare the array if no property does.
  const open = properties.findLast(isOpen);
  if (open && (property ? open.pos > property.pos : isDeclared))
    return {
      reason: ts.isSpreadAssignment(open)
        ? 'the array comes with what is spread here'
        : 'the name that is computed here may be that of the array',
      node: open,
    };
  if (!property) return { edits: [addition(definition, wanted)] };
  const list = ts.isPropertyAssignment(property) ? unwrap(property.initializer) : undefined;
  if (!list || !ts.isArrayLiteralExpression(list))
    return { reason: 'the array is written elsewhere', node: property };
  if (!list.elements.every(ts.isStringLiteralLike))
    return { reason: 'the array is put together from others', node: list };
  if (/\/[/*]/.test(list.getText()))
    return { reason: 'the array has comments, which may be about what changes', node: list };
  const text = listText(property, list.getStart() - property.getStart(), wanted);
  return { edits: [edited(list, list.getStart(), list.end, text)] };
}

/** Properties to insert `capabilities` after, the best first. */
const BEFORE = ['outputSchema', 'inputSchema', 'description', 'name'];

function addition(definition: ts.ObjectLiteralExpression, wanted: readonly string[]): SourceEdit {
  const { properties } = definition;
  const named = BEFORE.map((name) => properties.find((each) => each.name && nameText(each.name) === name));
  const neighbour = named.find((each) => each !== undefined) ?? properties.at(-1);
  const indent = neighbour && indentOf(neighbour);
  const property = `capabilities: ${listText(neighbour ?? definition, 'capabilities: '.length, wanted)}`;
  const before = indent === undefined ? ' ' : lineBreakOf(definition) + indent;
  return neighbour
    ? edited(definition, neighbour.end, neighbour.end, `,${before}${property}`)
    : edited(definition, properties.pos, properties.pos, ` ${property} `);
}

const edited = (node: ts.Node, start: number, end: number, text: string): SourceEdit => ({
  file: node.getSourceFile().fileName,
  start,
  end,
  text,
});

const lineBreakOf = (node: ts.Node): string => (node.getSourceFile().text.includes('\r\n') ? '\r\n' : '\n');

const WIDTH = 80;

/**
 * Prints an array, on lines of its own where it is too long for one.
 *
 * @param property - The property of the array, or one beside it.
 * @param column - Where the array begins in its property.
 */
function listText(property: ts.Node, column: number, wanted: readonly string[]): string {
  const { text } = property.getSourceFile();
  // The file shows which quotes the project uses.
  const quote = (text.match(/'/g)?.length ?? 0) >= (text.match(/"/g)?.length ?? 0) ? "'" : '"';
  const items = wanted.map((each) => quote + each + quote);
  const indent = indentOf(property);
  const line = `[${items.join(', ')}]`;
  if (indent === undefined || indent.length + column + line.length < WIDTH) return line;
  const unit = indent.includes('\t') ? '\t' : '  ';
  return ['[', ...items.map((each) => `${indent}${unit}${each},`), `${indent}]`].join(lineBreakOf(property));
}

/** The white space before a node, if it begins its line. */
function indentOf(node: ts.Node): string | undefined {
  const { text } = node.getSourceFile();
  const start = node.getStart();
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  return before.trim() === '' ? before : undefined;
}
