import { defineConfig } from 'vitest/config';

const SOURCE = '@btcp/source';
const NOT_TESTS = ['**/node_modules/**', '**/dist/**', 'test/fixtures/**'];
/** Tests that start the packages as Node loads them, from their bundles: in processes, source would be compiled each time. */
const BUILT = [
  'test/{adapters,cli,examples,import,packages}/**/*.test.ts',
  'test/build/same-as-import.test.ts',
];

export default defineConfig({
  resolve: { conditions: [SOURCE] },
  ssr: { resolve: { conditions: [SOURCE, 'node', 'import', 'module', 'default'] } },
  test: {
    // Beside busy programs everything takes many times as long; what passes costs no more for it.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // No test leaves anything behind in its process, so that files share what they import.
    isolate: false,
    // By default one processor is left to vitest itself, which has little to do.
    maxWorkers: '100%',
    // Concurrent tests all begin at once: what they build is built together.
    maxConcurrency: 1000,
    coverage: { include: ['packages/*/src/**'], exclude: ['**/*.test.ts', '**/*.test-d.ts'] },
    projects: [
      {
        extends: true,
        test: {
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
      {
        // Projects of their own, so that what they need is made or looked for only when one of their tests runs.
        extends: true,
        test: {
          name: 'built',
          include: BUILT,
          exclude: NOT_TESTS,
          globalSetup: ['test/support/build-packages.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          exclude: NOT_TESTS,
          globalSetup: ['test/support/find-browser-once.ts'],
        },
      },
    ],
  },
});
