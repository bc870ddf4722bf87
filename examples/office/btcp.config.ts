import { defineConfig } from '@btcp/core';

export default defineConfig({
  name: 'office-tools',
  provider: { name: 'Example Office', url: 'https://office.example', contact: 'tools@office.example' },
  tools: ['src/tools/**/*.ts'],
});
