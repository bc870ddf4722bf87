import { unwrapped } from '../source/text-edits.ts';
import { ts } from '../source/ts.ts';
import type { ToolDoc } from './discovered-tool.ts';

export function readJsDoc(node: ts.Node): ToolDoc {
  const docs = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const doc = docs.at(-1);
  if (!doc) return readSameLineDoc(node);
  const description = textOf(doc.comment);
  const deprecated = doc.tags?.find((tag) => tag.tagName.text === 'deprecated');
  const deprecationMessage = deprecated && textOf(deprecated.comment);
  return {
    ...(description && { description }),
    ...(deprecated && { deprecated: true as const }),
    ...(deprecationMessage && { deprecationMessage }),
  };
}

// `{ /** Text. */ key: … }`: TypeScript attaches a comment on the line of the brace to the brace.
function readSameLineDoc(node: ts.Node): ToolDoc {
  if (!ts.isObjectLiteralElementLike(node)) return {};
  const { text } = node.getSourceFile();
  const range = ts.getTrailingCommentRanges(text, node.pos)?.at(-1);
  const comment = range && text.slice(range.pos, range.end);
  if (!comment?.startsWith('/**') || comment.includes('@')) return {};
  const description = textOf(comment.slice(3, -2).replace(/^\s*\*/gm, ''));
  return description ? { description } : {};
}

const textOf = (comment: string | ts.NodeArray<ts.JSDocComment> | undefined): string =>
  unwrapped(ts.getTextOfJSDocComment(comment) ?? '');
