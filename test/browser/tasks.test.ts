import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, createServer, mergeConfig, preview, type InlineConfig } from 'vite';
import { expect, it, onTestFinished } from 'vitest';
import config from '../../examples/tasks/vite.config.ts';
import { copyStory, ROOT } from '../examples/copy-story.ts';
import { describeBrowser } from '../support/describe-browser.ts';
import { openPage, type OpenPage } from '../support/open-page.ts';

describeBrowser('the task list, in React', (browser) => {
  /** The story's own config, with the packages' sources, and ports that are free. */
  const configOf = (root: string): InlineConfig =>
    mergeConfig<InlineConfig, InlineConfig>(config, {
      root,
      configFile: false,
      logLevel: 'error',
      cacheDir: join(root, '.vite'),
      resolve: { conditions: ['@btcp/source', 'module', 'browser', 'development|production'] },
      server: { host: '127.0.0.1', port: 0, fs: { allow: [root, ROOT] } },
      preview: { host: '127.0.0.1', port: 0 },
    });
  const open = async (url = ''): Promise<OpenPage & PageTools> => {
    const opened = await openPage(browser(), url);
    onTestFinished(opened.close);
    await expect.poll(() => opened.page.evaluate(() => globalThis.btcp?.listTools().length)).toBe(3);
    return { ...opened, ...toolsOf(opened) };
  };

  it('changes what is shown, and keeps it over hot updates', async () => {
    const root = await copyStory('tasks');
    const server = await createServer(configOf(root));
    onTestFinished(() => server.close());
    await server.listen();
    const { page, problems, call, describe, tasks } = await open(server.resolvedUrls?.local[0]);
    const edit = async (from: string, to: string, path = 'src/tools/tasks.ts'): Promise<void> => {
      const file = join(root, path);
      const text = await readFile(file, 'utf8');
      expect(text).toContain(from);
      await writeFile(file, text.replace(from, to));
    };

    // An agent and a person.
    expect(await call('addTask', { title: 'Buy milk' })).toEqual([
      { id: expect.any(String) as string, title: 'Buy milk', isDone: false },
      ['Buy milk'],
    ]);
    await page.getByLabel('New task').fill('Bake');
    await page.getByRole('button').click();
    const ids = (await call('listTasks', {}))[0] as { readonly tasks: readonly { readonly id: string }[] };
    const [milk = '', bake = ''] = ids.tasks.map(({ id }) => id);
    expect(await call('finishTask', { id: bake })).toEqual([
      { id: bake, title: 'Bake', isDone: true },
      ['Buy milk', '<s>Bake</s>'],
    ]);
    const none = '00000000-0000-4000-8000-000000000000';
    expect(await call('finishTask', { id: none })).toEqual(['TASK_NOT_FOUND', ['Buy milk', '<s>Bake</s>']]);

    await page.getByLabel('New task').fill('not yet added');
    await edit('Adds a task at the end', 'Puts a task at the end');
    await expect.poll(() => describe('addTask')).toBe('Puts a task at the end of the list on the page.');
    await edit('title, isDone: false };', 'title: `${title}!`, isDone: false };');
    await expect
      .poll(async () => (await call('addTask', { title: 'Eat' }))[0])
      .toMatchObject({ title: 'Eat!' });
    // React's own hot update: effects run again.
    await edit('<h1>Tasks</h1>', '<h1>To do</h1>', 'src/app.tsx');
    await page.getByRole('heading', { name: 'To do' }).waitFor();
    expect((await call('finishTask', { id: milk }))[0]).toEqual({
      id: milk,
      title: 'Buy milk',
      isDone: true,
    });
    expect((await tasks()).slice(0, 2)).toEqual(['<s>Buy milk</s>', '<s>Bake</s>']);
    expect(await page.getByLabel('New task').inputValue()).toBe('not yet added');
    expect(problems).toEqual([]);
  });

  it('works as a bundle', async () => {
    const root = await copyStory('tasks');
    await build(configOf(root));
    const server = await preview(configOf(root));
    onTestFinished(() => server.close());
    const { problems, call } = await open(server.resolvedUrls?.local[0]);
    const added = await Promise.all(['Buy milk', 'Bake'].map((title) => call('addTask', { title })));
    // Both are there, whatever was shown when they began.
    expect(new Set(added.map(([task]) => (task as { readonly id: string }).id)).size).toBe(2);
    const [error, shown] = await call('addTask', { title: '' });
    expect([error, [...shown].sort()]).toEqual(['INVALID_INPUT', ['Bake', 'Buy milk']]);
    expect(problems).toEqual([]);
  });
});

interface PageTools {
  /** Calls a tool. Returns its result, or its error's code, and the tasks that are shown then. */
  readonly call: (
    name: string,
    input: object,
  ) => Promise<readonly [result: unknown, tasks: readonly string[]]>;
  readonly describe: (name: string) => Promise<string | undefined>;
  readonly tasks: () => Promise<readonly string[]>;
}

function toolsOf({ page }: OpenPage): PageTools {
  return {
    call: (name, input) =>
      page.evaluate(
        async ([tool, given]) => {
          const result: unknown = await btcp
            .callTool(tool, given)
            .catch((error: unknown) => (error as { code: string }).code);
          return [result, [...document.querySelectorAll('li')].map((item) => item.innerHTML)] as const;
        },
        [name, input] as const,
      ),
    describe: (name) => page.evaluate((tool) => btcp.getTool(tool)?.description, name),
    tasks: () => page.evaluate(() => [...document.querySelectorAll('li')].map((item) => item.innerHTML)),
  };
}
