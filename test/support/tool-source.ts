/** The two imports that nearly every tool file starts with. */
export const IMPORTS = `import { Type } from '@sinclair/typebox';
import { defineTool } from '@btcp/core';
`;

/** Imports of a tool that throws errors of its own. */
export const IMPORTS_WITH_ERROR: string = IMPORTS.replace('{ defineTool', '{ BTCPError, defineTool');

/** A complete definition; `extra` adds members. */
export function definition(extra = '', inputSchema = 'Type.Object({})'): string {
  return `{
  description: 'Reads the value of a cell.',
  inputSchema: ${inputSchema},
  outputSchema: Type.Object({ value: Type.Number() }),
  capabilities: ['dom:read'],
  ${extra}
  execute() { return { value: 1 }; },
}`;
}
