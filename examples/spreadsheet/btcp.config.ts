import { defineConfig } from '@btcp/core';

export default defineConfig({
  name: 'spreadsheet-tools',
  provider: { name: 'Example Sheets', url: 'https://sheets.example' },
  tools: ['src/tools/**/*.ts'],
  config: { timeout: 10_000 },
});
