import { ts } from '../../source/ts.ts';

/** What tells how TypeScript sees a project. */
export interface TypesOfProject {
  readonly checker: ts.TypeChecker;
  readonly options: ts.CompilerOptions;
}

/**
 * Whether TypeScript reports a property as missing by itself, so that nothing more need be said.
 *
 * @param source - The expression or pattern whose property it is.
 * @param node - The key.
 */
export function isMissingForTypes(
  { checker, options }: TypesOfProject,
  source: ts.Node,
  key: string,
  node: ts.Node,
): boolean {
  const isScript = /\.[cm]?jsx?$/.test(source.getSourceFile().fileName);
  if (isScript && options.checkJs !== true) return false;
  const isBracket = ts.isElementAccessExpression(node.parent);
  if (isIgnored(node) || (isBracket && !(options.noImplicitAny ?? options.strict))) return false;
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
