import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { findDeadLinks, listDocuments } from '../../scripts/docs-site/find-dead-links.ts';
import { writeProject } from '../support/write-project.ts';

it('finds links to what is not there, and reads no code', async () => {
  const root = await writeProject({
    'README.md': `# Tools

[good](docs/mcp.md#in-a-program) [folder](docs) [own](#tools) [web](https://example.com/none.md)

\`[code](none.md)\` and <img src="docs/none.png"> and ![drawn](docs/drawn.svg)

| a table                       |
| ----------------------------- |
| [gone](docs/gone.md#anything) |
`,
    'docs/mcp.md':
      '# MCP\n\n## In a program\n\n## In `btcp`\n\n[up](../README.md#tool)\n\n## In `btcp`\n\n[again](#in-btcp-1)\n',
    'docs/rules/README.md': '[by reference][1]\n\n[1]: ../mcp.md#in-btcp-2\n',
    'docs/drawn.svg': '<svg/>',
  });
  const files = ['README.md', 'docs/mcp.md', 'docs/rules/README.md'];
  expect(findDeadLinks(root, files)).toEqual([
    'README.md:5 links to docs/none.png: there is no docs/none.png.',
    'README.md:9 links to docs/gone.md#anything: there is no docs/gone.md.',
    'docs/mcp.md:7 links to ../README.md#tool: README.md has no heading "#tool".',
    'docs/rules/README.md:3 links to ../mcp.md#in-btcp-2: docs/mcp.md has no heading "#in-btcp-2".',
  ]);
});

it('finds none in the documentation of this repository (npm run docs:links)', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const files = listDocuments(root);
  expect(files.length).toBeGreaterThan(100);
  expect(files).toEqual(
    expect.arrayContaining([
      'README.md',
      'docs/tutorial.md',
      'docs/rules/README.md',
      'packages/core/README.md',
    ]),
  );
  expect(findDeadLinks(root, files)).toEqual([]);
});
