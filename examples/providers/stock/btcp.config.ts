import { defineConfig } from '@btcp/core';

export default defineConfig({
  name: 'stock',
  provider: { name: 'Example Shop', url: 'https://shop.example' },
  tools: ['src/tools/**/*.ts'],
});
