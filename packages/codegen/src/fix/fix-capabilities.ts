import { DeclaredCapabilities } from '../check/capabilities/declared-capabilities.ts';
import { editCapabilities } from '../edit/edit-capabilities.ts';
import { isOpen } from '../edit/name-text.ts';
import type { SourceEdit } from '../edit/source-edit.ts';
import { compareText } from '../source/match-files.ts';
import { ts } from '../source/ts.ts';
import { outerParent, nodeAt } from '../source/nodes.ts';
import type { FixContext } from './fix-context.ts';
import { removals } from './removals.ts';

/** Adds all missing capabilities at once, because edits for single diagnostics would overlap. */
export async function addMissing({ diagnostic, tool, all }: FixContext): Promise<readonly SourceEdit[]> {
  if (!tool) return [];
  const { capabilities } = tool.definitionValue.fields;
  const missing = all.flatMap(({ id, tool: name, data }) =>
    id === diagnostic.id && name === tool.name && typeof data?.['capability'] === 'string'
      ? [data['capability']]
      : [],
  );
  const { written } = new DeclaredCapabilities(capabilities);
  const wanted = [...new Set([...written, ...missing])].sort(compareText);
  const edit = await editCapabilities(tool, wanted, capabilities !== undefined);
  return 'edits' in edit ? edit.edits : [];
}

/** Replaces a capability by the one that was meant. */
export function writeMeant(context: FixContext): readonly SourceEdit[] {
  const { capability, meant } = context.diagnostic.data ?? {};
  const element = nodeAt(context, ts.isStringLiteral);
  if (typeof meant !== 'string' || element?.text !== capability || !element) return [];
  const list = element.parent;
  if (mayBeReplaced(list)) return [];
  const isThere =
    ts.isArrayLiteralExpression(list) &&
    list.elements.some((each) => ts.isStringLiteralLike(each) && each.text === meant);
  if (isThere) return removals(list, element);
  const { fileName } = context.file;
  return [{ file: fileName, start: element.getStart() + 1, end: element.end - 1, text: meant }];
}

/** Removes a repeated element from its array. */
export function removeRepeated(context: FixContext): readonly SourceEdit[] {
  const element = nodeAt(context, ts.isStringLiteral);
  if (!element || element.text !== context.diagnostic.data?.['capability']) return [];
  const list = element.parent;
  return ts.isArrayLiteralExpression(list) && !mayBeReplaced(list) ? removals(list, element) : [];
}

// A spread or a computed name may override a property before it.
function mayBeReplaced(list: ts.Node): boolean {
  const property = outerParent(list);
  const definition = property.parent;
  return (
    ts.isPropertyAssignment(property) &&
    ts.isObjectLiteralExpression(definition) &&
    definition.properties.some((each) => each.pos > property.pos && isOpen(each))
  );
}
