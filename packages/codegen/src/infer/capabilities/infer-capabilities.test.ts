import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { discoverTools } from '../../discover/discover-tools.ts';
import { SourceProject } from '../../source/source-project.ts';
import type { CapabilityReport } from './capability-report.ts';
import { CASES, type CapabilityCase, KIT, NUMBERS, TEXTS } from './fixtures/cases.ts';
import { FIFTH_CASES } from './fixtures/fifth.ts';
import { FOURTH_CASES, FOURTH_TSX } from './fixtures/fourth.ts';
import { HELD_OUT_CASES, HELD_OUT_TSX } from './fixtures/held-out-cases.ts';
import { HELD_OUT_MORE } from './fixtures/held-out-more.ts';
import { KNOWN_CASES } from './fixtures/known-cases.ts';
import { LATER_CASES } from './fixtures/later-cases.ts';
import { MORE_CASES } from './fixtures/more-cases.ts';
import { SIXTH_CASES } from './fixtures/sixth.ts';
import { STAND_IN_CASES } from './fixtures/stand-in-cases.ts';
import { THIRD_NAMES } from './fixtures/third-names.ts';
import { THIRD_POWERS } from './fixtures/third-powers.ts';
import { THIRD_REST, THIRD_TSX } from './fixtures/third-rest.ts';
import { IMPLIED } from './implied.ts';
import { inferCapabilities } from './infer-capabilities.ts';

// Beside the real sources, so that `@btcp/core` and TypeBox resolve as they do for authors.
const root = mkdtempSync(join(import.meta.dirname, '.tools-'));
afterAll(() => rmSync(root, { recursive: true }));

const TSX_CASES = [...HELD_OUT_TSX, ...THIRD_TSX, ...FOURTH_TSX];
const ALL_CASES = [
  ...CASES,
  ...MORE_CASES,
  ...HELD_OUT_CASES,
  ...HELD_OUT_MORE,
  ...THIRD_NAMES,
  ...THIRD_POWERS,
  ...THIRD_REST,
  ...KNOWN_CASES,
  ...LATER_CASES,
  ...FOURTH_CASES,
  ...FIFTH_CASES,
  ...SIXTH_CASES,
  ...STAND_IN_CASES,
  ...TSX_CASES,
];

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

function toolText({ before = '', execute }: CapabilityCase, index: number): string {
  return `import { Type } from '@sinclair/typebox';
import { defineTool } from '@btcp/core';
${before}
export const tool${index} = defineTool({
  inputSchema: Type.Object({ text: Type.String(), flag: Type.Boolean(), kind: Type.Union([Type.Literal('read'), Type.Literal('wipe')]) }),
  capabilities: [],
  ${execute},
});
`;
}

function writeProject(): SourceProject {
  const files: Readonly<Record<string, string>> = {
    'tsconfig.json': JSON.stringify(TSCONFIG),
    'kit.ts': KIT,
    'texts.ts': TEXTS,
    'numbers.ts': NUMBERS,
    ...Object.fromEntries(ALL_CASES.flatMap((each) => Object.entries(each.files ?? {}))),
  };
  const tools = ALL_CASES.map((each, index) => [
    `tool${index}.${TSX_CASES.includes(each) ? 'tsx' : 'ts'}`,
    toolText(each, index),
  ]);
  mkdirSync(root, { recursive: true });
  for (const [path = '', text = ''] of [...Object.entries(files), ...tools])
    writeFileSync(join(root, path), text);
  return new SourceProject(root, join(root, 'tsconfig.json'));
}

const project = writeProject();
const { tools } = discoverTools(project, project.addFiles(['tool*.{ts,tsx}']));

function report(index: number): CapabilityReport {
  const tool = tools.find(({ defaultName }) => defaultName === `tool${index}`);
  if (!tool) throw new Error(`tool${index} was not found.`);
  return inferCapabilities(project, tool);
}

function closed(capabilities: readonly string[]): readonly string[] {
  return sorted(capabilities.flatMap((capability) => [capability, ...(IMPLIED[capability] ?? [])]));
}

function sorted(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort();
}

describe('what a tool uses', () => {
  test.each(ALL_CASES.map((each, index) => ({ ...each, index })))(
    '$name',
    ({ index, capabilities = [], maybe = [], flags = [] }) => {
      const found = report(index);
      expect({
        capabilities: closed(found.capabilities.map(({ capability }) => capability)),
        maybe: sorted(found.maybe.map(({ capability }) => capability)),
        flags: sorted(found.flags.map(({ kind }) => kind)),
      }).toEqual({ capabilities: closed(capabilities), maybe: sorted(maybe), flags: sorted(flags) });
    },
  );
});

test('a use says where it is, and which calls lead there', () => {
  const index = CASES.findIndex(({ name }) => name === 'address through two calls');
  expect(report(index).capabilities).toEqual([
    {
      capability: 'network:fetch:cross-origin',
      file: `tool${index}.ts`,
      line: 3,
      column: 31,
      length: 5,
      used: 'Window.fetch',
      path: [
        { name: 'get', file: `tool${index}.ts`, line: 8, column: 18, length: 3 },
        { name: 'send', file: `tool${index}.ts`, line: 4, column: 31, length: 4 },
      ],
    },
  ]);
});
