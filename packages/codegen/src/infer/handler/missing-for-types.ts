import { ts } from '../../source/ts.ts';

/**
 * Whether TypeScript reports a property as missing by itself, so that nothing more need be said.
 *
 * @param source - The expression or pattern whose property it is.
 * @param node - The key.
 */
export function isMissingForTypes(
  checker: ts.TypeChecker,
  source: ts.Node,
  key: string,
  node: ts.Node,
): boolean {
  if (/\.[cm]?jsx?$/.test(source.getSourceFile().fileName)) return false;
  if (isIgnored(node)) return false;
  const type = checker.getTypeAtLocation(source);
  if ((type.flags & ts.TypeFlags.Any) !== 0) return false;
  const members = type.isUnion() ? type.types : [type];
  return !members.some(
    (member) =>
      checker.getPropertyOfType(checker.getApparentType(member), key) !== undefined ||
      checker.getIndexInfosOfType(member).length > 0,
  );
}

// `// @ts-ignore` above the line.
function isIgnored(node: ts.Node): boolean {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
  const start = file.getPositionOfLineAndCharacter(Math.max(0, line - 1), 0);
  const end = file.getPositionOfLineAndCharacter(line, 0);
  return /@ts-(?:ignore|expect-error)/.test(file.text.slice(start, end));
}
