import { ts } from './ts.ts';

/** The comment that begins at a position, if it is not inside a string or another comment. */
export function commentAt(file: ts.SourceFile, position: number): ts.CommentRange | undefined {
  const token = tokenAround(file, position);
  if (position >= token.getStart(file)) return undefined;
  const comments = [
    ...(ts.getTrailingCommentRanges(file.text, token.pos) ?? []),
    ...(ts.getLeadingCommentRanges(file.text, token.pos) ?? []),
  ];
  return comments.find(({ pos }) => pos === position);
}

/** The token at a position, including the white space and comments before it. */
function tokenAround(file: ts.SourceFile, position: number): ts.Node {
  let node: ts.Node = file;
  for (;;) {
    const inner = node
      .getChildren(file)
      .find((child) => !ts.isJSDoc(child) && child.pos <= position && position < child.end);
    if (!inner) return node;
    node = inner;
  }
}
