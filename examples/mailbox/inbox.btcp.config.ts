import { defineConfig } from '@btcp/core';

export default defineConfig({
  name: 'inbox',
  description: 'What an agent can do where the list of messages is shown.',
  tools: ['src/tools/inbox/*.ts'],
  outDir: 'generated/inbox',
});
