import { defineConfig } from '@btcp/core';

export default defineConfig({
  name: 'tasks',
  description: 'What an agent can do with a list of tasks.',
  tools: ['src/tools/*.ts'],
});
