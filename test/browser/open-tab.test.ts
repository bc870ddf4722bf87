import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { describeBrowser } from '../support/describe-browser.ts';
import { readDialog, waitForLine } from '../support/read-dialog.ts';
import type { PageServer } from '../support/serve-page.ts';
import { SERVER_PACKAGE, openTab, type OpenTab } from './open-tab.ts';
import { serveStory } from './serve-story.ts';

const GUIDE = fileURLToPath(new URL('../../docs/open-tab.md', import.meta.url));

interface Server {
  readonly command: string;
  readonly args: readonly string[];
}

/** The servers that the settings in the guide name, one of each client. */
async function readServers(): Promise<readonly Server[]> {
  const text = await readFile(GUIDE, 'utf8');
  return [...text.matchAll(/^```json\n(.*?)^```$/gms)].flatMap(([, json = '']) => {
    // The shapes of the clients' files.
    const settings = JSON.parse(json) as {
      readonly mcpServers?: Readonly<Record<string, Server>>;
      readonly servers?: Readonly<Record<string, Server>>;
    };
    return Object.values({ ...settings.mcpServers, ...settings.servers });
  });
}

const readOptions = async (): Promise<readonly string[]> => (await readServers())[0]?.args.slice(2) ?? [];

describeBrowser('the tab that is open, by chrome-devtools-mcp', () => {
  let server: PageServer;
  let tab: OpenTab;

  const open = async (flags?: readonly string[], more: readonly string[] = []): Promise<OpenTab> => {
    const found = inject('browser');
    if (found.kind !== 'found') throw new Error('There is no browser.');
    const options = [...(await readOptions()), ...more];
    const opened = await openTab(found.executable, server.url, options, flags);
    await opened.page.locator('[data-tools=inbox]').waitFor();
    return opened;
  };
  beforeAll(async () => {
    server = await serveStory('mailbox');
    tab = await open();
  });
  beforeEach(async () => {
    await tab.page.goto(server.url);
    await tab.page.locator('[data-tools=inbox]').waitFor();
  });
  // oxlint-disable-next-line vitest/no-standalone-expect -- holds for every test
  afterEach(async () => expect(await tab.page.locator('btcp-consent').count()).toBe(0));
  afterAll(async () => {
    await tab.close();
    await server.close();
  });

  /** Waits for the page's question, and answers it as a person does at the keyboard: "Deny" has the focus. */
  const answer = async (...keys: readonly string[]): Promise<void> => {
    await waitForLine(tab.page, 'button Allow 1');
    for (const key of keys) await tab.page.keyboard.press(key);
  };

  it('is set up in each client by the same line, of the version that is tested', async () => {
    const args = [
      '-y',
      'chrome-devtools-mcp@1.11.0',
      '--autoConnect',
      '--categoryExperimentalWebmcp',
      '--no-category-input',
      '--no-category-debugging',
      '--no-category-network',
      '--no-category-performance',
      '--no-category-memory',
      '--no-category-emulation',
      '--no-javascript-evaluation',
      '--no-usage-statistics',
    ];
    const servers = await readServers();
    expect(servers.map(({ command }) => command)).toEqual(['npx', 'npx']);
    for (const each of servers) expect(each.args).toEqual(args);
    expect(await readFile(GUIDE, 'utf8')).toContain(`claude mcp add open-tab -- npx ${args.join(' ')}\n`);
    expect(JSON.parse(await readFile(SERVER_PACKAGE, 'utf8'))).toHaveProperty('version', '1.11.0');
  });

  it('gives an agent nothing by which it could press the buttons of the page', async () => {
    const { tools } = await tab.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'close_page',
      'execute_webmcp_tool',
      'list_pages',
      'list_webmcp_tools',
      'navigate_page',
      'new_page',
      'select_page',
      'wait_for',
    ]);
  });

  it('lists the tools of the tab, and calls one', async () => {
    expect(await tab.ask('list_pages')).toBe(`## Pages\n1: Example Mail (${server.url}/) [selected]`);
    expect(await tab.ask('list_webmcp_tools', { pageId: 1 })).toBe(
      [
        '## WebMCP tools',
        'name="listMessages", description="Lists the messages of the inbox that is shown, newest first.", inputSchema={"additionalProperties":false,"type":"object","properties":{}}, annotations={"readOnly":true,"untrustedContent":false,"consequential":false,"debugging":false}',
        'name="openMessage", description="Opens a message of the inbox. The page then shows that message, and has the tools for it in the place of these.", inputSchema={"additionalProperties":false,"type":"object","required":["id"],"properties":{"id":{"maxLength":20,"description":"Its id, as listMessages gives it.","type":"string"}}}, annotations={"readOnly":false,"untrustedContent":false,"consequential":false,"debugging":false}',
      ].join('\n'),
    );
    expect(await tab.call('listMessages')).toEqual({
      messages: [
        { id: 'm1', subject: 'Lunch on Friday?', from: 'Ann' },
        { id: 'm2', subject: 'Your order 17', from: 'Shop' },
      ],
    });
  });

  it('refuses a wrong input, and says what to do', async () => {
    expect(await tab.call('listMessages', { limit: 5 })).toHaveProperty('content', [
      {
        type: 'text',
        text: 'INVALID_INPUT: Invalid input of "listMessages": `limit` is not a known property; none are\nSuggestion: Correct the input, then call again.',
      },
    ]);
  });

  it('asks the person in the page before it changes anything; then the tools are those of the new route', async () => {
    const opened = tab.call('openMessage', { id: 'm1' });
    await waitForLine(tab.page, 'button Allow 1');
    const lines = (await readDialog(tab.page)).filter((line) => !/^(StaticText|button)/.test(line));
    expect(lines).toEqual([
      'dialog Allow inbox 0.1.0 to …',
      'checkbox read and change this page, fill in its forms and press its buttons some risk checked:true',
    ]);
    await answer('Tab', 'Enter');
    expect(await opened).toEqual({ opened: 'm1' });
    await tab.page.locator('[data-tools=message]').waitFor();

    const answered = tab.call('answerMessage', { text: 'See you at noon.' });
    await answer('Tab', 'Enter');
    expect(await answered).toEqual({ sent: 1 });
    expect(await tab.page.locator('[role=status]').textContent()).toBe('Sent: See you at noon.');
  });

  it('tells the agent that the person denied it', async () => {
    const opened = tab.call('openMessage', { id: 'm1' });
    await answer('Enter');
    expect(await opened).toHaveProperty('content', [
      {
        type: 'text',
        text: 'CAPABILITY_DENIED: The tool "openMessage" needs capabilities that are not granted: dom:write.\nSuggestion: It was denied or revoked: do without.',
      },
    ]);
    expect(await tab.page.locator('#messages li').count()).toBe(2);
  });

  it('goes on with a call that its client gave up, and answers others after it', async () => {
    const input = { pageId: 1, toolName: 'openMessage', input: '{"id":"m2"}' };
    await expect(
      tab.client.callTool({ name: 'execute_webmcp_tool', arguments: input }, { timeout: 1_500 }),
    ).rejects.toThrow('Request timed out');
    const waiting = tab.ask('list_pages');
    await answer('Tab', 'Enter');
    expect(await waiting).toBe(`## Pages\n1: Example Mail (${server.url}/?message=m2) [selected]`);
  });

  it('finds no tools in a browser whose WebMCP is not enabled', async () => {
    const without = await open(['--disable-features=WebMCP']);
    expect(await without.ask('list_webmcp_tools', { pageId: 1 })).toBe(
      '## WebMCP tools\nNo WebMCP tools available.',
    );
    await without.close();
  });

  it('finds them by the flag of chrome://flags, and needs two tools for the only tab', async () => {
    const testing = await open(['--enable-features=WebMCPTesting'], ['--no-category-navigation']);
    const { tools } = await testing.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['execute_webmcp_tool', 'list_webmcp_tools']);
    expect(await testing.call('listMessages')).toHaveProperty('messages.length', 2);
    await testing.close();
  });
});
