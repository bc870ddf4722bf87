import type { Diagnostic } from '@btcp/core';
import { ts } from '../source/ts.ts';
import { outerParent, unwrap } from '../source/nodes.ts';

/** The message and help of a diagnostic. */
export interface Words {
  /** The diagnostic's id, where another one fits better. */
  readonly id?: Diagnostic['id'];
  readonly message: string;
  readonly help: string;
}

/**
 * Explains, by the code around it, why a `defineTool` call is not an exported tool.
 *
 * @param callee - The callee of the call.
 */
export function whyNotExported(callee: ts.Node): Words {
  const holder = outerParent(outerParent(callee));
  if (isInCommonJsExport(holder))
    return {
      message: 'This tool is not exported: CommonJS exports are not read.',
      help: `Write ${exportOf()} in a file that is an ES module.`,
    };
  if (ts.isAwaitExpression(holder))
    return {
      message: 'This tool is awaited, and `defineTool` returns the tool itself, not a promise.',
      help: 'Leave out `await`.',
    };
  const around = variableAround(holder);
  const inVariable = around === undefined ? '' : `, \`${around}\``;
  if (ts.isCallExpression(holder) || ts.isNewExpression(holder)) {
    const wrapper = nameOf(holder.expression);
    return {
      id: 'tool-from-wrapper',
      message: `This tool is wrapped in a call of ${wrapper}, and what that returns is not followed: only what \`defineTool\` returns can be published.`,
      help: `Export the tool itself, ${exportOf(around)}, and do in its \`execute\` what ${wrapper} does.`,
    };
  }
  if (ts.isPropertyAssignment(holder)) return notOwn(`a property of an object${inVariable}`, holder.name);
  if (ts.isArrayLiteralExpression(holder)) return notOwn(`an element of an array${inVariable}`);
  if (ts.isPropertyDeclaration(holder)) return notOwn('a property of a class', holder.name);
  if (isChoice(holder))
    return {
      message:
        'This tool is one side of a condition, which the build does not decide: a manifest is the same for everybody.',
      help: `Write ${exportOf(around)} without the condition; hosts decide which tools they register.`,
    };
  if (ts.isBinaryExpression(holder)) return notOwn(`assigned to \`${holder.left.getText()}\``, holder.left);
  return ts.isVariableDeclaration(holder) ? inDeclaration(holder) : notOwn('not exported');
}

function notOwn(what: string, name?: ts.Node): Words {
  return {
    message: `This tool is ${what}, and only a tool with an export of its own can be published.`,
    help: `Write ${exportOf(name && ts.isIdentifier(name) ? name.text : undefined)} at the top level of the file; its name can then be used where the call is now.`,
  };
}

function inDeclaration({ name, parent }: ts.VariableDeclaration): Words {
  if (!ts.isIdentifier(name)) return notOwn('destructured');
  const isAtTop = ts.isVariableStatement(parent.parent) && ts.isSourceFile(parent.parent.parent);
  return {
    message: `\`${name.text}\` is ${isAtTop ? 'not exported' : 'inside a block or a namespace'}, so no manifest can hold it.`,
    help: `Write ${exportOf(name.text)}${isAtTop ? '' : ' at the top level of the file'}.`,
  };
}

const exportOf = (name = '<name>'): string => `\`export const ${name} = defineTool({ … })\``;

const CHOICES: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.QuestionQuestionToken,
]);

function isChoice(node: ts.Node): boolean {
  if (ts.isConditionalExpression(node)) return true;
  return ts.isBinaryExpression(node) && CHOICES.has(node.operatorToken.kind);
}

// `exports.name = …`, `module.exports = { … }`
function isInCommonJsExport(node: ts.Node): boolean {
  if (ts.isStatement(node) || ts.isSourceFile(node)) return false;
  return (
    (ts.isBinaryExpression(node) && /^(?:module\.)?exports\b/.test(node.left.getText())) ||
    isInCommonJsExport(node.parent)
  );
}

/** A callee as messages name it. */
function nameOf(callee: ts.Expression): string {
  const inner = unwrap(callee);
  return ts.isIdentifier(inner) || ts.isPropertyAccessExpression(inner)
    ? `\`${inner.getText()}\``
    : 'another function';
}

/** The name of the variable whose value a node is part of. */
function variableAround(node: ts.Node): string | undefined {
  for (let outer = node; !ts.isStatement(outer) && !ts.isSourceFile(outer); outer = outer.parent)
    if (ts.isVariableDeclaration(outer)) return ts.isIdentifier(outer.name) ? outer.name.text : undefined;
  return undefined;
}
