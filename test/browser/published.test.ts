import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { JsonSchemaObject } from '@btcp/core';
import { findLimits, Random, ValueSampler } from '@btcp/schema/internal';
import { compileSchema } from '@btcp/schema/compile';
import type { AxeResults } from 'axe-core';
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { filesOf, HOSTILE, publishProject, type PublishedProject } from '../publish/published-project.ts';
import { btcp } from '../support/btcp.ts';
import { describeBrowser } from '../support/describe-browser.ts';
import { type OpenPage, openPage } from '../support/open-page.ts';
import { type PageServer, servePage } from '../support/serve-page.ts';
import { alike, full, runs } from '../support/runs.ts';
import { makeProject, removeProject, writeFiles } from '../support/write-project.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** A page that takes the script over, and grants what addOrder needs. */
const PAGE = `<!doctype html><html lang="en"><title>Shop</title><script src="/webmcp.js" data-grant="dom:read, dom:write"></script></html>`;

/** Markup of somebody else's, without a script, stands before the script: a named element hides a property of the document. */
const CLOBBERED = `<!doctype html><html lang="en"><title>Shop</title><img name="currentScript" src="/index.css" alt="" data-grant="dom:write"><script src="/webmcp.js"></script></html>`;

interface FieldCase {
  readonly schema: JsonSchemaObject;
  /** Values that the schema accepts, but an empty string. */
  readonly values: readonly (string | number | boolean)[];
}

const limit = fc.option(fc.integer({ min: 0, max: 6 }), { nil: undefined });
const PATTERNS = ['^[a-z]+$', '^(a|b)$', 'x', '^a|b$', '^\\S{2,}$', '^[^a]+$', '^.{2}$', '^[a-z&&b]$'];
const propertySchemas: fc.Arbitrary<JsonSchemaObject> = fc.oneof(
  fc.record({
    type: fc.constant('string'),
    minLength: limit,
    maxLength: limit,
    pattern: fc.option(fc.constantFrom(...PATTERNS), { nil: undefined }),
  }),
  fc.record({
    type: fc.constantFrom('number', 'integer'),
    minimum: fc.option(fc.constantFrom(-3, 0, 0.5, 2), { nil: undefined }),
    maximum: fc.option(fc.constantFrom(7, 9.5), { nil: undefined }),
    multipleOf: fc.option(fc.constantFrom(0.1, 0.5, 2, 3), { nil: undefined }),
    default: fc.option(fc.constantFrom(1, 1.5, 6), { nil: undefined }),
  }),
  fc.constantFrom({ type: 'boolean' }, { type: 'string', enum: ['a', 'b c'] }),
);

/** Random properties of a flat input, always the same ones. */
function fieldCases(): readonly FieldCase[] {
  const samples = fc.sample(propertySchemas, { seed: 5, numRuns: runs(200) });
  return samples.map((sample, index) => {
    const schema = JSON.parse(JSON.stringify(sample)) as JsonSchemaObject;
    const accepts = compileSchema(schema);
    const sampler = new ValueSampler(schema, findLimits(schema), new Random(index));
    const values = Array.from({ length: 8 }, () => sampler.sample());
    const strings = ['a', 'b', 'ab', 'x y', 'a\nb', '😀😀', 'ä'];
    const fits = (value: unknown): value is string | number | boolean =>
      value !== '' && Object(value) !== value && value !== null && accepts(value).ok;
    return { schema, values: [...values, ...strings, 0, 1, 1.5, 6, -3].filter(fits) };
  });
}

const sourceOf = (cases: readonly FieldCase[]): string =>
  cases
    .map(({ schema }, index) => {
      const inputSchema = { type: 'object', properties: { value: schema }, required: ['value'] };
      return `/** Takes a value of any kind. */
export const takeValue${1000 + index} = defineTool({
  inputSchema: ${JSON.stringify(inputSchema)} as never,
  outputSchema: { type: 'null' },
  capabilities: [],
  execute: () => null,
});`;
    })
    .join('\n')
    .replace(/^/, "import { defineTool } from '@btcp/core';\n");

