import { isOpen, nameText } from '../edit/name-text.ts';
import type { SourceEdit } from '../edit/source-edit.ts';
import type { SourceProject } from '../source/source-project.ts';
import { ts } from '../source/ts.ts';
import { unwrap, nodeAt } from '../source/nodes.ts';
import type { FixContext } from './fix-context.ts';

const OPTION_NAME = 'additionalProperties';
const OPTION = `${OPTION_NAME}: false`;
/** Builders that modify or contain the schema in their first argument. */
const AROUND: ReadonlySet<string> = new Set(['Optional', 'Readonly', 'ReadonlyOptional', 'Array']);

/** Closes the object schema that is written at the property at the diagnostic. */
export function closeSchema(context: FixContext): readonly SourceEdit[] {
  const name = nodeAt(context, isName);
  // Path such as `orders[].place`; empty for the input or output itself.
  const path = context.diagnostic.data?.['property'];
  const isIt = name && typeof path === 'string' && isNameAt(path, name.text);
  if (!isIt || !ts.isPropertyAssignment(name.parent)) return [];
  const call = objectCall(context.project, name.parent.initializer);
  return call ? closed(call) : [];
}

function isNameAt(path: string, name: string): boolean {
  const fields = path.replace(/(?:\[\])+$/, '');
  return fields === '' ? /^(?:in|out)putSchema$/.test(name) : `.${fields}`.endsWith(`.${name}`);
}

/** Whether a node is the name of a property of an object literal. */
export function isName(node: ts.Node): node is ts.Identifier | ts.StringLiteral {
  return (ts.isIdentifier(node) || ts.isStringLiteral(node)) && ts.isObjectLiteralElement(node.parent);
}

/** Finds the call of `Type.Object` in an expression, inside other builders. */
function objectCall(project: SourceProject, expression: ts.Expression): ts.CallExpression | undefined {
  const value = unwrap(expression);
  if (!ts.isCallExpression(value)) return undefined;
  const builder = builderOf(project, value);
  if (builder === 'Object') return value;
  const [inner] = value.arguments;
  return builder !== undefined && AROUND.has(builder) && inner ? objectCall(project, inner) : undefined;
}

/** Returns `Object` for `Type.Object`, if `Type` is imported from TypeBox. */
export function builderOf(project: SourceProject, { expression }: ts.CallExpression): string | undefined {
  if (!ts.isPropertyAccessExpression(expression) || !ts.isIdentifier(expression.expression)) return undefined;
  const { fileName } = expression.getSourceFile();
  const from = project.outlineOf(fileName)?.imports.get(expression.expression.text)?.specifier;
  return from !== undefined && /(?:^|\/)typebox$/.test(from) ? expression.name.text : undefined;
}

function closed(call: ts.CallExpression): readonly SourceEdit[] {
  const [properties, options, extra] = call.arguments;
  const file = call.getSourceFile().fileName;
  const insert = (at: number, text: string): readonly SourceEdit[] => [{ file, start: at, end: at, text }];
  if (!properties || extra || call.arguments.some(ts.isSpreadElement)) return [];
  if (!options) return insert(properties.end, `, { ${OPTION} }`);
  if (!ts.isObjectLiteralExpression(options)) return [];
  if (options.properties.some((each) => isOpen(each) || (each.name && nameText(each.name)) === OPTION_NAME))
    return [];
  const last = options.properties.at(-1);
  // Right after the last option, so that comments keep their subject.
  return last ? insert(last.end, `, ${OPTION}`) : insert(options.getStart() + 1, ` ${OPTION} `);
}
