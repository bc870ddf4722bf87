import { defineConfig } from '@btcp/core';

export default defineConfig({
  name: 'charts',
  provider: { name: 'Example Charts', url: 'https://charts.example' },
  tools: ['src/tools/**/*.ts'],
});
