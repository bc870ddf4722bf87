import { IMPORTS } from '../support/tool-source.ts';

/** A project with one tool, `readHeading`, which can run isolated. */
export const headingProject = (sandbox?: string): Readonly<Record<string, string>> => ({
  'src/heading.ts': `${IMPORTS}
/** Reads the heading of the page. */
export const readHeading = defineTool({
  inputSchema: Type.Object({}, { additionalProperties: false }),
  outputSchema: Type.String({ description: 'Its text.' }),
  capabilities: ['dom:read'],
  execute: async (_input, { page }) => (await page.text('h1')) ?? '',
});
`,
  'btcp.config.ts': `import { defineConfig } from '@btcp/core';
export default defineConfig({ tools: ['src/*.ts'], config: ${JSON.stringify({ sandbox })} });`,
});
