import { defineConfig } from '@btcp/core';

export default defineConfig({ name: 'sales', tools: ['src/tools/**/*.ts'] });
