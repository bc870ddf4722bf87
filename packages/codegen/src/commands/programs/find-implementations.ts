import { ts } from '../../source/ts.ts';

/** The import of a tool's implementation in the built registration. */
export interface ImplementationPlace {
  /** The module, relative to the registration. */
  readonly specifier: string;
  readonly exportName: string;
}

/**
 * Finds the import of each tool's implementation in the source of a built `registration.ts`.
 *
 * @returns By the tool's name.
 */
export function findImplementations(registration: string): ReadonlyMap<string, ImplementationPlace> {
  const file = ts.createSourceFile('registration.ts', registration, ts.ScriptTarget.Latest);
  const places = new Map<string, ImplementationPlace>();
  const visit = (node: ts.Node): void => {
    const entry = ts.isPropertyAssignment(node) ? loadedOnCall(node) : undefined;
    if (entry) places.set(...entry);
    else ts.forEachChild(node, visit);
  };
  visit(file);
  return places;
}

/**
 * Finds the members of `ctx` that only a host can add, as the source of a built `registration.ts` names them.
 *
 * @returns By the tool's name, for the tools that read any.
 */
export function findContextMembers(registration: string): ReadonlyMap<string, readonly string[]> {
  const file = ts.createSourceFile('registration.ts', registration, ts.ScriptTarget.Latest);
  const found = new Map<string, readonly string[]>();
  const visit = (node: ts.Node): void => {
    const [name, members] = isCallOf(node, 'loadWithContext') ? node.arguments : [];
    if (name && ts.isStringLiteral(name) && members && ts.isArrayLiteralExpression(members))
      found.set(
        name.text,
        members.elements.filter(ts.isStringLiteral).map(({ text }) => text),
      );
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const isCallOf = (node: ts.Node, callee: string): node is ts.CallExpression =>
  ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === callee;

// `name: loadOnCall(async () => (await import('module')).exportName)`, or `loadWithContext` with that as its last argument.
function loadedOnCall({
  name,
  initializer,
}: ts.PropertyAssignment): readonly [string, ImplementationPlace] | undefined {
  const load = ts.isCallExpression(initializer) ? initializer.arguments.at(-1) : undefined;
  if (!load || !ts.isArrowFunction(load) || (!ts.isIdentifier(name) && !ts.isStringLiteral(name)))
    return undefined;
  const { body } = load;
  const exportName = ts.isPropertyAccessExpression(body)
    ? body.name.text
    : ts.isElementAccessExpression(body) && ts.isStringLiteral(body.argumentExpression)
      ? body.argumentExpression.text
      : undefined;
  if (exportName === undefined) return undefined;
  let specifier: string | undefined;
  const visit = (node: ts.Node): void => {
    const argument = ts.isCallExpression(node) ? node.arguments[0] : undefined;
    if (argument && ts.isStringLiteral(argument)) specifier ??= argument.text;
    ts.forEachChild(node, visit);
  };
  visit(body);
  return specifier === undefined ? undefined : [name.text, { specifier, exportName }];
}
