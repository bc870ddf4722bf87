import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { saidBy, saidIn, Score } from './fixtures/label.ts';
import { openProject } from './fixtures/open-project.ts';
import { makeFolderBeside } from '../../../../../test/support/make-folder-beside.ts';

/** Projects whose tools were labelled by hand before inference was tried on them: `//= dom:read ?clipboard:write`. */
const FOLDER = join(import.meta.dirname, 'fixtures/projects');
const LABEL = /^\/\/=(?<words>.*)\nexport const (?<tool>\w+)/gm;

const TSCONFIG = {
  compilerOptions: {
    target: 'ES2023',
    module: 'ESNext',
    moduleResolution: 'Bundler',
    lib: ['ESNext', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    resolveJsonModule: true,
    allowImportingTsExtensions: true,
    customConditions: ['@btcp/source'],
  },
};

// Beside the real sources, so that `@btcp/core` and TypeBox resolve as they do for authors.
const root = makeFolderBeside(import.meta.dirname);
afterAll(() => rmSync(root, { recursive: true }));

interface Label {
  readonly tool: string;
  readonly words: readonly string[];
  /** Whether the code is that of an ordinary app, not one that hides what it does. */
  readonly isOrdinary: boolean;
}

const NASTY = /^(?:traps|hidden|language)\/|nasty|stand-ins/;

/** Writes the files of a project, which are texts here so that no other check reads them. */
function writeProject(name: string): readonly Label[] {
  const labels: Label[] = [];
  for (const path of readdirSync(join(FOLDER, name), { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:txt|json)$/.test(path)) continue;
    const text = readFileSync(join(FOLDER, name, path), 'utf8');
    const target = join(root, name, path.replace(/\.txt$/, ''));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
    for (const { groups } of text.matchAll(LABEL))
      labels.push({
        tool: groups?.['tool'] ?? '',
        words: (groups?.['words'] ?? '').split(' ').filter(Boolean),
        isOrdinary: !NASTY.test(`${name}/${path}`),
      });
  }
  writeFileSync(join(root, name, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  return labels;
}

const scores = { ordinary: new Score(), nasty: new Score() };

describe.each(readdirSync(FOLDER))('project %s', (name) => {
  const labels = writeProject(name);
  const { tools, usesOf, close } = openProject(join(root, name), ['src/*.ts']);
  afterAll(close);

  test('has a label for every tool', () => {
    const named = labels.map(({ tool }) => tool);
    expect(named.toSorted()).toEqual(tools.map(({ defaultName }) => defaultName).toSorted());
  });

  test.each(labels)('$tool', ({ tool: wanted, words, isOrdinary }) => {
    const tool = tools.find(({ defaultName }) => defaultName === wanted);
    if (!tool) throw new Error(`${wanted} was not found.`);
    const found = usesOf(tool);
    scores[isOrdinary ? 'ordinary' : 'nasty'].add(`${name}/${wanted}`, words, found);
    expect(saidIn(found)).toEqual(saidBy(words));
  });
});

test.each([
  { kind: 'ordinary', precision: 0.97, recall: 0.97 },
  { kind: 'nasty', precision: 0.97, recall: 0.93 },
] as const)('$kind code: nothing is missed silently, and hardly anything is said in vain', (bar) => {
  expect(scores[bar.kind].silent).toEqual([]);
  expect(scores[bar.kind].precision).toBeGreaterThanOrEqual(bar.precision);
  expect(scores[bar.kind].recall).toBeGreaterThanOrEqual(bar.recall);
});
