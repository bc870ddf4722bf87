/// <reference types="webmcp-types" />
import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify, stripVTControlCharacters } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { runNpm } from '../../scripts/run-npm.ts';
import { setup as buildPackages } from '../support/build-packages.ts';
import { describeBrowser } from '../support/describe-browser.ts';
import { openPage } from '../support/open-page.ts';
import { writeFiles } from '../support/write-project.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CLI = join(ROOT, 'packages/cli/bin/btcp.js');
const CREATE = join(ROOT, 'packages/create-btcp/bin/create-btcp.js');

/** A copy of this process's environment, without what npm and vitest set for programs that they start. */
const ENV: NodeJS.ProcessEnv = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(npm_(?!config_)|VITEST|NODE_ENV|NODE_OPTIONS|CI$)/i.test(name),
  ),
);

let work: string;
let packs: string;
beforeAll(async () => {
  buildPackages();
  work = await mkdtemp(join(tmpdir(), 'btcp-init-'));
  packs = join(work, 'packs');
  await mkdir(packs);
  const names = ['core', 'schema', 'codegen', 'client', 'adapters', 'testing', 'vite', 'cli'];
  const folders = names.map((name) => join(ROOT, 'packages', name));
  await runNpm(ROOT, ['pack', '--ignore-scripts', '--pack-destination', packs, ...folders]);
});
afterAll(() => rm(work, { recursive: true, force: true }));

/** Runs a program, whose output is in the error if it fails. */
async function run(cwd: string, program: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { cwd, env: ENV, maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}

const node = (cwd: string, ...args: readonly string[]): Promise<string> =>
  run(cwd, process.execPath, ...args);

/** Writes an app, runs `btcp init` in it, then its script `build`, and its tests. */
async function begin(
  name: string,
  files: Readonly<Record<string, string>>,
  {
    args = [],
    builds = true,
    says = '\nNext:\n',
    again = 'Nothing to do',
  }: {
    readonly args?: readonly string[];
    readonly builds?: boolean;
    readonly says?: string;
    readonly again?: string;
  } = {},
): Promise<string> {
  const cwd = join(work, name);
  await mkdir(cwd);
  await writeFiles(cwd, files);
  const said = await node(cwd, CLI, 'init', '--yes', '--packs', '../packs', ...args);
  expect(said).toContain(says);
  expect(await node(cwd, CLI, 'init', '--yes', '--packs', '../packs')).toContain(again);
  if (builds) await run(cwd, 'npm', 'run', 'build');
  expect(await run(cwd, 'npm', 'test')).toContain('1 passed');
  return cwd;
}

/** The tools that the browser's agent finds in a page, and what it gets from `readPage`. */
async function callReadPage(page: Page): Promise<unknown> {
  // `waitForFunction` takes a promise for true.
  const count = (): Promise<number> =>
    page.evaluate(async () => ((await document.modelContext?.getTools()) ?? []).length);
  await expect.poll(count, { timeout: 30_000 }).toBe(1);
  const result = await page.evaluate(async () => {
    const [tool] = (await document.modelContext?.getTools()) ?? [];
    return tool && document.modelContext?.executeTool(tool, {});
  });
  return JSON.parse(result ?? 'null');
}

/** Starts a script that serves a page until the test ends. @returns The URL that it says. */
async function serve(cwd: string, script: string, ...args: readonly string[]): Promise<string> {
  const child = spawn('npm', ['run', script, '--', ...args], { cwd, env: ENV, detached: true });
  onTestFinished(() => void (child.pid !== undefined && process.kill(-child.pid)));
  let said = '';
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      said += chunk.toString();
      const url = /http:\/\/(?:127\.0\.0\.1|localhost):\d+/.exec(stripVTControlCharacters(said))?.[0];
      if (url !== undefined) resolve(url);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', () => reject(new Error(`${script} ended: ${said}`)));
  });
}

