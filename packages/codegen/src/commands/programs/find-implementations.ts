import { ts } from '../../source/ts.ts';

/** How a built registration loads the implementation of a tool. */
export interface ImplementationPlace {
  /** The module, relative to the registration. */
  readonly specifier: string;
  readonly exportName: string;
  /** The members of `ctx` that it reads, and that only a host can add. */
  readonly contextMembers: readonly string[];
}

/** Finds how the source of a built `registration.ts` loads the implementation of each tool, by its name. */
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

// `name: loadOnCall(async () => (await import('module')).exportName)`, or `loadWithContext('name', ['member'], async …)`.
function loadedOnCall({
  name,
  initializer,
}: ts.PropertyAssignment): readonly [string, ImplementationPlace] | undefined {
  const given = ts.isCallExpression(initializer) ? initializer.arguments : undefined;
  const load = given?.at(-1);
  if (!given || !load || !ts.isArrowFunction(load) || (!ts.isIdentifier(name) && !ts.isStringLiteral(name)))
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
  const members = given.find(ts.isArrayLiteralExpression)?.elements;
  const contextMembers = members?.filter(ts.isStringLiteral).map(({ text }) => text) ?? [];
  return specifier === undefined ? undefined : [name.text, { specifier, exportName, contextMembers }];
}
