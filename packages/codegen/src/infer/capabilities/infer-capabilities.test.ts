import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { CapabilityReport } from './capability-report.ts';
import { ADDRESSES } from '../../../test/fixtures/capabilities/addresses.ts';
import { CALLBACKS } from '../../../test/fixtures/capabilities/callbacks.ts';
import { type CapabilityCase, KIT } from '../../../test/fixtures/capabilities/capability-case.ts';
import { CHANGES } from '../../../test/fixtures/capabilities/changes.ts';
import { CLASSES } from '../../../test/fixtures/capabilities/classes.ts';
import { CONSTRUCTS } from '../../../test/fixtures/capabilities/constructs.ts';
import { CONTAINERS } from '../../../test/fixtures/capabilities/containers.ts';
import { CONTEXT } from '../../../test/fixtures/capabilities/context.ts';
import { DISGUISES } from '../../../test/fixtures/capabilities/disguises.ts';
import { DOM } from '../../../test/fixtures/capabilities/dom.ts';
import { GLOBALS } from '../../../test/fixtures/capabilities/globals.ts';
import { JSX } from '../../../test/fixtures/capabilities/jsx.ts';
import { labelOf, missesOf, vainIn } from '../../../test/fixtures/capabilities/label.ts';
import { INDIRECT } from '../../../test/fixtures/capabilities/indirect.ts';
import { MODULES } from '../../../test/fixtures/capabilities/modules.ts';
import { STORAGE } from '../../../test/fixtures/capabilities/storage.ts';
import { HARMLESS, LOADING } from '../../../test/fixtures/capabilities/loading.ts';
import { openProject, type OpenProject } from '../../../test/fixtures/capabilities/open-project.ts';
import { makeFolderBeside } from '../../../../../test/support/make-folder-beside.ts';

// Beside the real sources, so that `@btcp/core` and TypeBox resolve as they do for authors.
const root = makeFolderBeside(import.meta.dirname);
afterAll(() => rmSync(root, { recursive: true }));

const THEMES: Readonly<Record<string, readonly Omit<CapabilityCase, 'uses'>[]>> = {
  addresses: ADDRESSES,
  callbacks: CALLBACKS,
  changes: CHANGES,
  classes: CLASSES,
  containers: CONTAINERS,
  good: CONSTRUCTS.map(({ name, good }) => ({ name, ...good })),
  bad: CONSTRUCTS.map(({ name, bad }) => ({ name, ...bad })),
  context: CONTEXT,
  disguises: DISGUISES,
  loading: LOADING,
  harmless: Object.entries(HARMLESS).map(([name, before]) => ({
    name,
    before: `${before} export const made = S;`,
    execute: 'execute: () => 1',
  })),
  dom: DOM,
  globals: GLOBALS,
  jsx: JSX,
  indirect: INDIRECT,
  modules: MODULES,
  storage: STORAGE,
};

const TSCONFIG = {
  compilerOptions: {
    target: 'ES2022',
    module: 'NodeNext',
    lib: ['ESNext', 'DOM'],
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    customConditions: ['@btcp/source'],
    allowImportingTsExtensions: true,
    jsx: 'react',
    jsxFactory: 'h',
  },
};

function toolText({ before = '', execute }: Omit<CapabilityCase, 'uses'>, name: string): string {
  return `import { Type } from '@sinclair/typebox';
import { defineTool } from '@btcp/core';
${before}
export const ${name} = defineTool({
  inputSchema: Type.Object({ text: Type.String(), flag: Type.Boolean(), kind: Type.Union([Type.Literal('read'), Type.Literal('wipe')]) }),
  capabilities: [],
  ${execute},
});
`;
}

function writeProject(): OpenProject {
  const files: Record<string, string> = { 'tsconfig.json': JSON.stringify(TSCONFIG), ...KIT };
  for (const [theme, cases] of Object.entries(THEMES))
    for (const [index, each] of cases.entries()) {
      const name = `${theme}${index}`;
      files[`tool-${name}.${theme === 'jsx' ? 'tsx' : 'ts'}`] = toolText(each, name);
      Object.assign(files, each.files);
    }
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
  return openProject(root, ['tool-*.{ts,tsx}']);
}

const project = writeProject();
afterAll(() => project.close());