/** Lists and calls tools as an MCP client does that was told by `--print-config`. */
async function callListScripts(cwd: string): Promise<unknown> {
  const bin = join(cwd, 'node_modules/@btcp/cli/bin/btcp.js');
  const text = await node(cwd, bin, 'serve', '--print-config', 'claude');
  const { mcpServers } = JSON.parse(text) as {
    mcpServers: Record<string, { command: string; args: string[] }>;
  };
  const [server] = Object.values(mcpServers);
  if (!server) throw new Error('No server was printed.');
  return callServer(server, ['listScripts']);
}

/** Starts a server as desktop programs do, from a folder that is not the project's, and calls `listScripts`. */
async function callServer(
  server: { readonly command: string; readonly args: string[] },
  names: readonly string[],
): Promise<unknown> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ ...server, cwd: tmpdir(), stderr: 'ignore' }));
  onTestFinished(() => client.close());
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(names);
  const { structuredContent } = await client.callTool({
    name: 'listScripts',
    arguments: { search: 'serve' },
  });
  return structuredContent;
}

const PASTED = 'server.registerTool(tool.name, tool, mcpHandler(tool, server));';

const MCP_SERVER = `import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import { mcpHandler, standardTools } from '@btcp/adapters/standard-schema';
import { BTCPClient } from '@btcp/client';
import type { Registration } from '@btcp/core';
import { registration } from './generated/registration.ts';

const server = new McpServer({ name: 'orders', version: '1.0.0' });
server.registerTool(
  'add',
  { description: 'Adds two numbers.', inputSchema: z.object({ a: z.number(), b: z.number() }) },
  ({ a, b }) => ({ content: [{ type: 'text', text: String(a + b) }] }),
);
const client = new BTCPClient();
await client.registerManifest(registration);
for (const tool of Object.values(standardTools(client, registration as Registration))) {
  ${PASTED}
}
await server.connect(new StdioServerTransport());
`;

const SCRIPTS = { scripts: [{ name: 'serve:tools', command: 'btcp serve' }] };

/** What `readPage` returns of the apps below. */
const pageOf = (title: string, heading: string, button: string): object => ({
  title,
  headings: [heading],
  buttons: [button],
  links: [],
});

const HTML = (main: string): string =>
  `<!doctype html><link rel="icon" href="data:,"><title>Orders</title><div id="app"></div><script type="module" src="/src/${main}"></script>\n`;

const VITE_SCRIPTS = { dev: 'vite', build: 'vite build', preview: 'vite preview' };
const packageOf = (more: object): string =>
  JSON.stringify({ name: 'orders', private: true, type: 'module', ...more });