describeBrowser('what btcp publish writes', (browser) => {
  let project: PublishedProject;
  let server: PageServer;
  let opened: OpenPage;

  beforeAll(async () => {
    project = await publishProject();
    const others = JSON.stringify({ ...project.manifest, name: 'others' });
    await writeFiles(project.root, { 'others.json': others });
    // Both have the same tools, so that the page has all its parts.
    await btcp(project.root, 'publish', '--merge', '.', 'others.json', '--out', 'public/all');
    const files = Object.entries(await filesOf(project.folder)).map(([path, text]) => [`/${path}`, text]);
    server = await servePage({
      ...(Object.fromEntries(files) as Record<string, string>),
      '/shop.html': PAGE,
      '/clobbered.html': CLOBBERED,
      '/axe.js': await readFile(AXE, 'utf8'),
    });
    opened = await openPage(browser(), server.url);
  });
  // Under a strict Content-Security-Policy: no breach, no error, no failed request.
  // oxlint-disable-next-line vitest/no-standalone-expect -- holds after every test
  afterEach(() => expect(opened.problems).toEqual([]));
  afterAll(async () => {
    await opened.close();
    await server.close();
    await removeProject(project.root);
  });

  const goTo = async (path: string): Promise<Page> => {
    await opened.page.goto(server.url + path);
    return opened.page;
  };

  describe.each(['/index.html', '/all/index.html', '/webmcp-forms.html'])('%s', (path) => {
    it.each(alike(['light', 'dark'] as const))('has no fault that axe finds, %s', async (colorScheme) => {
      const page = await goTo(path);
      await page.emulateMedia({ colorScheme });
      await page.addScriptTag({ url: '/axe.js' });
      const { violations, passes } = await page.evaluate(() =>
        (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
      );
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      expect(passes.map(({ id }) => id)).toContain('color-contrast');
    });

    full('fits a phone', async () => {
      const page = await goTo(path);
      await page.setViewportSize({ width: 320, height: 640 });
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      await page.setViewportSize({ width: 1280, height: 720 });
      expect(width).toBe(320);
    });
  });

  it('index.html is read by keyboard: the skip link, the tools, their schemas', async () => {
    const page = await goTo('/index.html');
    const focused = (): Promise<string> =>
      page.evaluate(() => document.activeElement?.textContent?.slice(0, 40) ?? '');
    const reached: string[] = [];
    for (let steps = 0; steps < 40; steps++) {
      await page.keyboard.press('Tab');
      reached.push(await focused());
    }
    expect(reached.slice(0, 3)).toEqual(['Skip to the tools', 'Example', 'the manifest']);
    expect(reached).toEqual(expect.arrayContaining(['addOrder', 'findOrders', 'JSON Schema of the input']));
    await page.locator('#addOrder summary').first().focus();
    await page.keyboard.press('Enter');
    expect(await page.locator('#addOrder details').first().getAttribute('open')).toBe('');
  });

  it('index.html works offline, and shows hostile text as text', async () => {
    const page = await goTo('/index.html');
    expect(await page.locator('#findOrders .text').first().textContent()).toBe(`Finds orders. ${HOSTILE}`);
    const requests = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    );
    expect(requests.filter((url) => !url.startsWith(server.url))).toEqual([]);
  });

  it('webmcp-forms.html gives the browser the flat tools, with their schemas', async () => {
    const page = await goTo('/webmcp-forms.html');
    await expect.poll(async () => (await page.webmcp.tools()).length).toBe(2);
    const tools = await page.webmcp.tools();
    expect(tools.find(({ name }) => name === 'addOrder')).toMatchObject({
      description: 'Adds an order to the list of orders.',
      inputSchema: {
        type: 'object',
        properties: {
          product: { type: 'string', pattern: '^[a-z]+$', description: 'Name of the product.' },
          amount: { type: 'number', minimum: 1, maximum: 50, description: 'How many.' },
          speed: { enum: ['', 'slow', 'fast'], description: 'How it is sent.' },
          isGift: { type: 'boolean', description: 'Whether it is a gift.' },
        },
        required: ['product', 'speed'],
      },
    });
  });

  it('a form field refuses nothing that its schema accepts', async () => {
    // A build refuses what no value fits, and defaults that break their schema.
    const cases = fieldCases().filter(
      ({ schema, values }) =>
        values.length > 0 && (schema['default'] === undefined || compileSchema(schema)(schema['default']).ok),
    );
    const root = await makeProject({
      'btcp.config.ts': `export default { name: 'fields', version: '1.0.0', tools: ['src/*.ts'] };`,
      'src/take-value.ts': sourceOf(cases),
    });
    onTestFinished(() => removeProject(root));
    expect(await btcp(root, 'build')).toMatchObject({ code: 0 });
    expect(await btcp(root, 'publish', '--out', 'public')).toMatchObject({ code: 0 });
    const html = await readFile(join(root, 'public/webmcp-forms.html'), 'utf8');
    const page = await goTo('/index.html');
    const refused = await page.evaluate(
      ([html, values]) => {
        const forms = new DOMParser().parseFromString(html, 'text/html').forms;
        return [...forms].flatMap((form, index) =>
          (values[index] ?? [])
            .filter((value) => {
              const field = form.elements.namedItem('value') as HTMLInputElement;
              if (field.type === 'checkbox') field.checked = value === true;
              else field.value = String(value);
              const isKept = field.type === 'checkbox' || field.type === 'number' || field.value === value;
              return !isKept || !field.checkValidity();
            })
            .map((value) => [field(form), value]),
        );
        function field(form: HTMLFormElement): string {
          return (form.elements.namedItem('value') as HTMLInputElement).outerHTML;
        }
      },
      [html, cases.map(({ values }) => values)] as const,
    );
    expect(refused).toEqual([]);
    expect(cases.flatMap(({ values }) => values).length).toBeGreaterThan(runs(400));
  });

  it('webmcp.js takes its grants from no element of its name', async () => {
    const page = await goTo('/clobbered.html');
    await expect.poll(async () => (await page.webmcp.tools()).length).toBe(3);
    const input = { product: 'chair', amount: 2, speed: 'slow' };
    expect(await page.webmcp.callTool('addOrder', input)).toMatchObject({
      error: { code: 'CAPABILITY_DENIED' },
    });
  });

  it('webmcp.js gives the browser every tool, and calls go through the validators and the gate', async () => {
    const page = await goTo('/shop.html');
    await expect.poll(async () => (await page.webmcp.tools()).length).toBe(3);
    const tools = await page.webmcp.tools();
    const plain = tools.map(({ name, inputSchema }) => ({ name, inputSchema }));
    expect(plain.sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual(
      project.manifest.tools.map(({ name, inputSchema }) => ({ name, inputSchema })),
    );
    const call = (input: object): Promise<unknown> => page.webmcp.callTool('addOrder', input);
    expect(await call({ product: 'chair', amount: 2, speed: 'slow' })).toEqual({ id: 'chair2' });
    expect(await call({ product: 'Chair', amount: 2, speed: 'slow' })).toMatchObject({
      error: { code: 'INVALID_INPUT' },
    });
  });
});
