import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { apiPage, openSources } from '../../scripts/docs-site/api-pages.ts';
import { cliPage } from '../../scripts/docs-site/cli-page.ts';
import { configPage } from '../../scripts/docs-site/config-page.ts';
import { writeProject } from '../support/write-project.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const PACKAGE = JSON.stringify({
  name: '@btcp/sample',
  description: 'A sample.',
  exports: {
    '.': { '@btcp/source': './src/index.ts' },
    './more': { '@btcp/source': { default: './src/more.ts' } },
    './package.json': './package.json',
  },
});

const LANE = `import type { Size } from './more.ts';

/**
 * Keeps parcels in order: a \`Map<string, Size>\`, not <b>sorted</b>.
 *
 * @example
 * new Lane(3).add('a');
 */
export class Lane {
  readonly #names: string[] = [];

  constructor(private readonly limit: number) {}

  /** Adds one. */
  add(name: string): Size {
    this.#names.push(name);
    return this.limit;
  }
}

/**
 * Measures a lane.
 *
 * @param lane - The one to measure.
 * @returns Its size.
 * @throws RangeError where it is full.
 */
export function measure(lane: Lane, unit = 'm'): Size {
  return unit.length + Object.keys(lane).length;
}
`;

it('documents what each entry point exports, from its source', async () => {
  const root = await writeProject({
    'tsconfig.base.json': '{}',
    'packages/core/src/config/define-config.ts': 'export interface BTCPConfig {}\n',
    'packages/sample/package.json': PACKAGE,
    'packages/sample/src/index.ts':
      "export { Lane } from './lane.ts';\nexport { measure as measureLane } from './lane.ts';\n",
    'packages/sample/src/lane.ts': LANE,
    'packages/sample/src/more.ts': '/** In meters. */\nexport type Size = number;\n',
  });
  expect(apiPage(openSources(root, ['sample']), join(root, 'packages/sample'))).toBe(`# @btcp/sample

A sample.

## @btcp/sample

### Lane

Keeps parcels in order: a \`Map<string, Size>\`, not &lt;b>sorted&lt;/b>.

\`\`\`ts
new Lane(3).add('a');
\`\`\`

\`\`\`ts
class Lane {
    constructor(limit: number);
    /** Adds one. */
    add(name: string): Size;
}
\`\`\`

### measureLane

Measures a lane.

- \`lane\`: The one to measure.
- Returns: Its size.
- Throws: RangeError where it is full.

\`\`\`ts
function measure(lane: Lane, unit?: string): Size;
\`\`\`

## @btcp/sample/more

### Size

In meters.

\`\`\`ts
type Size = number;
\`\`\`
`);
});

it('documents every field of a config, and the types of their values', () => {
  const page = configPage(openSources(ROOT, []), ROOT);
  expect(page).toContain(
    '| `tools` (required) | `readonly string[]` | Globs of the files with tools, relative to the config file. |\n',
  );
  expect(page).toContain(
    String.raw`Example: \`formats: { sku: '^[A-Z]{3}-\\d+$' }\` |`.replaceAll('\\`', '`'),
  );
  expect(page).toContain(
    "## Bump\n\nWhat of a version must rise.\n\n```ts\ntype Bump = 'major' | 'minor' | 'patch';\n```\n",
  );
  expect([...page.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual(
    expect.arrayContaining(['defineConfig', 'RuleSetting', 'Severity', 'PublishedRemote', 'AcceptedChange']),
  );
});

it('documents every command and option, as --help does', async () => {
  const page = await cliPage();
  expect(page).toContain(
    '| `--check` | Write nothing; exit 1 with a diff if the files on disk are stale. |\n',
  );
  expect(page).toContain(
    String.raw`| \`--format pretty\|json\` | How to print diagnostics. Default: pretty. |`.replaceAll(
      '\\`',
      '`',
    ),
  );
  expect([...page.matchAll(/^## btcp (.*)$/gm)].map(([, name]) => name)).toEqual(
    expect.arrayContaining(['build', 'call', 'completion', 'export', 'import', 'init', 'serve', 'verify']),
  );
});
