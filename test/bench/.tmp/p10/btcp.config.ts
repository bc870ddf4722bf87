import { defineConfig } from '@btcp/core';

export default defineConfig({ tools: ['src/tools/*.ts'] });
