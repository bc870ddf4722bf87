/// <reference types="webmcp-types" />
import type { Issue } from '@btcp/core';
import { fileURLToPath } from 'node:url';
import { compileToolValidators } from '@btcp/schema/compile';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { bundlePage } from '../support/bundle-page.ts';
import { describeBrowser } from '../support/describe-browser.ts';
import { launchBrowser, openPage, type OpenPage } from '../support/open-page.ts';
import { alike } from '../support/runs.ts';
import { type PageServer, servePage } from '../support/serve-page.ts';
import { LATER_TOOLS, OUTCOME_TOOLS } from './outcome-tools.ts';

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The page with tools of every outcome; `first` is a program that runs before it. */
async function serveOutcomeTools(first = ''): Promise<PageServer> {
  const own = { runtime: './runtime.js' };
  return servePage({
    '/index.html': `<!doctype html><title>Tools of every outcome</title>${first && '<script src="/first.js"></script>'}<script type="module" src="/main.js"></script>`,
    '/first.js': first,
    '/main.js': await bundlePage(source('pages/outcome-tools.ts')),
    '/outcomes.js': compileToolValidators(OUTCOME_TOOLS.tools, own).code,
    '/later.js': compileToolValidators(LATER_TOOLS.tools, own).code,
    '/validators.js': "export * as outcomes from './outcomes.js';\nexport * as later from './later.js';\n",
    '/runtime.js': await bundlePage(source('../../packages/schema/src/runtime/index.ts')),
  });
}

const ready = (page: Page): Promise<void> => page.locator('[data-tools=ready]').waitFor();

/** The browser's own answer to an agent. */
function execute(page: Page, name: string, input: object = {}): Promise<string | null> {
  return page.evaluate(
    async ([name, input]) => {
      const tools = (await document.modelContext?.getTools()) ?? [];
      const tool = tools.find((each) => each.name === name);
      if (!tool || !document.modelContext) throw new Error(`The browser has no tool ${name}.`);
      return document.modelContext.executeTool(tool, input);
    },
    [name, input] as const,
  );
}

const failed = (code: string, message: string, suggestion?: string, issues?: readonly Issue[]): object => ({
  isError: true,
  error: { code, message, ...(suggestion !== undefined && { suggestion }), ...(issues && { issues }) },
  content: [
    {
      type: 'text',
      text: `${code}: ${message}${suggestion === undefined ? '' : `\nSuggestion: ${suggestion}`}`,
    },
  ],
});
const READ = 'Read the message before calling again.';
const CORRECT = 'Correct the input, then call again.';
const REPORT = "Report it to the tool's provider.";
const invalidOutput = (name: string, what: string): object =>
  failed('INVALID_OUTPUT', `Invalid output of "${name}": the value is not JSON: ${what}`, REPORT, [
    { path: '', keyword: 'json', message: `the value is not JSON: ${what}` },
  ]);
/** The answer to an invalid input of `greet`. */
const wrong = (path: string, keyword: string, message: string, params: Issue['params']): object =>
  failed('INVALID_INPUT', `Invalid input of "greet": ${message}`, CORRECT, [
    { path, keyword, message, ...(params && { params }) },
  ]);

