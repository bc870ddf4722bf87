import { expect, it } from 'vitest';
import { llmsTexts } from '../../scripts/docs-site/llms.ts';
import { groupPages } from '../../scripts/docs-site/sidebar.ts';
import { contentOf, plainOf, readPages, type SitePage } from '../../scripts/docs-site/site-pages.ts';
import { writeProject } from '../support/write-project.ts';

const FILES = {
  'README.md':
    '# The "Toolkit"\n\nWrite tools. See [rules](docs/rules/README.md) and [code](packages/core).\n',
  'docs/mcp.md':
    '# Serving: `btcp serve`\n\nServes [tools](../README.md#a-tool), not `<div>`.\n\n![drawn](images/a.png) [one](rules/one.md#wrong) [here](#on)\n',
  'docs/new-page.md': '# New\n\n| table |\n| ----- |\n\n```sh\n[code](mcp.md)\n```\n',
  'docs/rules/README.md':
    '# Rules\n\nAll of [them](one.md), as [MCP](../mcp.md) has them; [these](../rules).\n',
  'docs/rules/one.md': '# One\n\nFirst. Then <img src="../images/a.png"> and [all](README.md).\n',
  'docs/images/a.png': '',
  'docs/site/node_modules/other/README.md': '# Of a package\n',
};

async function pagesOf(): Promise<{ pages: readonly SitePage[]; page: (id: string) => SitePage }> {
  const pages = readPages(await writeProject(FILES));
  const byId = new Map(pages.map((page) => [page.id, page]));
  return { pages, page: (id) => byId.get(id) as SitePage };
}

it('makes pages with a title, and with links to the routes of the others', async () => {
  const { pages, page } = await pagesOf();
  expect(pages.map(({ id }) => id)).toEqual(['index', 'mcp', 'new-page', 'rules/index', 'rules/one']);
  expect(contentOf(page('index'), pages)).toBe(
    '---\ntitle: "The \\"Toolkit\\""\ndescription: "Write tools. See rules and code."\n---\n\nWrite tools. See [rules](rules/) and code.\n',
  );
  expect(contentOf(page('mcp'), pages)).toBe(
    '---\ntitle: "Serving: btcp serve"\ndescription: "Serves tools, not <div>."\n---\n\nServes [tools](../#a-tool), not `<div>`.\n\n![drawn](./images/a.png) [one](../rules/one/#wrong) [here](#on)\n',
  );
  expect(contentOf(page('rules/index'), pages)).toContain(
    '[them](one/), as [MCP](../mcp/) has them; [these](./).',
  );
  expect(contentOf(page('rules/one'), pages)).toContain('<img src="../../images/a.png"> and [all](../).');
});

it('keeps plain pages that link to each other', async () => {
  const { pages, page } = await pagesOf();
  expect(plainOf(page('index'), pages)).toContain('[rules](rules/index.md) and code.');
  expect(plainOf(page('rules/one'), pages)).toBe(
    '# One\n\nFirst. Then <img src="../images/a.png"> and [all](index.md).\n',
  );
});

it('groups pages by task, also those that have no group yet, and lists them for language models', async () => {
  const { pages, page } = await pagesOf();
  const groups = groupPages(pages);
  expect(groups.map(({ label, pages }) => [label, pages.map(({ id }) => id)])).toEqual([
    ['Start', ['index']],
    ['Run', ['mcp']],
    ['Reference', ['rules/index']],
    ['More', ['new-page']],
  ]);
  const texts = llmsTexts('Functions become tools.', groups, pages);
  expect(texts['llms.txt']).toBe(`# BTCP Toolkit

> Functions become tools.

## Start

- [The "Toolkit"](index.md): Write tools.

## Run

- [Serving: btcp serve](mcp.md): Serves tools, not <div>.

## Reference

- [Rules](rules/index.md): All of them, as MCP has them; these.

## More

- [New](new-page.md)

## Optional

- [One](rules/one.md): First.
`);
  expect(texts['llms-full.txt']).toContain(plainOf(page('mcp'), pages));
  expect(texts['llms-full.txt']).not.toContain('# One');
});
