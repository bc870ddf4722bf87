import { defineConfig } from '@btcp/core';

export default defineConfig({
  name: 'orders',
  provider: { name: 'Example Shop', url: 'https://shop.example' },
  tools: ['src/tools/**/*.ts'],
});