describeBrowser('WebMCP', (browser) => {
  let server: PageServer;
  let opened: OpenPage;
  beforeAll(async () => {
    server = await serveOutcomeTools();
    opened = await openPage(browser(), server.url);
    // A reload aborts requests, which count as failed.
    await ready(opened.page);
  });
  beforeEach(async () => {
    await opened.page.reload();
    await ready(opened.page);
  });
  // Under `script-src 'self'`: no breach of the policy, no error, no failed request.
  // oxlint-disable-next-line vitest/no-standalone-expect -- holds after every test
  afterEach(() => expect(opened.problems).toEqual([]));
  afterAll(async () => {
    await opened.close();
    await server.close();
  });

  it('registers every tool but what fails the meta-schema', async () => {
    const tools = await opened.page.webmcp.tools();
    const names = OUTCOME_TOOLS.tools.map(({ name }) => name).filter((name) => name !== 'broken');
    expect(tools.map(({ name }) => name).sort()).toEqual(names.sort());
    const find = (name: string): unknown => tools.find((each) => each.name === name);
    expect(find('greet')).toEqual({
      name: 'greet',
      description: 'The tool greet, for tests.',
      inputSchema: OUTCOME_TOOLS.tools[0]?.inputSchema,
      annotations: { readOnly: true },
    });
    // Its capabilities only read, but no build has read its code.
    expect(find('fail')).not.toHaveProperty('annotations.readOnly', true);
    expect(find('mail')).not.toHaveProperty('annotations.readOnly', true);
    expect(find('old')).toHaveProperty(
      'description',
      '[DEPRECATED: Use greet instead.] The tool old, for tests.',
    );
    expect(
      await opened.page.evaluate(() => ({
        ...binding,
        supported: binding.supported,
        problems: binding.problems,
      })),
    ).toEqual({
      supported: true,
      problems: [
        {
          tool: 'broken',
          code: 'not-listable',
          message: '/inputSchema: `inputSchema` must not have `allOf` at its root.',
        },
      ],
    });
  });

  it.each(
    alike(
      [
        ['a good input', { name: 'Ann', times: 1 }, { text: 'Hello Ann! ' }],
        ['defaults', { name: 'Bo' }, { text: 'Hello Bo! Hello Bo! ' }],
        ['a missing key', {}, wrong('', 'required', '`name` is required', { missingProperty: 'name' })],
        [
          'a wrong type',
          { name: 5 },
          wrong('/name', 'type', '`name` must be a string; got 5', { type: 'string' }),
        ],
        [
          'an extra key',
          { name: 'Ann', nam: 'Bo' },
          wrong(
            '/nam',
            'additionalProperties',
            '`nam` is not a known property; did you mean `name`? Known are `name`, `times`',
            { additionalProperty: 'nam', allowedProperties: ['name', 'times'] },
          ),
        ],
      ],
      3,
    ),
  )('answers a call with %s', async (_what, input, answer) => {
    expect(await opened.page.webmcp.callTool('greet', input)).toEqual(answer);
  });

  it.each([
    ['fail', failed('NO_CELL', 'No cell Z99.', 'Use listCells.')],
    ['throwError', failed('EXECUTION_ERROR', 'It broke.', READ)],
    ['throwText', failed('EXECUTION_ERROR', 'just text', READ)],
    ['throwNothing', failed('EXECUTION_ERROR', 'undefined', READ)],
    [
      'denied',
      failed(
        'CAPABILITY_DENIED',
        'The tool "denied" needs capabilities that are not granted: network:fetch:same-origin.',
        'Ask the host to grant them (`requestCapabilities`), then call again.',
      ),
    ],
    [
      'hang',
      failed(
        'EXECUTION_TIMEOUT',
        'The call of "hang" took longer than 1000 ms, its limit.',
        'Ask for less in one call, or for more time.',
      ),
    ],
    ['giveSymbol', invalidOutput('giveSymbol', 'Symbol(s)')],
    ['giveBigInt', invalidOutput('giveBigInt', '1n')],
    ['giveFunction', invalidOutput('giveFunction', '() => 1')],
    ['giveNaN', invalidOutput('giveNaN', 'NaN')],
  ])('answers %s with a result that says why', async (name, answer) => {
    expect(JSON.parse((await execute(opened.page, name)) ?? '')).toEqual(answer);
  });

  it('answers a circular value with a result', async () => {
    const answer: unknown = JSON.parse((await execute(opened.page, 'giveCycle')) ?? '');
    expect(answer).toHaveProperty('error.code', 'INVALID_OUTPUT');
  });

  it.each([
    ['giveEmpty', '""'],
    ['giveText', '"null"'],
    ['giveNothing', 'null'],
    ['giveNull', 'null'],
    ['giveNumber', '4.5'],
    ['giveList', '[1,null,"a"]'],
    ['giveDate', '{"at":"1970-01-01T00:00:00.000Z"}'],
  ])('answers %s with the JSON of its output', async (name, json) => {
    expect(await execute(opened.page, name)).toBe(json);
    expect(await opened.page.webmcp.callTool(name)).toEqual(JSON.parse(json));
  });

  it('follows what is registered, replaced and unregistered, until it is stopped', async () => {
    const { page } = opened;
    const names = async (): Promise<string[]> => (await page.webmcp.tools()).map(({ name }) => name).sort();
    const before = await names();
    await page.evaluate(() => registerLaterTools());
    await expect.poll(names).toEqual([...before, 'later'].sort());
    await page.evaluate(() => registerLaterTools());
    expect(await page.webmcp.callTool('later')).toBe('later');
    await page.evaluate(() => unregisterOutcomeTools());
    await expect.poll(names).toEqual(['later']);
    await page.evaluate(() => stopBinding.abort());
    expect(await names()).toEqual([]);
    await page.evaluate(() => registerLaterTools());
    expect(await names()).toEqual([]);
    expect(await page.evaluate(() => binding.tools)).toEqual([]);
  });
});

// Chromium 156 accepts them; a pending change of the draft refuses them. A program of the page simulates that.
const REFUSE = `{
  const { registerTool } = document.modelContext;
  document.modelContext.registerTool = function (tool, options) {
    if (/"(\\$ref|format)":/.test(JSON.stringify(tool.inputSchema)))
      return Promise.reject(new TypeError('Unsupported keyword'));
    return registerTool.call(this, tool, options);
  };
}`;

describeBrowser('WebMCP that refuses $ref and format', (browser) => {
  it('gets a schema without them, and calls are validated against the original', async () => {
    const server = await serveOutcomeTools(REFUSE);
    const { page, problems, close } = await openPage(browser(), server.url);
    await ready(page);
    const mail = (await page.webmcp.tools()).find(({ name }) => name === 'mail');
    expect(mail?.inputSchema).toEqual({
      type: 'object',
      properties: { to: { type: 'string' } },
      required: ['to'],
    });
    expect(await page.evaluate(() => binding.problems)).toContainEqual({
      tool: 'mail',
      code: 'schema-simplified',
      message: 'Unsupported keyword',
    });
    expect(await page.webmcp.callTool('mail', { to: 'ada@sheets.example' })).toEqual({
      to: 'ada@sheets.example',
    });
    expect(await page.webmcp.callTool('mail', { to: 'ada' })).toHaveProperty('error.code', 'INVALID_INPUT');
    expect(problems).toEqual([]);
    await close();
    await server.close();
  });
});

describeBrowser('A browser without WebMCP', () => {
  it('is not registered, and the page is notified', async () => {
    const found = inject('browser');
    if (found.kind !== 'found') throw new Error('There is no browser.');
    const without = await launchBrowser(found.executable, { webMcp: false });
    const server = await serveOutcomeTools();
    const { page, problems, close } = await openPage(without, server.url);
    await ready(page);
    expect(await page.evaluate(() => ['modelContext' in document, binding.supported, binding.tools])).toEqual(
      [false, false, []],
    );
    expect(problems).toEqual([]);
    await close();
    await without.close();
    await server.close();
  });
});
