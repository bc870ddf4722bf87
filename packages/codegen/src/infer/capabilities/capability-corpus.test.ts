import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { saidBy, saidIn } from './fixtures/label.ts';
import { openProject } from './fixtures/open-project.ts';

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
  const project = skipped ? undefined : openProject(folder, ['*.ts']);
  afterAll(() => project?.close());

  test.each(labels)('$tool', ({ tool: name, capabilities, maybe = [], flags = [] }) => {
    const tool = project?.tools.find(({ defaultName }) => defaultName === name);
    if (!project || !tool) throw new Error(`${name} was not found.`);
    const words = [...capabilities, ...maybe.map((each) => `?${each}`), ...flags.map((each) => `!${each}`)];
    expect(saidIn(project.usesOf(tool))).toEqual(saidBy(words));
  });
});
