import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Label, labelOf, missesOf, Score } from '../../../test/fixtures/capabilities/label.ts';
import { openProject } from '../../../test/fixtures/capabilities/open-project.ts';
import { makeFolderBeside } from '../../../../../test/support/make-folder-beside.ts';

/** Projects whose tools were labelled by hand before inference was tried on them: `//= dom:read ?clipboard:write`. */
const FOLDER = join(import.meta.dirname, '../../../test/fixtures/capabilities/projects');
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

interface Labelled {
  readonly tool: string;
  readonly label: Label;
  /** Whether the code is that of an ordinary app, not one that hides what it does. */
  readonly isOrdinary: boolean;
}

const NASTY = /^(?:traps|hidden|language)\/|nasty|stand-ins/;

/** Writes the files of a project, which are texts here so that no other check reads them. */
function writeProject(name: string): readonly Labelled[] {
  const labels: Labelled[] = [];
  for (const path of readdirSync(join(FOLDER, name), { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:txt|json)$/.test(path)) continue;
    const text = readFileSync(join(FOLDER, name, path), 'utf8');
    const target = join(root, name, path.replace(/\.txt$/, ''));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
    for (const { groups } of text.matchAll(LABEL))
      labels.push({
        tool: groups?.['tool'] ?? '',
        label: labelOf(groups?.['words'] ?? ''),
        isOrdinary: !NASTY.test(`${name}/${path}`),
      });
  }
  writeFileSync(join(root, name, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  return labels;
}

const ordinary = new Score();

describe.each(readdirSync(FOLDER))('project %s', (name) => {
  const labels = writeProject(name);
  const { tools, usesOf, close } = openProject(join(root, name), ['src/*.ts']);
  afterAll(close);

  test('has a label for every tool', () => {
    const named = labels.map(({ tool }) => tool);
    expect(named.toSorted()).toEqual(tools.map(({ defaultName }) => defaultName).toSorted());
  });

  test.each(labels)('$tool hides nothing', ({ tool: wanted, label, isOrdinary }) => {
    const tool = tools.find(({ defaultName }) => defaultName === wanted);
    if (!tool) throw new Error(`${wanted} was not found.`);
    const report = usesOf(tool);
    if (isOrdinary) ordinary.add(label, report);
    expect(missesOf(label, report)).toEqual([]);
  });
});

test('of ordinary code, what is said is right and complete, and it keeps its mark', () => {
  expect(ordinary.precision).toBeGreaterThanOrEqual(0.97);
  expect(ordinary.recall).toBeGreaterThanOrEqual(0.97);
  expect(ordinary.kept).toBeGreaterThanOrEqual(0.95);
});
