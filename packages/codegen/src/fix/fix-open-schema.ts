import type { SourceEdit } from '../edit/source-edit.ts';
import type { SourceProject } from '../source/source-project.ts';
import { ts } from '../source/ts.ts';
import { unwrap } from '../source/unwrap.ts';
import { type FixContext, nodeAt } from './fix-context.ts';

const OPTION = 'additionalProperties: false';
/** Builders that leave the schema inside of them as it is, or hold it. */
const AROUND: ReadonlySet<string> = new Set(['Optional', 'Readonly', 'ReadonlyOptional', 'Array']);

/** Closes the object schema of the property that the finding is at. */
export function closeSchema(context: FixContext): readonly SourceEdit[] {
  const name = nodeAt(context, isName);
  // The way to it, such as `orders[].place`; empty for the input itself.
  const way = context.diagnostic.data?.['property'];
  if (!name || typeof way !== 'string' || !`.${way || 'inputSchema'}`.endsWith(`.${name.text}`)) return [];
  const { parent } = name;
  const value = ts.isPropertyAssignment(parent)
    ? parent.initializer
    : ts.isShorthandPropertyAssignment(parent)
      ? name
      : undefined;
  const call = value && ts.isExpression(value) ? objectCall(context.project, value) : undefined;
  return call ? closed(call) : [];
}

function isName(node: ts.Node): node is ts.Identifier | ts.StringLiteral {
  return (ts.isIdentifier(node) || ts.isStringLiteral(node)) && ts.isObjectLiteralElement(node.parent);
}

/** The call of `Type.Object` that an expression is, through builders around it and constants of its file. */
function objectCall(
  project: SourceProject,
  expression: ts.Expression,
  depth = 0,
): ts.CallExpression | undefined {
  const value = unwrap(expression);
  if (depth > 9) return undefined;
  if (ts.isIdentifier(value)) {
    const constant = constantNamed(value);
    return constant && objectCall(project, constant, depth + 1);
  }
  if (!ts.isCallExpression(value)) return undefined;
  const builder = builderOf(project, value);
  if (builder === 'Object') return value;
  const [inner] = value.arguments;
  return builder !== undefined && AROUND.has(builder) && inner
    ? objectCall(project, inner, depth + 1)
    : undefined;
}

/** `Object` of `Type.Object`, where `Type` is TypeBox's. */
function builderOf(project: SourceProject, { expression }: ts.CallExpression): string | undefined {
  if (!ts.isPropertyAccessExpression(expression) || !ts.isIdentifier(expression.expression)) return undefined;
  const { fileName } = expression.getSourceFile();
  const from = project.outlineOf(fileName)?.imports.get(expression.expression.text)?.specifier;
  return from !== undefined && /(?:^|\/)typebox$/.test(from) ? expression.name.text : undefined;
}

// A name that is declared twice could be another one here.
function constantNamed(name: ts.Identifier): ts.Expression | undefined {
  const declarations: ts.VariableDeclaration[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.name.text === name.text)
      declarations.push(node);
    ts.forEachChild(node, visit);
  };
  visit(name.getSourceFile());
  return declarations.length === 1 ? declarations[0]?.initializer : undefined;
}

function closed(call: ts.CallExpression): readonly SourceEdit[] {
  const [properties, options, extra] = call.arguments;
  const file = call.getSourceFile().fileName;
  if (!properties || extra) return [];
  if (!options) return [{ file, start: properties.end, end: properties.end, text: `, { ${OPTION} }` }];
  if (!ts.isObjectLiteralExpression(options)) return [];
  if (options.properties.some(({ name }) => !name || name.getText().includes('additionalProperties')))
    return [];
  const [first] = options.properties;
  if (!first) return [{ file, start: options.getStart(), end: options.end, text: `{ ${OPTION} }` }];
  return [{ file, start: first.getStart(), end: first.getStart(), text: `${OPTION}, ` }];
}
