import { ts } from './ts.ts';

/** The innermost node that starts at an offset of a file and passes a test. */
export function nodeAt<T extends ts.Node>(
  { file, offset }: { readonly file: ts.SourceFile; readonly offset: number },
  is: (node: ts.Node) => node is T,
): T | undefined {
  let found: T | undefined;
  const visit = (node: ts.Node): void => {
    if (node.pos > offset || node.end <= offset) return;
    if (node.getStart(file) === offset && is(node)) found = node;
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
