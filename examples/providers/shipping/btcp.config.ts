import { defineConfig } from '@btcp/core';

export default defineConfig({
  name: 'shipping',
  provider: { name: 'Example Shop', url: 'https://shop.example' },
  tools: ['src/tools/**/*.ts'],
});
