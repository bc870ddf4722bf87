import { join } from 'node:path';
import { FRAME_HEADERS } from '@btcp/core/isolated';
import { expect, it } from 'vitest';
import { btcp } from '../../support/btcp.ts';
import { describeBrowser } from '../../support/describe-browser.ts';
import { openPage } from '../../support/open-page.ts';
import { alike } from '../../support/runs.ts';
import { servePage } from '../../support/serve-page.ts';
import { writeProject } from '../../support/write-project.ts';
import { headingProject } from '../../publish/heading-project.ts';
import { filesOf } from '../../publish/published-project.ts';

/** The policy of the engine's file, which the page's own need not allow. */
const ENGINE_HEADERS = { 'Content-Security-Policy': "script-src 'wasm-unsafe-eval'" };

describeBrowser('isolated tools that are published', (browser) => {
  it.each(
    alike([
      ['iframe', 2],
      ['wasm', 1],
    ]),
  )("are called by a browser's agent, as %s", async (sandbox, frames) => {
    const root = await writeProject(headingProject(sandbox));
    await btcp(root, 'build');
    await btcp(root, 'publish', '--out', 'public');
    const published = await filesOf(join(root, 'public'));
    const files = Object.fromEntries(Object.entries(published).map(([path, text]) => [`/${path}`, text]));
    const page = `<!doctype html><html lang="en"><title>Page</title><h1>Welcome</h1><script src="/webmcp.js" data-grant="dom:read"></script></html>`;
    const server = await servePage(
      { ...files, '/index.html': page },
      { '/btcp-isolated.html': FRAME_HEADERS, '/quickjs-engine.mjs': ENGINE_HEADERS },
    );
    const opened = await openPage(browser(), server.url);
    try {
      await expect.poll(() => opened.page.webmcp.tools()).toHaveLength(1);
      expect(opened.page.frames()).toHaveLength(frames);
      expect(await opened.page.webmcp.callTool('readHeading', {})).toBe('Welcome');
      expect(opened.problems).toEqual([]);
    } finally {
      await opened.close();
      await server.close();
    }
  });
});
