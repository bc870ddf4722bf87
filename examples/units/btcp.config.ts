import { defineConfig } from '@btcp/core';

export default defineConfig({
  name: 'units',
  provider: { name: 'Example Units', url: 'https://units.example' },
  tools: ['src/tools/**/*.ts'],
  targets: ['openai-chat-strict'],
  publish: {
    name: 'com.example/units',
    title: 'Units',
    url: 'https://units.example/tools/',
    remotes: [{ type: 'streamable-http', url: 'https://units.example/mcp' }],
  },
});