function report(name: string): CapabilityReport {
  const tool = project.tools.find(({ defaultName }) => defaultName === name);
  if (!tool) throw new Error(`${name} was not found.`);
  return project.usesOf(tool);
}

const LABELLED = {
  ADDRESSES,
  CALLBACKS,
  CLASSES,
  CONTAINERS,
  DISGUISES,
  INDIRECT,
  LOADING,
  DOM,
  GLOBALS,
  JSX,
  MODULES,
  STORAGE,
};
// Most of these hide what they do in one way or another.
test.each(Object.entries(LABELLED))('what a tool uses: %s', (constant, cases) => {
  // One test for all: of hundreds, each would take longer than what it shows.
  const misses = cases.flatMap(({ name, uses }, index) =>
    missesOf(labelOf(uses), report(`${constant.toLowerCase()}${index}`)).map((miss) => [name, miss]),
  );
  expect(misses).toEqual([]);
});

describe('what is understood', () => {
  test.each(CONSTRUCTS.map((each, index) => ({ ...each, index })))('$name', ({ index, good, bad }) => {
    const understood = report(`good${index}`);
    expect(missesOf(labelOf(good.uses), understood)).toEqual([]);
    expect(vainIn(labelOf(good.uses), understood)).toEqual([]);
    expect(understood.flags).toEqual([]);
    expect(missesOf(labelOf(bad.uses ?? '!unverifiable'), report(`bad${index}`))).toEqual([]);
  });
});

test.each(Object.keys(HARMLESS).map((name, index) => ({ name, index })))(
  'loading hides nothing: $name',
  ({ index }) => {
    const { flags, capabilities } = report(`harmless${index}`);
    expect([...flags, ...capabilities]).toEqual([]);
  },
);

test('what a host adds is code of others, whether its type stands there or has a name', () => {
  const kindsOf = (name: string): readonly string[] => {
    const { flags } = report(`globals${GLOBALS.findIndex((each) => each.name === name)}`);
    return flags.map(({ kind }) => kind);
  };
  expect(kindsOf('host addition to the context')).toEqual(['host']);
  expect(kindsOf('host addition to the context, of a type by name')).toEqual(['host', 'opaque']);
});

test('a use says where it is, and which calls lead there', () => {
  const tool = `addresses${ADDRESSES.findIndex(({ name }) => name === 'address through two calls')}`;
  expect(report(tool).capabilities).toEqual([
    {
      capability: 'network:fetch:cross-origin',
      file: `tool-${tool}.ts`,
      line: 3,
      column: 31,
      length: 5,
      used: 'Window.fetch',
      path: [
        { name: 'get', file: `tool-${tool}.ts`, line: 8, column: 18, length: 3 },
        { name: 'send', file: `tool-${tool}.ts`, line: 4, column: 31, length: 4 },
      ],
    },
  ]);
});

test('a decorator of a package is code of others, not unverifiable', () => {
  const index = CLASSES.findIndex(({ name }) => name === 'callback of a decorator of a package');
  expect(report(`classes${index}`).flags.map(({ kind, used }) => [kind, used])).toEqual([
    ['opaque', 'globSync'],
  ]);
});

test.each([
  ['global that a framework declares', ['opaque']],
  ['class of a package that another is given', ['opaque']],
  ['what a package makes of a function, called while a module loads', ['opaque']],
  ['namespace given to a package', ['opaque']],
  ['namespace given to a package by a call', ['opaque']],
])('code of others, not unverifiable: %s', (name, kinds) => {
  const { flags } = report(`modules${MODULES.findIndex((each) => each.name === name)}`);
  expect([...new Set(flags.map(({ kind }) => kind))].sort()).toEqual(kinds);
});

test.each([
  ['namespace given to a package', ['clipboard:read', 'dom:read', 'storage:local:write']],
  ['namespace given to a package by a call', ['storage:local:write']],
])('a package may call what a namespace exports: %s', (name, used) => {
  const { capabilities } = report(`modules${MODULES.findIndex((each) => each.name === name)}`);
  expect([...new Set(capabilities.map(({ capability }) => capability))].sort()).toEqual(used);
});

describe('what outlives the call', () => {
  test.each(CHANGES.map((each, index) => ({ ...each, index })))('$name', ({ index, changes }) => {
    expect(report(`changes${index}`).state?.used).toBe(changes);
  });
});
