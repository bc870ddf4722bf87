import { defineConfig } from '@btcp/core';

export default defineConfig({
  name: 'message',
  description: 'What an agent can do where one message is shown.',
  tools: ['src/tools/message/*.ts'],
  outDir: 'generated/message',
  // Two answers to a message at once would both be sent.
  config: { maxConcurrent: 1 },
});
