import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonSchema } from '@btcp/core';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const VARIABLE = 'JSON_SCHEMA_TEST_SUITE';
/** The URL at which the suite's schemas expect its remotes. */
const REMOTES = 'http://localhost:1234/';

/** The suite's two drafts that the compiler reads. */
export type Draft = 'draft2020-12' | 'draft7';

/** One schema of the suite and the values to try on it. */
export interface SuiteGroup {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly tests: readonly SuiteTest[];
}

/** One value and the verdict it must get. */
export interface SuiteTest {
  readonly description: string;
  readonly data: unknown;
  readonly valid: boolean;
}

const named = process.env[VARIABLE];
const FOLDER = resolve(named ?? join(ROOT, '..', 'shared', 'json-schema-test-suite'));

/**
 * Why the suite does not run, in one sentence, or undefined if it does. A folder named by the environment must exist.
 */
export const skipped: string | undefined =
  named === 'skip'
    ? `SKIPPED: the JSON Schema test suite, because ${VARIABLE} is "skip".`
    : named === undefined && !existsSync(FOLDER)
      ? `SKIPPED: the JSON Schema test suite, because it is not at ${FOLDER}: clone ` +
        `github.com/json-schema-org/JSON-Schema-Test-Suite and name its folder in ${VARIABLE}.`
      : undefined;

/**
 * The folder of the JSON Schema test suite: named by the environment, or beside the repository.
 *
 * @throws Error in one sentence when the named folder does not exist.
 */
function suiteFolder(): string {
  if (existsSync(join(FOLDER, 'tests'))) return FOLDER;
  throw new Error(
    `${VARIABLE} names ${FOLDER}, which has no folder "tests": it must be a checkout of ` +
      'github.com/json-schema-org/JSON-Schema-Test-Suite, or "skip".',
  );
}

/** The files of a folder of tests, without `.json`; the optional ones lie deeper. */
export function testFiles(draft: Draft, below = ''): string[] {
  return readdirSync(join(suiteFolder(), 'tests', draft, below), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(below, entry.name.replace(/\.json$/, '')))
    .sort();
}

/** The groups of one file. */
export function readGroups(draft: Draft, file: string): SuiteGroup[] {
  return JSON.parse(
    readFileSync(join(suiteFolder(), 'tests', draft, `${file}.json`), 'utf8'),
  ) as SuiteGroup[]; // the suite's own format
}

/** The documents that the suite's schemas reference, by URI. Those of other drafts are left out. */
export function remoteDocuments(draft: Draft): Record<string, JsonSchema> {
  const folder = join(suiteFolder(), 'remotes');
  const documents: Record<string, JsonSchema> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/');
    const ofAnotherDraft = /^(?:draft|v\d)/.test(path) && !path.startsWith(`${draft}/`);
    if (!entry.isFile() || ofAnotherDraft) continue;
    const document = JSON.parse(readFileSync(join(folder, path), 'utf8')) as JsonSchema; // schemas, all of them
    documents[REMOTES + path] = withDialect(document, draft);
  }
  return documents;
}

/** A schema with its draft in `$schema`: the suite only has it in the folder's name. */
export function withDialect(schema: JsonSchema, draft: Draft): JsonSchema {
  const implied = draft === 'draft7' && typeof schema === 'object' && !('$schema' in schema);
  return implied ? { $schema: 'http://json-schema.org/draft-07/schema#', ...schema } : schema;
}
