import { defineConfig } from '@btcp/core';

export default defineConfig({
  name: 'order-tools',
  tools: ['src/tools/**/*.ts'],
});
