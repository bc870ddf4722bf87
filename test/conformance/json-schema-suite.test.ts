import { describe, expect, it } from 'vitest';
import { emitAndImport } from './emitted-group.ts';
import { type Draft, readGroups, remoteDocuments, skipped, testFiles, withDialect } from './suite.ts';

const DRAFTS: readonly Draft[] = ['draft2020-12', 'draft7'];

if (skipped) console.warn('SKIPPED: the JSON Schema test suite, because JSON_SCHEMA_TEST_SUITE is "skip".');

describe.skipIf(skipped)('JSON Schema test suite, required cases, through emitted code', () => {
  for (const draft of skipped ? [] : DRAFTS) {
    const documents = remoteDocuments(draft);
    it.each(testFiles(draft))(`${draft}/%s`, async (file) => {
      const groups = readGroups(draft, file);
      const validators = await emitAndImport(
        groups.map(({ schema }) => withDialect(schema, draft)),
        { documents, formats: 'ignore' },
      );
      const wrong = groups.flatMap((group, index) => {
        const validate = validators[index];
        return group.tests.flatMap((test) => {
          const got = typeof validate === 'function' ? validate(test.data).ok : String(validate);
          return got === test.valid ? [] : [`${group.description} / ${test.description}: ${got}`];
        });
      });
      expect(wrong).toEqual([]);
    });
  }
});
