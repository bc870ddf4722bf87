import { defineConfig } from 'vitest/config';

const SOURCE = '@btcp/source';
const NOT_TESTS = ['**/node_modules/**', '**/dist/**', 'test/fixtures/**'];

export default defineConfig({
  resolve: { conditions: [SOURCE] },
  ssr: { resolve: { conditions: [SOURCE, 'node', 'import', 'module', 'default'] } },
  test: {
    // Beside busy programs everything takes many times as long; what passes costs no more for it.
    testTimeout: 300_000,
    hookTimeout: 300_000,
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
          exclude: [...NOT_TESTS, 'test/browser/**'],
        },
      },
      {
        // A project of its own, so that a browser is looked for only when one of these tests runs.
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
