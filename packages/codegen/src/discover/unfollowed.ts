import type { Diagnostic } from '@btcp/core';
import { positionOf } from '../source/position.ts';
import type { SourceProject } from '../source/source-project.ts';
import type { ts } from '../source/ts.ts';

/** Kinds of code that discovery cannot follow. */
export type Unfollowed = keyof typeof UNFOLLOWED;

const UNFOLLOWED = {
  'tool-not-exported': {
    message: 'This tool has no export of its own, and only one that has can be published.',
    help: 'Write `export const <name> = defineTool({ … })` at the top level of an ES module, without `await` or a condition; its name can then be used where the call is now.',
  },
  wrappedTool: {
    id: 'tool-from-wrapper',
    message:
      'This tool is passed to another function, and what that returns is not followed: only what `defineTool` returns can be published.',
    help: 'Export the tool itself, `export const <name> = defineTool({ … })`, and do in its `execute` what the other function does.',
  },
  'tool-unrecognised': {
    message:
      'This looks like a tool, but the call does not lead to `defineTool` of @btcp/core: it is left out.',
    help: "Write `import { defineTool } from '@btcp/core'`. If this is not meant to be a BTCP tool, move it to a file that `tools` in the config does not match.",
  },
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
    id: 'tool-unrecognised',
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

export function unfollowed(project: SourceProject, node: ts.Node, what: Unfollowed): Diagnostic {
  const { id = what, message, help }: Words = UNFOLLOWED[what];
  return { id, severity: SEVERITY[id] ?? 'error', ...positionOf(project, node), message, help };
}

interface Words {
  /** The diagnostic's id, where it is not the key. */
  readonly id?: Diagnostic['id'];
  readonly message: string;
  readonly help: string;
}
