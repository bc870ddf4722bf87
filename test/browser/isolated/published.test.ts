import { join } from 'node:path';
import { FRAME_HEADERS } from '@btcp/core/isolated';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { btcp } from '../../support/btcp.ts';
import { describeBrowser } from '../../support/describe-browser.ts';
import { openPage } from '../../support/open-page.ts';
import { servePage } from '../../support/serve-page.ts';
import { makeProject, removeProject } from '../../support/write-project.ts';
import { filesOf } from '../../publish/published-project.ts';

const TOOL = `
import { Type } from '@sinclair/typebox';
import { defineTool } from '@btcp/core';

/** Reads the heading of the page. */
export const readHeading = defineTool({
  inputSchema: Type.Object({}, { additionalProperties: false }),
  outputSchema: Type.String({ description: 'Its text.' }),
  capabilities: ['dom:read'],
  execute: async (_input, { page }) => (await page.text('h1')) ?? '',
});
`;

describeBrowser('isolated tools that are published', (browser) => {
  let root: string;
  beforeAll(async () => {
    root = await makeProject({
      'src/heading.ts': TOOL,
      'btcp.config.ts': `import { defineConfig } from '@btcp/core';
export default defineConfig({ tools: ['src/*.ts'], config: { sandbox: 'iframe' } });`,
    });
    await btcp(root, 'build');
    await btcp(root, 'publish', '--out', 'public');
  });
  afterAll(() => removeProject(root));

  it("are called by a browser's agent", async () => {
    const published = await filesOf(join(root, 'public'));
    const files = Object.fromEntries(Object.entries(published).map(([path, text]) => [`/${path}`, text]));
    const page = `<!doctype html><html lang="en"><title>Page</title><h1>Welcome</h1><script src="/webmcp.js" data-grant="dom:read"></script></html>`;
    const server = await servePage(
      { ...files, '/index.html': page },
      { '/btcp-isolated.html': FRAME_HEADERS },
    );
    const opened = await openPage(browser(), server.url);
    try {
      await expect.poll(() => opened.page.webmcp.tools()).toHaveLength(1);
      expect(opened.page.frames()).toHaveLength(2);
      expect(await opened.page.webmcp.callTool('readHeading', {})).toBe('Welcome');
      expect(opened.problems).toEqual([]);
    } finally {
      await opened.close();
      await server.close();
    }
  });
});
