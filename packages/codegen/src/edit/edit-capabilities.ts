import type { DiscoveredTool } from '../discover/discovered-tool.ts';
import { ts } from '../source/ts.ts';
import { unwrap } from '../source/nodes.ts';
import { formatProperty } from './format-property.ts';
import { isDeclaredAfter } from './is-declared-after.ts';
import { listText, textsIn } from './list-entries.ts';
import { isOpen, nameText } from './name-text.ts';
import type { SourceEdit } from './source-edit.ts';

/** Edits that change the declared capabilities of a definition, or why they are impossible. */
export type CapabilityEdit =
  { readonly edits: readonly SourceEdit[] } | { readonly reason: WhyNotEditable; readonly node: ts.Node };

/** Why an array cannot be changed. */
export type WhyNotEditable =
  | 'definition-elsewhere'
  | 'list-elsewhere'
  | 'list-put-together'
  | 'from-spread'
  | 'computed-name'
  | 'unsafe';

/**
 * Changes the capabilities that a tool declares, if its definition and the array are literals in place.
 *
 * @param wanted - The whole array, sorted.
 */
export async function editCapabilities(
  tool: Pick<DiscoveredTool, 'definition'>,
  wanted: readonly string[],
  isDeclared: boolean,
): Promise<CapabilityEdit> {
  const definition = unwrap(tool.definition);
  if (!ts.isObjectLiteralExpression(definition))
    return { reason: 'definition-elsewhere', node: tool.definition };
  const edit = await planEdit(definition, wanted, isDeclared);
  return 'edits' in edit && !isDeclaredAfter(definition, edit.edits, wanted)
    ? { reason: 'unsafe', node: definition }
    : edit;
}

async function planEdit(
  definition: ts.ObjectLiteralExpression,
  wanted: readonly string[],
  isDeclared: boolean,
): Promise<CapabilityEdit> {
  const { properties } = definition;
  const property = properties.findLast(({ name }) => name && nameText(name) === 'capabilities');
  // A spread or computed name may override the property before it, or declare the array if no property does.
  const open = properties.findLast(isOpen);
  if (open && (property ? open.pos > property.pos : isDeclared))
    return { reason: reasonOf(open), node: open };
  if (!property) return { edits: await addProperty(definition, wanted) };
  const list = ts.isPropertyAssignment(property) ? unwrap(property.initializer) : undefined;
  if (!list || !ts.isArrayLiteralExpression(list)) return { reason: 'list-elsewhere', node: property };
  if (!textsIn(list)) return { reason: 'list-put-together', node: list };
  return { edits: await replaceList(property, list, wanted) };
}

function reasonOf(open: ts.ObjectLiteralElementLike): WhyNotEditable {
  return ts.isSpreadAssignment(open) ? 'from-spread' : 'computed-name';
}

async function replaceList(
  property: ts.ObjectLiteralElementLike,
  list: ts.ArrayLiteralExpression,
  wanted: readonly string[],
): Promise<readonly SourceEdit[]> {
  const file = property.getSourceFile();
  const start = property.getStart();
  const before = file.text.slice(start, list.getStart());
  const after = file.text.slice(list.end, property.end);
  const text = `${before}${listText(list, wanted, JSON.stringify)}${after}`;
  return [
    {
      file: file.fileName,
      start,
      end: property.end,
      text: await formatProperty(file, text, indentOf(property)),
    },
  ];
}

/** Properties to insert `capabilities` after, the best first. */
const BEFORE = ['outputSchema', 'inputSchema', 'description', 'name'];

async function addProperty(
  definition: ts.ObjectLiteralExpression,
  wanted: readonly string[],
): Promise<readonly SourceEdit[]> {
  const file = definition.getSourceFile();
  const named = BEFORE.map((name) =>
    definition.properties.find((each) => each.name && nameText(each.name) === name),
  );
  const neighbour = named.find((each) => each !== undefined) ?? definition.properties.at(-1);
  const indent = neighbour ? indentOf(neighbour) : '';
  const property = await formatProperty(
    file,
    `capabilities: ${listText(undefined, wanted, JSON.stringify)}`,
    indent,
  );
  if (!neighbour) return [insertion(file, definition.getStart() + 1, ` ${property} `)];
  return insertBehind(definition, neighbour, property, indent);
}

// Inserts after the comma and the comments on the same line; a definition on one line stays on one line.
function insertBehind(
  { properties }: ts.ObjectLiteralExpression,
  neighbour: ts.ObjectLiteralElementLike,
  property: string,
  indent: string,
): readonly SourceEdit[] {
  const file = neighbour.getSourceFile();
  const next = properties[properties.indexOf(neighbour) + 1];
  const hasComma = next !== undefined || properties.hasTrailingComma;
  const behind = next?.pos ?? (hasComma ? properties.end : neighbour.end);
  const end = ts.getTrailingCommentRanges(file.text, behind)?.at(-1)?.end ?? behind;
  const [, lineBreak] = /^[ \t]*(\r?\n)/.exec(file.text.slice(end)) ?? [];
  if (lineBreak === undefined) return [insertion(file, neighbour.end, `, ${property}`)];
  return [
    ...(hasComma ? [] : [insertion(file, neighbour.end, ',')]),
    insertion(file, end, `${lineBreak}${indent}${property}${hasComma ? ',' : ''}`),
  ];
}

function insertion(file: ts.SourceFile, at: number, text: string): SourceEdit {
  return { file: file.fileName, start: at, end: at, text };
}

/** Returns the white space at the start of a node's line. */
function indentOf(node: ts.Node): string {
  const { text } = node.getSourceFile();
  const start = node.getStart();
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  return /^\s*/.exec(line)?.[0] ?? '';
}
