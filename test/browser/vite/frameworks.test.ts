import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { btcp as builds } from '@btcp/vite';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import vue from '@vitejs/plugin-vue';
// @ts-expect-error -- its types are those of `vue/compiler-sfc`
import * as compiler from '@vue/compiler-sfc/dist/compiler-sfc.esm-browser.js';
import { createServer, type PluginOption } from 'vite';
import { expect, it, onTestFinished } from 'vitest';
import type * as Compiler from 'vue/compiler-sfc';
import { copyStory, ROOT } from '../../examples/copy-story.ts';
import { describeBrowser } from '../../support/describe-browser.ts';
import { openPage } from '../../support/open-page.ts';
import { writeFiles } from '../../support/write-project.ts';

interface App {
  readonly plugins: readonly PluginOption[];
  /** By path; what `docs/frameworks.md` leaves out is added to its blocks. */
  readonly files: Readonly<Record<string, string>>;
}

const page = await readFile(join(ROOT, 'docs/frameworks.md'), 'utf8');

/** The block of a section, in a language. */
function block(section: string, language: string): string {
  const [, text = ''] = page.split(`\n## ${section}\n`);
  const [, code = ''] = text.split(`\n\`\`\`${language}\n`);
  return code.split('\n```')[0] ?? '';
}

const IMPORTS = `import type { Task, TaskList } from './task-list.ts';
import { registration } from '../generated/registration.ts';
import { client } from './client.ts';
`;

const APPS: Readonly<Record<string, App>> = {
  Vue: {
    // What it takes by itself is CommonJS, whose imports Vitest's conditions lead to ES modules.
    plugins: [vue({ compiler: compiler as typeof Compiler })],
    files: {
      'src/use-tools.ts': block('Vue', 'ts'),
      'src/App.vue': `${block('Vue', 'vue').replace(
        '<script setup lang="ts">\n',
        `$&import { ref } from 'vue';\nimport { useTools } from './use-tools.ts';\n${IMPORTS}`,
      )}\n<template><li v-for="task in tasks" :key="task.id">{{ task.title }}</li></template>\n`,
      'src/main.ts': `import { createApp } from 'vue';
import App from './App.vue';
createApp(App).mount('#app');
`,
    },
  },
  Svelte: {
    plugins: [svelte({ configFile: false })],
    files: {
      'src/App.svelte': `${block('Svelte 5', 'svelte')}\n{#each tasks as task (task.id)}<li>{task.title}</li>{/each}\n`,
      'src/main.ts': `import { mount } from 'svelte';
import App from './App.svelte';
mount(App, { target: document.querySelector('#app')! });
`,
    },
  },
  'plain DOM': {
    plugins: [],
    files: {
      'src/main.ts': `${IMPORTS}${block('Plain DOM', 'ts').replace(
        '\n  disconnectedCallback',
        `
  #show() {
    this.replaceChildren(...this.#tasks.map(({ title }) => Object.assign(document.createElement('li'), { textContent: title })));
  }
$&`,
      )}
customElements.define('task-list', TaskListElement);
document.querySelector('#app')!.append(new TaskListElement());
`,
    },
  },
};

describeBrowser('a page whose tools use the state of its framework', (browser) => {
  it.each(Object.entries(APPS))(
    '%s: shows what calls change, and keeps it over hot updates',
    async (_, app) => {
      const root = await copyStory('tasks');
      await rm(join(root, 'src/main.tsx'));
      await rm(join(root, 'src/app.tsx'));
      await writeFiles(root, {
        'index.html': `<!doctype html><title>Tasks</title><link rel="icon" href="data:,"><div id="app"></div>
<script type="module" src="/src/main.ts"></script>`,
        'src/client.ts': `import { BTCPClient } from '@btcp/client';
export const client = new BTCPClient();
Object.assign(globalThis, { btcp: client });
`,
        ...app.files,
      });
      const server = await createServer({
        root,
        configFile: false,
        logLevel: 'error',
        cacheDir: join(root, '.vite'),
        plugins: [...app.plugins, builds()],
        resolve: { conditions: ['@btcp/source', 'module', 'browser', 'development|production'] },
        server: { host: '127.0.0.1', port: 0, fs: { allow: [root, ROOT] } },
      });
      onTestFinished(() => server.close());
      await server.listen();
      const opened = await openPage(browser(), server.resolvedUrls?.local[0] ?? '');
      onTestFinished(opened.close);
      const add = (title: string): Promise<unknown> =>
        opened.page.evaluate((given) => btcp.callTool('addTask', { title: given }), title);
      const shown = (): Promise<readonly string[]> => opened.page.locator('li').allTextContents();
      const edit = async (from: string, to: string): Promise<void> => {
        const file = join(root, 'src/tools/tasks.ts');
        const text = await readFile(file, 'utf8');
        expect(text).toContain(from);
        await writeFile(file, text.replace(from, to));
      };

      await expect.poll(() => opened.page.evaluate(() => globalThis.btcp?.listTools().length)).toBe(3);
      expect(await add('Buy milk')).toMatchObject({ title: 'Buy milk', isDone: false });
      expect(await shown()).toEqual(['Buy milk']);
      await edit('Adds a task at the end', 'Puts a task at the end');
      await expect
        .poll(() => opened.page.evaluate(() => btcp.getTool('addTask')?.description))
        .toBe('Puts a task at the end of the list on the page.');
      await edit('title, isDone: false };', 'title: `${title}!`, isDone: false };');
      await expect.poll(() => add('Eat')).toMatchObject({ title: 'Eat!' });
      const [first, ...others] = await shown();
      expect([first, others.at(-1)]).toEqual(['Buy milk', 'Eat!']);
      expect(opened.problems).toEqual([]);
    },
  );
});