describeBrowser('btcp init', (browser) => {
  const open = async (url: string): Promise<Page> => {
    const { page, problems, close } = await openPage(browser(), url);
    onTestFinished(async () => {
      await close();
      expect(problems).toEqual([]);
    });
    return page;
  };

  it('begins a page with React, which an agent reads while it is developed', async () => {
    const cwd = await begin('vite-react', {}, { args: ['--template', 'vite-react'] });
    const page = await open(await serve(cwd, 'dev', '--host', '127.0.0.1', '--port', '0'));
    await page.click('button');
    expect(await callReadPage(page)).toEqual(pageOf('vite-react', 'Counter', 'Count is 1'));
  });

  it('begins a server in an empty folder, which an MCP client calls', async () => {
    const cwd = join(work, 'created');
    const said = await node(work, CREATE, 'created', '--yes', '--template', 'node-mcp', '--packs', 'packs');
    const next = [...said.matchAll(/^ {2}(npx btcp .*?) +#/gm)].map(([, command = '']) => command.split(' '));
    expect(next).toHaveLength(2);
    const [call, config] = await Promise.all(
      next.map(([program = '', ...args]) => run(cwd, program, ...args)),
    );
    expect(call).toContain('"build:tools"');
    expect(config).toContain('"mcpServers"');
    await run(cwd, 'npm', 'run', 'typecheck');
    expect(await run(cwd, 'npm', 'test')).toContain('1 passed');
    expect(await callListScripts(cwd)).toEqual(SCRIPTS);
  });

  // Each installs for most of a minute.
  describe.runIf(process.env['BTCP_RUNS'] === 'full')('before a release', () => {
    it('begins a page without a framework', async () => {
      const cwd = await begin('vite', {}, { args: ['--template', 'vite'] });
      const page = await open(await serve(cwd, 'preview', '--host', '127.0.0.1', '--port', '0'));
      expect(await callReadPage(page)).toEqual(pageOf('vite', 'Counter', 'Count is 0'));
    });

    it('adds tools to a page with Vue', async () => {
      const cwd = await begin('vue', {
        'package.json': packageOf({
          scripts: { ...VITE_SCRIPTS, build: 'vue-tsc -b && vite build' },
          dependencies: { vue: '^3.5.0' },
          devDependencies: {
            '@vitejs/plugin-vue': '^6.0.0',
            '@vue/tsconfig': '^0.9.0',
            typescript: '~6.0.3',
            vite: '^8.3.0',
            'vue-tsc': '^3.0.0',
          },
        }),
        'index.html': HTML('main.ts'),
        'vite.config.ts':
          "import { defineConfig } from 'vite'\nimport vue from '@vitejs/plugin-vue'\nexport default defineConfig({ plugins: [vue()] })\n",
        'tsconfig.json': '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }] }',
        'tsconfig.app.json':
          '{ "extends": "@vue/tsconfig/tsconfig.dom.json", "compilerOptions": { "types": ["vite/client"] }, "include": ["src/**/*.ts", "src/**/*.vue"] }',
        'src/main.ts':
          "import { createApp } from 'vue'\nimport App from './App.vue'\ncreateApp(App).mount('#app')\n",
        'src/App.vue': '<template><h1>Open orders</h1><button>Pay</button></template>\n',
      });
      const page = await open(await serve(cwd, 'preview', '--host', '127.0.0.1', '--port', '0'));
      expect(await callReadPage(page)).toEqual(pageOf('Orders', 'Open orders', 'Pay'));
    });

    it('adds tools to a page with Svelte, in JavaScript', async () => {
      const cwd = await begin('svelte', {
        'package.json': packageOf({
          scripts: VITE_SCRIPTS,
          devDependencies: { '@sveltejs/vite-plugin-svelte': '^7.0.0', svelte: '^5.0.0', vite: '^8.3.0' },
        }),
        'index.html': HTML('main.js'),
        'vite.config.js':
          "import { svelte } from '@sveltejs/vite-plugin-svelte';\nexport default { plugins: [svelte()] };\n",
        'src/main.js':
          "import { mount } from 'svelte';\nimport App from './App.svelte';\nmount(App, { target: document.querySelector('#app') });\n",
        'src/App.svelte': '<h1>Open orders</h1><button>Pay</button>\n',
      });
      const page = await open(await serve(cwd, 'preview', '--host', '127.0.0.1', '--port', '0'));
      expect(await callReadPage(page)).toEqual(pageOf('Orders', 'Open orders', 'Pay'));
    });

    it('adds tools to pages of SvelteKit', async () => {
      const cwd = await begin('sveltekit', {
        'package.json': packageOf({
          scripts: { ...VITE_SCRIPTS, prepare: 'svelte-kit sync' },
          devDependencies: {
            '@sveltejs/adapter-auto': '^7.0.0',
            '@sveltejs/kit': '^2.60.0',
            '@sveltejs/vite-plugin-svelte': '^7.0.0',
            svelte: '^5.0.0',
            typescript: '~6.0.3',
            vite: '^8.0.0',
          },
        }),
        'svelte.config.js':
          "import adapter from '@sveltejs/adapter-auto';\nexport default { kit: { adapter: adapter() } };\n",
        'vite.config.ts':
          "import { sveltekit } from '@sveltejs/kit/vite';\nimport { defineConfig } from 'vite';\nexport default defineConfig({ plugins: [sveltekit()] });\n",
        'tsconfig.json':
          '{ "extends": "./.svelte-kit/tsconfig.json", "compilerOptions": { "strict": true } }',
        'src/app.html':
          '<!doctype html><html lang="en"><head><title>Orders</title><link rel="icon" href="data:," />%sveltekit.head%</head><body><div>%sveltekit.body%</div></body></html>\n',
        'src/routes/+layout.svelte': `<script lang="ts">
  import { onMount } from 'svelte';
  onMount(() => void import('../btcp'));
  let { children } = $props();
</script>
{@render children()}
`,
        'src/routes/+page.svelte': '<h1>Open orders</h1><button>Pay</button>\n',
      });
      const page = await open(await serve(cwd, 'preview', '--host', '127.0.0.1', '--port', '0'));
      expect(await callReadPage(page)).toEqual(pageOf('Orders', 'Open orders', 'Pay'));
    });

    it('adds tools to a page of Next', async () => {
      const cwd = await begin('next', {
        'package.json': packageOf({
          type: undefined,
          scripts: { dev: 'next dev', build: 'next build', start: 'next start' },
          dependencies: { next: '^16.0.0', react: '^19.2.0', 'react-dom': '^19.2.0' },
          devDependencies: { '@types/node': '^20', '@types/react': '^19.2.0', typescript: '~6.0.3' },
        }),
        'tsconfig.json': JSON.stringify({
          compilerOptions: {
            target: 'ES2022',
            lib: ['dom', 'dom.iterable', 'esnext'],
            strict: true,
            noEmit: true,
            esModuleInterop: true,
            module: 'esnext',
            moduleResolution: 'bundler',
            resolveJsonModule: true,
            isolatedModules: true,
            jsx: 'react-jsx',
            incremental: true,
            plugins: [{ name: 'next' }],
          },
          include: ['next-env.d.ts', '**/*.ts', '**/*.tsx'],
          exclude: ['node_modules'],
        }),
        'app/layout.tsx': `export const metadata = { title: 'Orders', icons: 'data:,' };

export default function RootLayout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
`,
        'app/page.tsx':
          'export default function Page() {\n  return <main><h1>Open orders</h1><button>Pay</button></main>;\n}\n',
      });
      const page = await open(await serve(cwd, 'start', '--hostname', '127.0.0.1', '--port', '0'));
      expect(await callReadPage(page)).toEqual(pageOf('Orders', 'Open orders', 'Pay'));

      const developed = await open(await serve(cwd, 'dev', '--hostname', '127.0.0.1', '--port', '0'));
      expect(await callReadPage(developed)).toEqual(pageOf('Orders', 'Open orders', 'Pay'));
      const tool = join(cwd, 'src/tools/read-page.ts');
      const changed = (await readFile(tool, 'utf8')).replace('title: dom.title', "title: 'Changed'");
      await writeFile(tool, changed);
      await run(cwd, 'npx', 'btcp', 'build');
      await expect
        .poll(() => callReadPage(developed), { timeout: 30_000 })
        .toEqual(pageOf('Changed', 'Open orders', 'Pay'));
    });

    it('adds tools to a page of Angular', async () => {
      const application = {
        builder: '@angular/build:application',
        options: { browser: 'src/main.ts', index: 'src/index.html', tsConfig: 'tsconfig.app.json' },
      };
      const server = { builder: '@angular/build:dev-server', options: { buildTarget: 'orders:build' } };
      const architect = { build: application, serve: server };
      const cwd = await begin('angular', {
        'package.json': packageOf({
          type: undefined,
          version: '1.0.0',
          scripts: { start: 'ng serve', build: 'ng build' },
          dependencies: {
            '@angular/common': '^21.0.0',
            '@angular/compiler': '^21.0.0',
            '@angular/core': '^21.0.0',
            '@angular/platform-browser': '^21.0.0',
            rxjs: '~7.8.0',
            tslib: '^2.3.0',
          },
          devDependencies: {
            '@angular/build': '^21.0.0',
            '@angular/cli': '^21.0.0',
            '@angular/compiler-cli': '^21.0.0',
            typescript: '~5.9.2',
          },
        }),
        'angular.json': JSON.stringify({
          version: 1,
          cli: { analytics: false },
          projects: { orders: { projectType: 'application', root: '', sourceRoot: 'src', architect } },
        }),
        'tsconfig.json': JSON.stringify({
          compilerOptions: {
            target: 'ES2022',
            module: 'preserve',
            strict: true,
            skipLibCheck: true,
            isolatedModules: true,
            importHelpers: true,
          },
          files: [],
          references: [{ path: './tsconfig.app.json' }],
        }),
        'tsconfig.app.json':
          '{ "extends": "./tsconfig.json", "compilerOptions": { "types": [] }, "include": ["src/**/*.ts"], "exclude": ["src/**/*.spec.ts"] }',
        'src/index.html':
          '<!doctype html><title>Orders</title><base href="/"><link rel="icon" href="data:,"><app-root></app-root>\n',
        'src/main.ts': `import { Component } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';

@Component({ selector: 'app-root', template: '<h1>Open orders</h1><button>Pay</button>' })
class App {}

bootstrapApplication(App).catch((error) => console.error(error));
`,
      });
      const page = await open(await serve(cwd, 'start', '--host', '127.0.0.1', '--port', '0'));
      expect(await callReadPage(page)).toEqual(pageOf('Orders', 'Open orders', 'Pay'));
    });

    it('adds tools to a program in JavaScript that npm init began', async () => {
      const cwd = await begin(
        'javascript',
        {
          'package.json': JSON.stringify({ name: 'orders', version: '1.0.0', type: 'commonjs' }),
          'index.js': "console.log(require('node:os').EOL);\n",
        },
        { builds: false },
      );
      expect(await callListScripts(cwd)).toEqual(SCRIPTS);
    });

    it('adds tools to a program in TypeScript that tsc emits', async () => {
      const files = {
        'package.json': packageOf({
          scripts: { build: 'tsc' },
          devDependencies: { typescript: '~6.0.3' },
        }),
        'tsconfig.json':
          '{ "compilerOptions": { "target": "ES2022", "module": "NodeNext", "rootDir": "src", "outDir": "dist", "strict": true }, "include": ["src"] }',
        'src/index.ts': 'export const one: number = 1;\n',
      };
      // Said until it is done.
      const cwd = await begin('emitted', files, { again: 'Set "allowJs": true in tsconfig.json' });
      expect(await callListScripts(cwd)).toEqual(SCRIPTS);
    });

    it('adds tools to a server of the MCP SDK, which offers them beside its own', async () => {
      const cwd = await begin(
        'mcp-server',
        {
          'package.json': packageOf({
            dependencies: { '@modelcontextprotocol/server': '^2.4.0', tsx: '^4.23.0', zod: '^4.3.0' },
          }),
          'server.ts': MCP_SERVER,
        },
        { builds: false, says: PASTED },
      );
      await run(cwd, 'npm', 'run', 'build:tools');
      expect(await callListScripts(cwd)).toEqual(SCRIPTS);
      const tsx = pathToFileURL(join(cwd, 'node_modules/tsx/dist/loader.mjs')).href;
      const server = { command: process.execPath, args: ['--import', tsx, join(cwd, 'server.ts')] };
      expect(await callServer(server, ['add', 'listScripts'])).toEqual(SCRIPTS);
    });

    it('adds tools to a package of a workspace', async () => {
      const root = join(work, 'workspace');
      await writeFiles(root, {
        'package.json': '{ "name": "root", "private": true, "workspaces": ["packages/*"] }',
        'packages/orders/package.json': packageOf({ version: '1.0.0' }),
      });
      const cwd = join(root, 'packages/orders');
      const said = await node(cwd, CLI, 'init', '--yes', '--packs', packs);
      expect(said).toContain(`Node, with npm, in the workspace ${root}.`);
      expect(await run(cwd, 'npm', 'test')).toContain('1 passed');
      expect(
        await node(
          cwd,
          join(root, 'node_modules/@btcp/cli/bin/btcp.js'),
          'call',
          'listScripts',
          '{"search":"serve"}',
        ),
      ).toContain('"btcp serve"');
    });
  });
});
