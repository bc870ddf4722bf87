import starlight from '@astrojs/starlight';
import { defineConfig, passthroughImageService } from 'astro/config';
import sidebar from './src/sidebar.json' with { type: 'json' };

// `npm run docs` of the repository writes the pages and the sidebar from the Markdown of docs/.
export default defineConfig({
  trailingSlash: 'always',
  image: { service: passthroughImageService() },
  integrations: [starlight({ title: 'BTCP Toolkit', sidebar, credits: false })],
});
