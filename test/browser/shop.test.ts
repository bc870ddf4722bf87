import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Manifest, ToolValidators } from '@btcp/core';
import { compileToolValidators } from '@btcp/schema/compile';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bundlePage } from '../support/bundle-page.ts';
import { describeBrowser } from '../support/describe-browser.ts';
import { openPage } from '../support/open-page.ts';
import { servePage } from '../support/serve-page.ts';
import { useStory } from './use-story.ts';

const ROOT = new URL('../../', import.meta.url);

const SHOES = { id: 'p-101', name: 'Trail running shoes', category: 'shoes', color: 'red', price: 89.9 };
const CANVAS = { id: 'p-102', name: 'Canvas shoes', category: 'shoes', color: 'red', price: 39.5 };

describeBrowser('the shop', (browser) => {
  describe('page', () => {
    const story = useStory(browser, 'shop');

    it('registers what was built', async () => {
      const names = await story().page.evaluate(() => btcp.listTools().map(({ name }) => name));
      expect(names).toEqual([
        'deleteItem',
        'fillFormField',
        'getPageContent',
        'getPageTitle',
        'searchProducts',
      ]);
    });

    it('describes the input and output of a tool', async () => {
      const tool = await story().page.evaluate(() => btcp.getTool('getPageTitle'));
      expect(tool).toEqual({
        manifest: 'shop-tools',
        name: 'getPageTitle',
        description: "Returns the title of the current page from the document's <title> element",
        inputSchema: { type: 'object', properties: {}, additionalProperties: false },
        outputSchema: {
          type: 'object',
          properties: { title: { type: 'string', description: 'The page title' } },
          required: ['title'],
        },
        capabilities: ['dom:read'],
        capabilitiesVerified: true,
        tags: ['page', 'metadata'],
      });
    });

    it('reads the page once the user allows it, and no longer when not', async () => {
      const { call, grant, revoke } = story();
      expect(await call('getPageTitle')).toHaveProperty('error.code', 'CAPABILITY_DENIED');
      await grant('dom:read');
      expect(await call('getPageTitle')).toEqual({ value: { title: 'Example Shop: shoes and laptops' } });
      await revoke('dom:read');
      expect(await call('getPageTitle')).toHaveProperty('error.code', 'CAPABILITY_DENIED');
    });

    it('lets reading be granted without writing', async () => {
      const { call, grant, page } = story();
      await grant('dom:read');
      expect(await call('deleteItem', { itemId: 'p-101' })).toHaveProperty('error.data', {
        missing: ['dom:write'],
      });
      expect(await page.textContent('#count')).toBe('8 products');
    });

    it('finds products', async () => {
      const { call, grant } = story();
      await grant('dom:read');
      expect(await call('searchProducts', { query: 'shoes', filters: { color: 'red' } })).toEqual({
        value: { results: [SHOES, CANVAS], totalCount: 2 },
      });
      expect(await call('searchProducts', { query: 'shoes', limit: 1 })).toEqual({
        value: { results: [SHOES], totalCount: 3 },
      });
    });

    it('reads content as text unless asked otherwise', async () => {
      const { call, grant } = story();
      await grant('dom:read');
      expect(await call('getPageContent', { selector: 'h1' })).toEqual({
        value: { content: 'Shoes and laptops', wordCount: 3 },
      });
      expect(await call('getPageContent', { selector: 'h1 + p', format: 'html' })).toHaveProperty(
        'value.content',
        expect.stringContaining('<strong>within two days</strong>'),
      );
    });

    it('reports everything wrong with an input', async () => {
      const { call, grant } = story();
      await grant('dom:read');
      const input = { query: 'shoes', filters: { colour: 'red', priceMin: '10' }, limit: 0 };
      expect(await call('searchProducts', input)).toEqual({
        error: {
          code: 'INVALID_INPUT',
          message:
            'Invalid input of "searchProducts": `filters.colour` is not a known property; did you mean `color`? ' +
            'Known are `color`, `priceMin`, `priceMax`; `filters.priceMin` must be a number; got "10"; ' +
            '`limit` must be at least 1; got 0',
          suggestion: 'Correct the input, then call again.',
          issues: [
            {
              path: '/filters/colour',
              keyword: 'additionalProperties',
              message:
                '`filters.colour` is not a known property; did you mean `color`? Known are `color`, `priceMin`, `priceMax`',
              params: {
                additionalProperty: 'colour',
                allowedProperties: ['color', 'priceMin', 'priceMax'],
              },
            },
            {
              path: '/filters/priceMin',
              keyword: 'type',
              message: '`filters.priceMin` must be a number; got "10"',
              params: { type: 'number' },
            },
            {
              path: '/limit',
              keyword: 'minimum',
              message: '`limit` must be at least 1; got 0',
              params: { limit: 1 },
            },
          ],
        },
      });
    });

    it('fills in a field, and the page notices', async () => {
      const { call, grant, page } = story();
      await grant('dom:write');
      expect(await call('fillFormField', { identifier: 'Full name', value: 'Ann Lee' })).toEqual({
        value: { success: true, fieldType: 'input', previousValue: '' },
      });
      expect(await page.inputValue('[name=name]')).toBe('Ann Lee');
      expect(await page.textContent('#summary')).toBe('1 × to Ann Lee, de, standard');
    });

    it('deletes a product, but not a protected one', async () => {
      const { call, grant, page } = story();
      await grant('dom:write');
      expect(await call('deleteItem', { itemId: 'p-102' })).toEqual({
        value: { success: true, deletedId: 'p-102' },
      });
      expect(await call('deleteItem', { itemId: 'p-102' })).toEqual({
        error: {
          code: 'ITEM_NOT_FOUND',
          message: 'No item found with ID: p-102',
          suggestion: 'Use searchProducts to get valid item IDs',
        },
      });
      expect(await call('deleteItem', { itemId: 'p-301' })).toEqual({
        error: {
          code: 'PERMISSION_DENIED',
          message: 'Item p-301 is protected and cannot be deleted',
          suggestion: 'Only unprotected items can be deleted',
        },
      });
      expect(await page.textContent('#count')).toBe('7 products');
      expect(await page.locator('[data-id=p-102]').count()).toBe(0);
    });

    it('does not find a tool by the name of a prototype property', async () => {
      const { call } = story();
      for (const name of ['constructor', '__proto__', 'toString']) {
        expect(await call(name)).toHaveProperty('error.code', 'TOOL_NOT_FOUND');
      }
    });
  });

  it('has validators that run unbundled, beside a copy of their runtime', async () => {
    const generated = new URL('examples/shop/generated/', ROOT);
    const committed = await readFile(new URL('validators.js', generated), 'utf8');
    // The build wrote this file: a wrong shape shows below.
    const { tools } = JSON.parse(await readFile(new URL('manifest.json', generated), 'utf8')) as Manifest;
    const { code } = compileToolValidators(tools, { runtime: './runtime.js' });
    const header =
      '// Generated by `btcp build`. Do not edit: change the tools and build again.\n// @ts-nocheck\n';
    expect(header + code).toBe(committed.replace('"@btcp/schema/runtime"', '"./runtime.js"'));

    const runtime = fileURLToPath(new URL('packages/schema/src/runtime/index.ts', ROOT));
    const server = await servePage({
      '/index.html': '<!doctype html><title>Validators</title><script type="module" src="/main.js"></script>',
      '/main.js':
        "import * as validators from './validators.js';\n" +
        "Object.assign(globalThis, { validators });\ndocument.documentElement.dataset.validators = 'ready';\n",
      '/validators.js': code,
      '/runtime.js': await bundlePage(runtime),
    });
    onTestFinished(server.close);
    const { page, problems, close } = await openPage(browser(), server.url);
    onTestFinished(close);
    await page.locator('[data-validators=ready]').waitFor();
    // As JSON: issues are worded when they are read, which a structured clone does not do.
    const json = await page.evaluate(async () => {
      await new Promise((resolve) => setTimeout(resolve)); // so that the page's policy rules
      // main.js put the module there.
      const { validators } = globalThis as unknown as { validators: Record<string, ToolValidators> };
      const inputs = [{ query: 'shoes' }, { query: 'x'.repeat(201) }, {}];
      return JSON.stringify(inputs.map((input) => validators['searchProducts']?.input(input)));
    });
    expect(JSON.parse(json)).toEqual([
      { ok: true, value: { query: 'shoes', limit: 20 } },
      {
        ok: false,
        issues: [
          {
            path: '/query',
            keyword: 'maxLength',
            message: '`query` must have at most 200 characters; got 201',
            params: { limit: 200 },
          },
        ],
      },
      {
        ok: false,
        issues: [
          {
            path: '',
            keyword: 'required',
            message: '`query` is required',
            params: { missingProperty: 'query' },
          },
        ],
      },
    ]);
    expect(problems).toEqual([]);
  });
});
