import type { Diagnostic } from '@btcp/core';
import { isOpen, nameText } from '../edit/name-text.ts';
import type { SourceEdit } from '../edit/source-edit.ts';
import { ts } from '../source/ts.ts';
import { CAPABILITY_RULES, correctCapabilities } from './fix-capabilities.ts';
import type { Fixer, FixContext } from './fix-context.ts';
import { closeSchema, builderOf, isName } from './fix-open-schema.ts';
import { writeTypeBox } from './write-typebox.ts';
import { nodeAt, commentAt } from '../source/nodes.ts';

/** Unwraps `Type.Optional` of the property at the diagnostic, unless that would remove a comment. */
function unwrapOptional(context: FixContext): readonly SourceEdit[] {
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

/** Fixers by the id of their diagnostic. */
export const FIXERS: ReadonlyMap<string, Fixer> = new Map<string, Fixer>([
  ...CAPABILITY_RULES.map((id): [string, Fixer] => [id, correctCapabilities]),
  ['additional-properties-open', closeSchema],
  ['output-properties-open', closeSchema],
  ['default-optional', unwrapOptional],
  ['field-unknown', renameKey],
  ['keyword-misspelt', renameKey],
  ['keyword-unknown', renameKey],
  ['suppression-unused', correctComment],
  ['schema-not-typebox', writeTypeBox],
]);

function renameKey({ diagnostic, file, offset, all }: FixContext): readonly SourceEdit[] {
  const { field, keyword = field, meant, isSpelling } = diagnostic.data ?? {};
  const name = nodeAt({ file, offset }, ts.isPropertyName);
  if (!name || nameText(name) !== keyword || typeof meant !== 'string' || isSpelling === false) return [];
  const { parent } = name;
  const isPlain = ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent);
  if (!isPlain || !ts.isObjectLiteralExpression(parent.parent)) return [];
  const literal = parent.parent;
  // A spread or a computed name may already define the right name.
  const isSafe = literal.properties.every(
    (each) => each.name && !isOpen(each) && nameText(each.name) !== meant,
  );
  const isBeside = ({ line, column }: Diagnostic): boolean => {
    const place = file.getPositionOfLineAndCharacter(line - 1, column - 1);
    return literal.properties.some((each) => each.getStart() === place);
  };
  const first = all.find(
    (other) =>
      other.id === diagnostic.id &&
      other.file === diagnostic.file &&
      other.data?.['meant'] === meant &&
      isBeside(other),
  );
  if (!isSafe || first !== diagnostic) return [];
  // Keeps the quotes.
  const quote = ts.isIdentifier(name) ? 0 : 1;
  return [{ file: file.fileName, start: name.getStart() + quote, end: name.end - quote, text: meant }];
}

// Corrects a misspelt id; removes any other unused suppression, with its line if nothing else is there.
function correctComment({ file, offset, diagnostic }: FixContext): readonly SourceEdit[] {
  const { rule, meant } = diagnostic.data ?? {};
  const { text, fileName } = file;
  const range = commentAt(file, offset);
  if (!range || typeof rule !== 'string') return [];
  const { end } = range;
  const comment = text.slice(offset, end);
  if (typeof meant === 'string') {
    const start = offset + comment.indexOf(rule);
    return [{ file: fileName, start, end: start + rule.length, text: meant }];
  }
  // The comment may name other rules that are needed, or separate two tokens.
  if (diagnostic.data?.['isShared'] === true || /^[^\s}]/.test(text.slice(end))) return [];
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const before = text.slice(lineStart, offset);
  if (before.trim() !== '')
    return [{ file: fileName, start: lineStart + before.trimEnd().length, end, text: '' }];
  const lineBreak = /^\r?\n/.exec(text.slice(end))?.[0].length ?? 0;
  return [{ file: fileName, start: lineStart, end: end + lineBreak, text: '' }];
}
