import type { Diagnostic } from '@btcp/core';
import { positionOf } from '../source/position.ts';
import type { SourceProject } from '../source/source-project.ts';
import { ts } from '../source/ts.ts';
import { outerParent, unwrap } from '../source/nodes.ts';

/** Kinds of code that discovery cannot follow. */
export type Unfollowed = 'tool-not-exported' | 'tool-unrecognised' | keyof typeof UNFOLLOWED;

const UNFOLLOWED = {
  'tool-exported-as-then': {
    message:
      'A module with a function called `then` cannot be imported on demand: JavaScript takes it for a promise.',
    help: 'Export the tool under another name, for example `runNextStep`.',
  },
  'tool-exported-again': {
    message: 'This tool is exported under another name already, and only that one is published.',
    help: 'Export it under one name; a second tool needs a `defineTool` call of its own.',
  },
  'tool-file-not-importable': {
    message:
      'The path of this file has a character that imports cannot hold: one of `#`, `?`, `%`, `*`, `\\`, `"` and controls.',
    help: 'Rename the file or folder; hosts import the tool from it.',
  },
  'tool-in-function': {
    message:
      'This `defineTool` call is inside a function, where the build cannot follow it: tools that the function makes are left out.',
    help: 'Move the call to the top level: `export const <name> = defineTool({ … })` for each tool. The function may return what they have in common: `defineTool({ ...common(), … })`.',
  },
  'tool-from-wrapper': {
    message: 'This function calls `defineTool` for you, and the build cannot follow the call into it.',
    help: 'Call `defineTool` here, and let the function return what differs, for example `defineTool({ ...common(), … })`.',
  },
  looseReference: {
    message:
      '`defineTool` is used here as a value, and the build cannot follow it: tools that come of it are left out.',
    help: 'Call it where the tool is exported: `export const <name> = defineTool({ … })`.',
  },
  'tool-without-definition': {
    message: '`defineTool` needs exactly one argument, the definition.',
    help: 'Pass an object with `inputSchema`, `capabilities` and `execute`.',
  },
} as const;

// Warnings, because the code may be intended; everything else is an error.
const SEVERITY: Partial<Record<string, Diagnostic['severity']>> = {
  'tool-unrecognised': 'warning',
  'tool-exported-again': 'warning',
};

/** The diagnostic for code that discovery cannot follow. */
export function unfollowed(project: SourceProject, node: ts.Node, what: Unfollowed): Diagnostic {
  const id = what === 'looseReference' ? 'tool-unrecognised' : what;
  const words =
    what === 'tool-not-exported'
      ? whyNotExported(node)
      : what === 'tool-unrecognised'
        ? whyUnrecognised(project, node)
        : UNFOLLOWED[what];
  return { id, severity: SEVERITY[id] ?? 'error', ...positionOf(project, node), ...words };
}

/** Explains why a call that looks like a definition is none, by the origin of its callee. */
function whyUnrecognised(project: SourceProject, callee: ts.Node): Words {
  const name = callee.getText();
  const outline = project.outlineOf(callee.getSourceFile().fileName);
  const origin = outline?.imports.get(name);
  const isDeclared = outline?.statements.some(({ declares }) => declares.includes(name));
  const why =
    origin !== undefined
      ? `\`${name}\` is ${origin.name === 'default' ? 'the default export' : `\`${origin.name}\``} of \`${origin.specifier}\`, not \`defineTool\` of @btcp/core`
      : name === 'defineTool' && !isDeclared
        ? '`defineTool` is not imported'
        : 'the call does not lead to `defineTool` of @btcp/core';
  return {
    message: `This looks like a tool, but ${why}: it is left out.`,
    help: "Write `import { defineTool } from '@btcp/core'`. If this is not meant to be a BTCP tool, move it to a file that `tools` in the config does not match.",
  };
}

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
function whyNotExported(callee: ts.Node): Words {
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
