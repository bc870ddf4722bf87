import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const SOURCE = '@btcp/source';
const CONDITIONS = ['node', 'import', 'module', 'default'];
const NOT_TESTS = ['**/node_modules/**', '**/dist/**', 'test/fixtures/**'];

/** Tests that start processes, which would compile the packages' source each time: they run the packages as Node loads them. */
const BUILT = [
  'test/adapters/{serve,serve-http,serve-mcp,serve-messages,standard-tools}.test.ts',
  'test/bench/requests.test.ts',
  'test/build/same-as-import.test.ts',
  'test/cli/{asking,ikigai,run-examples,signals}.test.ts',
  'test/examples/{demo,providers,readme,run-examples,skill,testing-page,tutorial,vitest-without-typebox}.test.ts',
  'test/isolated/node*.test.ts',
  'test/packages/{bundles,old-resolution,require-compiled}.test.ts',
  'test/publish/{judges,npm}.test.ts',
  'test/rules/run-code-rules.test.ts',
];

/**
 * Tests for a release, which take minutes: those that run other programs and frameworks, an npm registry, providers' SDKs and
 * public documents, those that follow a page of the documentation from its first block to its last, hostile values, and the
 * one that builds the site. In other files, `full`, `alike` and `newest` of `test/support/runs.ts` mark what is for a release.
 */
const FULL = [
  'test/adapters/other-runtimes.test.ts',
  'packages/codegen/src/infer/capabilities/labelled-projects.test.ts',
  'packages/schema/src/compile/hostile.test.ts',
  'test/browser/{harness,init,open-tab,picture,shop,tasks}.test.ts',
  'test/browser/isolated/{published,vite}.test.ts',
  'test/browser/vite/frameworks.test.ts',
  'test/build/{hostile,many-tools,same-as-import}.test.ts',
  'test/cli/releasing.test.ts',
  'test/docs/site.test.ts',
  'test/examples/{coming-from,demo,providers,run-examples,skill,testing-page,tutorial,vitest-without-typebox}.test.ts',
  'test/import/{mcp-listing-round-trip,mcp-servers,openapi-documents}.test.ts',
  'test/isolated/node-docs.test.ts',
  'test/publish/{docs,judges,npm}.test.ts',
  'test/runtime/{hostile,memory}.test.ts',
];
const isFull = process.env['BTCP_RUNS'] === 'full';
if (!isFull)
  process.stderr.write('Leaves out the tests for a release, FULL in vitest.config.ts: npm run test:full\n');
NOT_TESTS.push(...(isFull ? [] : FULL));

/** What all projects have; of the conditions, those that extend the root's would have both. */
const SHARED = {
  // Beside busy programs everything takes many times as long; what passes costs no more for it.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
  // No test leaves anything behind in its process, so that files share what they import.
  isolate: false,
  // Half of the time a test waits: for a process that it started, a page, or a change to be noticed. Each worker, however,
  // imports the sources anew, and V8 optimises them there anew.
  maxWorkers: Math.max(3, availableParallelism() + 1),
  // Concurrent tests all begin at once: what they build is built together.
  maxConcurrency: 1000,
  // On Node 20, V8 optimises much of what a test then runs only briefly; see packages/cli/bin/btcp.js.
  execArgv: process.versions.v8.startsWith('11.') ? ['--interrupt-budget=600000'] : [],
  // TypeScript 7 and esbuild run for seconds: collecting garbage as often as Go would takes a part of their processor time.
  env: { GOGC: '400', GOMEMLIMIT: '800MiB' },
};

const FROM_SOURCE = {
  resolve: { conditions: [SOURCE] },
  ssr: { resolve: { conditions: [SOURCE, ...CONDITIONS] } },
};

export default defineConfig({
  test: {
    // Without `groupOrder`: vitest keeps a project's files together, and no worker waits for the slowest of them.
    coverage: { include: ['packages/*/src/**'], exclude: ['**/*.test.ts', '**/*.test-d.ts'] },
    projects: [
      {
        ...FROM_SOURCE,
        test: {
          ...SHARED,
          name: 'node',
          include: [
            'packages/*/src/**/*.test.ts',
            'test/**/*.test.ts',
            'examples/**/*.test.ts',
            'examples/**/*.test.js',
          ],
          exclude: [...NOT_TESTS, 'test/browser/**', ...BUILT],
        },
      },
      // Projects of their own, so that what they need is made or looked for only when one of their tests runs.
      {
        ssr: { resolve: { conditions: CONDITIONS } },
        test: {
          ...SHARED,
          name: 'built',
          include: BUILT,
          exclude: NOT_TESTS,
          server: { deps: { external: [/\/packages\/\w+\/dist\//] } },
          globalSetup: ['test/support/build-packages.ts'],
        },
      },
      {
        ...FROM_SOURCE,
        test: {
          ...SHARED,
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          exclude: NOT_TESTS,
          globalSetup: ['test/support/find-browser-once.ts'],
        },
      },
    ],
  },
});
