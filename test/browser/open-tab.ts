import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { chromium, type Page } from 'playwright-core';
import { BROWSER_ARGUMENTS } from '../support/open-page.ts';

/** The package.json of the installed chrome-devtools-mcp. */
export const SERVER_PACKAGE: string = createRequire(import.meta.url).resolve(
  'chrome-devtools-mcp/package.json',
);

/** A tab of a person's browser, and an MCP client whose server, chrome-devtools-mcp, has connected to that browser. */
export interface OpenTab {
  readonly page: Page;
  readonly client: Client;
  /** Calls a tool of the server and returns its text. */
  readonly ask: (name: string, input?: Readonly<Record<string, unknown>>) => Promise<string>;
  /** Calls a WebMCP tool of the tab and returns its output. */
  readonly call: (toolName: string, input?: Readonly<Record<string, unknown>>) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

/**
 * Opens a page in a browser that has a profile of its own and lets others connect, then connects.
 *
 * @param options - Of chrome-devtools-mcp, with `--autoConnect`.
 * @param flags - Of the browser.
 */
export async function openTab(
  executablePath: string,
  url: string,
  options: readonly string[],
  flags: readonly string[] = ['--enable-features=WebMCP'],
): Promise<OpenTab> {
  const profile = await mkdtemp(join(tmpdir(), 'btcp-profile-'));
  // The port is written to the profile, where --autoConnect looks for it.
  const args = [...BROWSER_ARGUMENTS, '--remote-debugging-port=0', ...flags];
  const context = await chromium.launchPersistentContext(profile, { executablePath, headless: true, args });
  const [page = await context.newPage()] = context.pages();
  await page.goto(url);
  const client = new Client({ name: 'test', version: '1.0.0' });
  const bin = join(dirname(SERVER_PACKAGE), 'build/src/bin/chrome-devtools-mcp.js');
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [bin, ...options, '--userDataDir', profile],
      // It asks the registry for a newer version otherwise.
      env: { CHROME_DEVTOOLS_MCP_NO_UPDATE_CHECKS: '1' },
      stderr: 'ignore',
    }),
  );

  const ask: OpenTab['ask'] = async (name, input = {}) => {
    const { content } = await client.callTool({ name, arguments: input });
    return content.map((part) => (part.type === 'text' ? part.text : part.type)).join('\n');
  };
  return {
    page,
    client,
    ask,
    call: async (toolName, input = {}) => {
      const run = (): Promise<string> =>
        ask('execute_webmcp_tool', { pageId: 1, toolName, input: JSON.stringify(input) });
      let text = await run();
      // The server learns of a page's tools by events, which a busy machine delivers late.
      for (let tries = 0; tries < 50 && text.startsWith(`Error: Tool ${toolName} not found`); tries++) {
        await delay(100);
        text = await run();
      }
      // The server's own form of an answer.
      return (JSON.parse(text) as { readonly output: unknown }).output;
    },
    close: async () => {
      await client.close();
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}
