import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { discoverTools } from '../../discover/discover-tools.ts';
import { SourceProject } from '../../source/source-project.ts';
import { IMPLIED } from './implied.ts';
import { inferCapabilities } from './infer-capabilities.ts';

/**
 * Projects whose tools were labelled by hand before inference was tried on them. Above each tool stands what it uses:
 * `//= dom:read ?clipboard:write !opaque` is a capability, one that is left open, and a flag. Two marks stand for what is
 * known to be wrong: `+dom:observe` is said without being used, `-dom:write` is used and only flagged.
 */
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
const root = mkdtempSync(join(import.meta.dirname, '.projects-'));
afterAll(() => rmSync(root, { recursive: true }));

interface Label {
  readonly tool: string;
  readonly words: readonly string[];
}

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
      });
  }
  writeFileSync(join(root, name, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  return labels;
}

function marked(words: readonly string[], mark: RegExp): readonly string[] {
  return words.flatMap((word) => (mark.test(word) ? [word.replace(/^[?!+]/, '')] : []));
}

function closed(capabilities: readonly string[]): readonly string[] {
  return sorted(capabilities.flatMap((capability) => [capability, ...(IMPLIED[capability] ?? [])]));
}

function sorted(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort();
}

describe.each(readdirSync(FOLDER))('project %s', (name) => {
  const labels = writeProject(name);
  const project = new SourceProject(join(root, name), join(root, name, 'tsconfig.json'));
  const { tools } = discoverTools(project, project.addFiles(['src/*.ts']));

  test('has a label for every tool', () => {
    expect(sorted(labels.map(({ tool }) => tool))).toEqual(
      sorted(tools.map(({ defaultName }) => defaultName)),
    );
  });

  test.each(labels)('$tool', ({ tool: wanted, words }) => {
    const tool = tools.find(({ defaultName }) => defaultName === wanted);
    if (!tool) throw new Error(`${wanted} was not found.`);
    const found = inferCapabilities(project, tool);
    expect({
      capabilities: closed(found.capabilities.map(({ capability }) => capability)),
      maybe: sorted(found.maybe.map(({ capability }) => capability)),
      flags: sorted(found.flags.map(({ kind }) => kind)),
    }).toEqual({
      capabilities: closed(marked(words, /^[^?!-]/)),
      maybe: sorted(marked(words, /^\?/)),
      flags: sorted(marked(words, /^!/)),
    });
  });
});
