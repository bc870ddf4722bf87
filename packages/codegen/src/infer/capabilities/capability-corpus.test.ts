import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { discoverTools } from '../../discover/discover-tools.ts';
import { SourceProject } from '../../source/source-project.ts';
import { saidBy, saidIn } from './fixtures/label.ts';
import { ToolCapabilities } from './tool-capabilities.ts';

const VARIABLE = 'CAPABILITY_CORPUS';
const named = process.env[VARIABLE];
const folder = resolve(named ?? join(import.meta.dirname, '../../../../../../shared/data/capability-corpus'));

/** Why the corpus is not tried, in one sentence, or undefined if it is. A folder that was named must be there. */
const skipped =
  named === 'skip'
    ? `SKIPPED: the labelled tools for capabilities, because ${VARIABLE} is "skip".`
    : named === undefined && !existsSync(folder)
      ? `SKIPPED: the labelled tools for capabilities, because they are not at ${folder}: name their folder in ${VARIABLE}.`
      : undefined;

if (skipped) process.stderr.write(`${skipped}\n`);

/** What the code of one tool of the corpus uses. */
interface Label {
  readonly tool: string;
  readonly capabilities: readonly string[];
  readonly maybe?: readonly string[];
  readonly flags?: readonly string[];
}

describe.skipIf(skipped !== undefined)('labelled tools', () => {
  const labels = skipped ? [] : (JSON.parse(readFileSync(join(folder, 'labels.json'), 'utf8')) as Label[]); // the corpus's own format
  const project = new SourceProject(folder, skipped ? undefined : join(folder, 'tsconfig.json'));
  const { tools } = skipped ? { tools: [] } : discoverTools(project, project.addFiles(['*.ts']));
  const uses = new ToolCapabilities(project, tools);
  afterAll(() => uses.close());

  test.each(labels)('$tool', ({ tool: name, capabilities, maybe = [], flags = [] }) => {
    const tool = tools.find(({ defaultName }) => defaultName === name);
    if (!tool) throw new Error(`${name} was not found.`);
    const words = [...capabilities, ...maybe.map((each) => `?${each}`), ...flags.map((each) => `!${each}`)];
    expect(saidIn(uses.of(tool))).toEqual(saidBy(words));
  });
});
