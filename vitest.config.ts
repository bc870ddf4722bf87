import { defineConfig } from 'vitest/config';

const SOURCE = '@btcp/source';

export default defineConfig({
  resolve: { conditions: [SOURCE] },
  ssr: { resolve: { conditions: [SOURCE, 'node', 'import', 'module', 'default'] } },
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'test/**/*.test.ts',
      'examples/**/*.test.ts',
      'examples/**/*.test.js',
    ],
    exclude: ['**/node_modules/**', '**/dist/**', 'test/fixtures/**'],
    testTimeout: 20_000,
    coverage: { include: ['packages/*/src/**'], exclude: ['**/*.test.ts', '**/*.test-d.ts'] },
  },
});
