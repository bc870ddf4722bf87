import type { SourceEdit } from '../edit/source-edit.ts';
import { nodeAt } from '../source/node-at.ts';
import { ts } from '../source/ts.ts';
import type { FixContext } from './fix-context.ts';
import { builderOf, isName } from './fix-open-schema.ts';

/** Unwraps `Type.Optional` of the property at the diagnostic, unless that would remove a comment. */
export function unwrapOptional(context: FixContext): readonly SourceEdit[] {
  const name = nodeAt(context, isName);
  const value = name && ts.isPropertyAssignment(name.parent) ? name.parent.initializer : undefined;
  if (!value || !ts.isCallExpression(value) || builderOf(context.project, value) !== 'Optional') return [];
  const [inner, extra] = value.arguments;
  if (!inner || extra) return [];
  const { fileName: file, text } = context.file;
  const removed = [
    { file, start: value.getStart(), end: inner.getStart(), text: '' },
    { file, start: inner.end, end: value.end, text: '' },
  ];
  return removed.some(({ start, end }) => /\/[/*]/.test(text.slice(start, end))) ? [] : removed;
}
