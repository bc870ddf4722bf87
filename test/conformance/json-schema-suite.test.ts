import { describe, expect, it } from 'vitest';
import { emitAndImport } from './emitted-group.ts';
import {
  type Draft,
  readGroups,
  remoteDocuments,
  type SuiteGroup,
  skipped,
  testFiles,
  withDialect,
} from './suite.ts';

const DRAFTS: readonly Draft[] = ['draft2020-12', 'draft7'];

/**
 * Optional files of formats with cases that are decided differently here: how many, and why. There are no such required
 * cases.
 */
const EXCEPTIONS: Readonly<Record<string, { readonly cases: number; readonly reason: string }>> = {
  hostname: {
    cases: 23,
    reason: 'the labels that punycode encodes are not decoded, so IDNA 2008 is not applied to them',
  },
  'idn-hostname': {
    cases: 29,
    reason:
      'labels are checked for their characters, but not for the contextual and bidirectional rules of IDNA 2008',
  },
};

if (skipped) console.warn(skipped);
const drafts = skipped ? [] : DRAFTS;

describe.skipIf(skipped !== undefined)('JSON Schema test suite, through emitted code', () => {
  describe.each(drafts)('%s: required cases', (draft) => {
    it.each(testFiles(draft))('%s', async (file) => {
      expect(await wrongCases(draft, file, 'ignore')).toEqual([]);
    });
  });

  describe.each(drafts)('%s: optional cases of formats', (draft) => {
    it.each(testFiles(draft, 'optional/format'))('%s', async (file) => {
      const wrong = await wrongCases(draft, file, 'assert');
      const expected = EXCEPTIONS[file.replace('optional/format/', '')];
      expect(wrong).toHaveLength(expected?.cases ?? 0);
    });
  });

  it.each(drafts)('%s has the cases that we know', (draft) => {
    const groups = testFiles(draft).flatMap((file) => readGroups(draft, file));
    const cases = groups.reduce((sum, { tests }) => sum + tests.length, 0);
    expect(cases).toBeGreaterThanOrEqual(draft === 'draft7' ? 927 : 1299);
  });
});

/** The cases of a file whose verdict differs from the suite's, or that fail without an issue. */
async function wrongCases(draft: Draft, file: string, formats: 'assert' | 'ignore'): Promise<string[]> {
  const groups = readGroups(draft, file);
  const schemas = groups.map(({ schema }) => withDialect(schema, draft));
  const validators = await emitAndImport(schemas, { documents: remoteDocuments(draft), formats });
  return groups.flatMap((group, index) => wrongInGroup(group, validators[index]));
}

function wrongInGroup(
  group: SuiteGroup,
  validate: Awaited<ReturnType<typeof emitAndImport>>[number] | undefined,
): string[] {
  return group.tests.flatMap((test) => {
    const result = typeof validate === 'function' ? validate(test.data) : undefined;
    const explained = result?.ok !== false || result.issues.some(({ keyword }) => keyword !== 'changed');
    if (result?.ok === test.valid && explained) return [];
    return [
      `${group.description} / ${test.description}: ${result === undefined ? String(validate) : JSON.stringify(result)}`,
    ];
  });
}
