/** The source of a tool that may write, with the MCP fields given. */
export const countingTool = (
  mcp: string,
  name = 'countCells',
): string => `/** Counts the cells, and shows how many. */
export const ${name} = defineTool({
  inputSchema: Type.Object({}, { additionalProperties: false }),
  outputSchema: Type.Null(),
  capabilities: ['dom:write'],
  mcp: ${mcp},
  confirm: true,
  execute(_input, { dom }) {
    dom.title = \`\${dom.querySelectorAll('td').length} cells\`;
    return null;
  },
});`;
