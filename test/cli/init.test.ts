import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { btcp } from '../support/btcp.ts';
import { writeFiles } from '../support/write-project.ts';

/** Writes files to a folder of its own, outside this repository's workspace. */
async function appWith(files: Readonly<Record<string, string>>): Promise<string> {
  const cwd = await mkdtemp(join(tmpdir(), 'btcp-init-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
  await writeFiles(cwd, files);
  return cwd;
}

const read = (cwd: string, path: string): Promise<string> => readFile(join(cwd, path), 'utf8');
const readJson = async (cwd: string, path: string): Promise<unknown> => JSON.parse(await read(cwd, path));
const init = (cwd: string, ...args: string[]): ReturnType<typeof btcp> =>
  btcp(cwd, 'init', '--yes', '--no-install', ...args);

const VITE = {
  'package.json': `{
    "name": "shop",
    "scripts": { "dev": "vite", "build": "tsc -b && vite build" },
    "devDependencies": { "vite": "^8.0.0", "vue": "^3.5.0", "typescript": "~6.0.0" }
}
`,
  'index.html':
    '<script src="/analytics.js"></script><script type="module" src="/src/main.ts"></script><div id="app"></div>',
  'src/main.ts': "import { createApp } from 'vue'\ncreateApp({}).mount('#app')\n",
  'tsconfig.json': '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }] }',
  'tsconfig.app.json': `{
  "compilerOptions": {
    "lib": ["ES2023"],
    /* Bundler mode */
    "moduleResolution": "bundler",
    "noEmit": true
  },
  "include": ["src"]
}
`,
  '.gitignore': 'node_modules\ndist',
  'pnpm-lock.yaml': '',
};

describe('an app with Vite', () => {
  it('gets what it lacks, and nothing twice', async () => {
    const cwd = await appWith(VITE);
    const { code, out } = await init(cwd);
    expect(code).toBe(0);
    expect(out).toContain('Vite with Vue, with pnpm.\n');
    expect(out).toContain('  new   src/tools/read-page.ts');
    expect(out).toContain("    +import './btcp'\n");
    expect(out).toMatch(
      /Next:\n\n {2}pnpm i +# the packages\n {2}pnpm run dev +# the page with its tools\n$/,
    );
    expect(await read(cwd, 'src/main.ts')).toBe(
      "import { createApp } from 'vue'\nimport './btcp'\ncreateApp({}).mount('#app')\n",
    );
    expect(await read(cwd, '.gitignore')).toBe('node_modules\ndist\ngenerated/\n');
    expect(await read(cwd, 'src/tools/read-page.test.ts')).toMatch(/^\/\/ @vitest-environment node\n/);
    expect(await read(cwd, 'btcp.config.ts')).toBe(`import { defineConfig } from '@btcp/core';

export default defineConfig({
  version: '0.1.0',
  description: 'Tools of this page.',
  tools: ['src/tools/**/*.ts'],
  tsconfig: 'tsconfig.app.json',
});
`);
    expect(await read(cwd, 'tsconfig.app.json')).toBe(`{
  "compilerOptions": {
    "lib": [
      "ES2023",
      "DOM"
    ],
    /* Bundler mode */
    "moduleResolution": "bundler",
    "noEmit": true,
    "allowImportingTsExtensions": true
  },
  "include": ["src"]
}
`);
    const changed = await read(cwd, 'package.json');
    expect(changed).toMatch(/^\{\n {4}"name": "shop",\n/);
    expect(JSON.parse(changed)).toMatchObject({
      scripts: {
        dev: 'vite',
        build: 'tsc -b && vite build',
        prebuild: 'btcp build',
        test: 'vitest run src',
      },
      dependencies: { '@btcp/client': '^0.1.0', '@sinclair/typebox': '^0.34.52' },
      devDependencies: { '@btcp/cli': '^0.1.0', '@btcp/vite': '^0.1.0', vite: '^8.0.0', vitest: '^4.1.12' },
    });
    expect(await init(cwd)).toMatchObject({
      code: 0,
      out: 'Vite with Vue, with pnpm.\nNothing to do: everything is there.\n',
      err: '',
    });
    expect(await read(cwd, 'package.json')).toBe(changed);
  });

  it('builds the tools before a build that checks types beside Vite, as create-vue writes it', async () => {
    const cwd = await appWith({
      ...VITE,
      'package.json': JSON.stringify({
        name: 'shop',
        scripts: {
          build: 'run-p type-check build-only',
          'build-only': 'vite build',
          'type-check': 'vue-tsc --build',
        },
        devDependencies: { vite: '^8.0.0', vue: '^3.5.0', typescript: '~6.0.0' },
      }),
    });
    expect(await init(cwd)).toMatchObject({ code: 0, err: '' });
    expect(await readJson(cwd, 'package.json')).toMatchObject({ scripts: { prebuild: 'btcp build' } });
  });

  it('gets files in the format of its prettier, which leaves others alone', async () => {
    const tsconfig = '{ "compilerOptions": { "lib": ["ES2023"], "noEmit": true } }\n';
    const cwd = await appWith({
      ...VITE,
      'package.json': `${JSON.stringify({ name: 'shop', devDependencies: { prettier: '^3.0.0', vite: '^8.0.0' } }, null, 2)}\n`,
      '.prettierrc': '{ "semi": false }',
      'tsconfig.json': tsconfig,
      '.gitignore': 'node_modules\n',
    });
    await mkdir(join(cwd, 'node_modules'));
    await symlink(
      join(import.meta.dirname, '../../node_modules/prettier'),
      join(cwd, 'node_modules/prettier'),
    );
    expect(await init(cwd)).toMatchObject({ code: 0, err: '' });
    expect(await read(cwd, 'btcp.config.ts')).toBe(`import { defineConfig } from "@btcp/core"

export default defineConfig({
  version: "0.1.0",
  description: "Tools of this page.",
  tools: ["src/tools/**/*.ts"],
})
`);
    expect(await read(cwd, 'src/main.ts')).toContain("import { createApp } from 'vue'\n");
    expect(await read(cwd, 'tsconfig.json')).toBe(`{
  "compilerOptions": {
    "lib": ["ES2023", "DOM"],
    "noEmit": true,
    "allowImportingTsExtensions": true
  }
}
`);
  });

  // Biome is none of this repository's packages; what takes its place removes semicolons.
  it('gets files in the format of its Biome, also where a script is named after prettier', async () => {
    const text = VITE['package.json']
      .replace('"vite": "^8', '"@biomejs/biome": "^2.0.0", "vite": "^8')
      .replace('"dev": "vite"', '"dev": "vite", "prettier": "biome format --write"');
    const cwd = await appWith({
      ...VITE,
      'package.json': text,
      'vite.config.ts':
        "import { defineConfig } from 'vite';\nimport vue from '@vitejs/plugin-vue';\nexport default defineConfig({ plugins: [vue()] });\n",
      'node_modules/@biomejs/biome/package.json':
        '{ "name": "@biomejs/biome", "bin": { "biome": "biome.cjs" } }',
      'node_modules/@biomejs/biome/biome.cjs': `const { readFileSync, writeFileSync } = require('node:fs');
const [command, ...rest] = process.argv.slice(2);
const paths = rest.filter((each) => !each.startsWith('--'));
if (command === 'format') process.exit(readFileSync(paths[0], 'utf8').includes(';') ? 1 : 0);
for (const path of paths) writeFileSync(path, readFileSync(path, 'utf8').replaceAll(';', ''));
`,
    });
    await symlink(
      join(import.meta.dirname, '../../node_modules/prettier'),
      join(cwd, 'node_modules/prettier'),
    );
    expect(await init(cwd)).toMatchObject({ code: 0, err: '' });
    expect(await read(cwd, 'btcp.config.ts')).toContain("import { defineConfig } from '@btcp/core'\n");
    expect(await read(cwd, 'src/main.ts')).toContain("import './btcp'\n");
    expect(await read(cwd, 'vite.config.ts')).toContain("import { defineConfig } from 'vite';\n");
  });

  // ESLint is none of this repository's packages; what its place takes removes semicolons.
  it('gets new files that its ESLint has corrected, and is told once to leave out what is built', async () => {
    const text = VITE['package.json'].replace('"vite": "^8', '"eslint": "^9.0.0", "vite": "^8');
    const cwd = await appWith({
      ...VITE,
      'package.json': text,
      'eslint.config.js': "export default [{ rules: { 'prettier/prettier': ['error', { semi: false }] } }];",
      'node_modules/eslint/package.json': '{ "name": "eslint", "bin": { "eslint": "eslint.cjs" } }',
      'node_modules/eslint/eslint.cjs': `const { readFileSync, writeFileSync } = require('node:fs');
const [, ...paths] = process.argv.slice(2);
for (const path of paths) writeFileSync(path, readFileSync(path, 'utf8').replaceAll(';', ''));
`,
    });
    const { code, out } = await init(cwd);
    expect(code).toBe(0);
    expect(await read(cwd, 'src/btcp.ts')).not.toContain(';');
    expect(await read(cwd, 'package.json')).toContain('"@btcp/client"');
    expect(out.match(/ignores:/g)).toHaveLength(1);
    expect(out).toContain("Leave it out in eslint.config.js:\n\n  { ignores: ['generated/'] },\n");
  });

  it.each([
    ['./tsconfig.src.json', 'tsconfig.src.json'],
    ['./src', 'src/tsconfig.json'],
  ])('gets options in the tsconfig that another one lists, as in templates of Nx: %s', async (path, file) => {
    const list = JSON.stringify({ files: [], include: [], references: [{ path }] });
    const { 'tsconfig.app.json': own, ...others } = VITE;
    const cwd = await appWith({ ...others, 'tsconfig.json': list, [file]: own });
    expect(await init(cwd)).toMatchObject({ code: 0 });
    expect(await read(cwd, 'tsconfig.json')).toBe(list);
    expect(await read(cwd, file)).toContain('"DOM"');
    expect(await read(cwd, 'btcp.config.ts')).toContain(`tsconfig: '${file}',`);
  });

  it('builds beside the page, where Vite is older than the plugin', async () => {
    const text = VITE['package.json'].replace('"^8.0.0"', '"^5.2.10"');
    const cwd = await appWith({ ...VITE, 'package.json': text });
    const { code, out } = await init(cwd);
    expect(code).toBe(0);
    expect(out).toContain('The plugin needs Vite 6; with an older one,');
    expect(out).toContain('\n  npx btcp build --watch\n');
    const changed = (await readJson(cwd, 'package.json')) as Readonly<Record<string, object>>;
    expect(changed['scripts']).toMatchObject({ predev: 'btcp build', prebuild: 'btcp build' });
    expect(changed['devDependencies']).not.toHaveProperty('@btcp/vite');
  });

  it('is left as it is by --dry-run, and where nobody can be asked', async () => {
    const cwd = await appWith(VITE);
    const dry = await btcp(cwd, 'init', '--dry-run');
    expect(dry.code).toBe(0);
    expect(dry.out).toContain('  edit  package.json\n');
    expect(dry.out).toContain('    +        "prebuild": "btcp build",\n');
    expect(dry.out.endsWith('Nothing was written (--dry-run).\n')).toBe(true);
    expect(await btcp(cwd, 'init')).toMatchObject({
      code: 1,
      err: 'Nothing was written.\nhelp: Add --yes: there is no terminal to ask on.\n',
    });
    expect(await read(cwd, 'package.json')).toBe(VITE['package.json']);
    await expect(read(cwd, 'btcp.config.ts')).rejects.toThrow('ENOENT');
  });

  it.each([
    ['ts', 'btcp.config.ts', "export default { tools: ['src/tools/*.ts'], outDir: 'src/made' };\n"],
    ['jsx', 'btcp.config.json', '{ "tools": ["src/tools/*.jsx"], "outDir": "src/made" }\n'],
  ])('keeps files, scripts and tools of its author, in %s with %s', async (extension, config, settings) => {
    const mine = {
      'src/btcp.ts': '// Mine.\n',
      [`src/tools/own.${extension}`]: '// Mine, too.\n',
      [config]: settings,
    };
    const scripts = { dev: 'vite', predev: 'echo mine', test: 'jest' };
    const cwd = await appWith({
      ...VITE,
      ...mine,
      'package.json': JSON.stringify({ name: 'a', devDependencies: { vite: '8' }, scripts }),
    });
    const { code, out } = await init(cwd);
    expect(code).toBe(0);
    expect(out).not.toContain("the tool's test");
    for (const [path, text] of Object.entries(mine)) expect(await read(cwd, path)).toBe(text);
    await expect(read(cwd, 'src/tools/read-page.ts')).rejects.toThrow('ENOENT');
    expect(await readJson(cwd, 'package.json')).toMatchObject({
      scripts: { ...scripts, 'test:tools': 'vitest run src/tools' },
    });
    expect(await read(cwd, '.gitignore')).toContain('src/made/\n');
  });

  it('gets a tool beside what else it has in a folder of that name', async () => {
    const own =
      "export const defineTool = (tool) => tool;\nexport const ruler = defineTool({ unit: 'cm' });\n";
    const cwd = await appWith({ ...VITE, 'src/tools/ruler/index.ts': own });
    expect((await init(cwd)).out).toContain('  new   src/tools/read-page.ts');
    expect((await init(cwd)).out).toContain('Nothing to do');
    const other = await appWith({
      ...VITE,
      'src/tools/mine.ts': "import { defineTool } from '@btcp/core';\n",
    });
    expect((await init(other)).out).not.toContain('read-page.ts');
  });

  it('gets the skill for coding agents where it is asked for', async () => {
    const cwd = await appWith(VITE);
    await btcp(cwd, 'init', '--yes', '--no-install', '--skill');
    expect(await read(cwd, '.claude/skills/btcp/SKILL.md')).toMatch(/^---\nname: btcp\n/);
    expect((await btcp(cwd, 'init', '--yes', '--no-install', '--skill')).out).toContain('Nothing to do');
    const other = await appWith(VITE);
    await init(other);
    await expect(read(other, '.claude/skills/btcp/SKILL.md')).rejects.toThrow('ENOENT');
  });

  it('is told again what it has to do itself, until that is done', async () => {
    const config = "export default defineConfig(({ mode }) => ({ base: mode === 'a' ? '/a' : '/' }));\n";
    const cwd = await appWith({ ...VITE, 'vite.config.ts': config });
    const step = 'Add the plugin to vite.config.ts:';
    expect((await init(cwd)).out).toContain(step);
    const again = (await init(cwd)).out;
    expect(again).toContain(step);
    expect(again).not.toContain('Nothing to do');
    await writeFiles(cwd, { 'vite.config.ts': `import { btcp } from '@btcp/vite';\n${config}` });
    expect((await init(cwd)).out).toContain('Nothing to do: everything is there.\n');
  });

  it('says what to paste where its first module is not found', async () => {
    const cwd = await appWith({ ...VITE, 'index.html': '<script type="module">import "./x.js"</script>' });
    for (const { out } of [await btcp(cwd, 'init', '--dry-run'), await init(cwd)])
      expect(out).toContain("\nImport the tools in the page's first module:\n\n  import '/src/btcp';\n");
  });
});

describe('a program in Node', () => {
  it("names only its author's tools, where there are some", async () => {
    const cwd = await appWith({
      'package.json': '{ "name": "a", "type": "module" }',
      'src/tools/own.ts': "import { defineTool } from '@btcp/core';\n",
    });
    const { out } = await init(cwd);
    expect(out).not.toContain('listScripts');
    expect(out).toContain('  npx btcp serve --print-config claude-code ');
  });

  it('gets a tool, and a config for TypeScript where it has none', async () => {
    const cwd = await appWith({
      'package.json': '{"name":"a","scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}',
      'index.js': 'console.log(1);\n',
    });
    const { out } = await init(cwd);
    expect(out).toContain('Node, with npm.\n');
    expect(await read(cwd, 'src/tools/list-scripts.ts')).toContain('import.meta.url');
    expect(await readJson(cwd, 'tsconfig.json')).toMatchObject({
      compilerOptions: { types: ['node'], noEmit: true },
      include: ['btcp.config.ts', 'src/tools', 'generated'],
    });
    expect(await readJson(cwd, 'package.json')).toMatchObject({
      scripts: { 'build:tools': 'btcp build', 'serve:tools': 'btcp serve', test: 'vitest run src' },
      devDependencies: { '@modelcontextprotocol/server': '^2.4.0' },
    });
  });

  it('with a page of its own is told once how that gets tools', async () => {
    const cwd = await appWith({ 'package.json': '{ "name": "a" }', 'index.html': '<p></p>' });
    const { out } = await init(cwd);
    expect(out).toContain('Node, with npm.\n');
    expect(out).toContain('<script src="webmcp.js" data-grant="dom:read">');
    expect((await init(cwd)).out).toContain('Nothing to do: everything is there.\n');
  });

  it.each(['vite', 'electron', 'react', 'webpack'])(
    'with %s is told how a page gets tools',
    async (maker) => {
      const cwd = await appWith({
        'package.json': `{ "name": "a", "devDependencies": { "${maker}": "^8.0.0" } }`,
      });
      const { out } = await init(cwd);
      expect(out).toContain(
        `The app has ${maker}, but no index.html with Vite, so this tool is for a program.`,
      );
      expect(out).toContain('  await bindWebMcp(client);\n');
      expect((await init(cwd)).out).not.toContain('@btcp/vite');
    },
  );

  it.each([
    { 'package.json': '{ "name": "a", "workspaces": ["packages/*"] }' },
    { 'package.json': '{ "name": "a" }', 'pnpm-workspace.yaml': "packages: ['packages/*']\n" },
  ])('at the root of a workspace is told where else', async (files) => {
    const { out } = await init(await appWith(files));
    expect(out).toContain(
      '\nThis is the root of a workspace. An app in it gets tools of its own by:\n\n  npx btcp init',
    );
  });

  it('is told what ESLint and tsc have to know, until they do', async () => {
    const tsconfig = (options: object, include = ['src/**/*', 'generated']): string =>
      JSON.stringify({ compilerOptions: { module: 'nodenext', outDir: 'dist', ...options }, include });
    const cwd = await appWith({
      'package.json': '{"name":"a","type":"module","devDependencies":{"typescript":"6","vitest":"4"}}',
      'tsconfig.json': tsconfig({ types: ['node'] }),
      'eslint.config.js': 'export default [];',
    });
    const { out } = await init(cwd);
    expect(out).toContain("Leave it out in eslint.config.js:\n\n  { ignores: ['generated/'] },\n");
    expect(out).toContain('Set "allowJs": true in tsconfig.json where tsc compiles');
    await writeFiles(cwd, { 'tsconfig.json': tsconfig({ types: ['node'] }, ['./src']) });
    expect((await init(cwd)).out).toContain(
      'Set "allowJs": true, and add "generated" to `include` in tsconfig.json where tsc compiles',
    );
    await writeFiles(cwd, {
      'tsconfig.json': tsconfig({ types: ['node'], allowJs: true }),
      'eslint.config.js': "export default [{ ignores: ['generated/'] }];",
    });
    expect((await init(cwd)).out).toContain('Nothing to do: everything is there.\n');
  });

  it('gets output below src, and no import.meta, where its compiler asks for that', async () => {
    const cwd = await appWith({
      'package.json': '{"name":"a","devDependencies":{"@types/jest":"30","typescript":"5"}}',
      'tsconfig.json':
        '{ "compilerOptions": { "module": "commonjs", "rootDir": "./src", "outDir": "dist" } }',
    });
    const { out } = await init(cwd);
    expect(out).toContain('tsconfig.json has "moduleResolution": "node"');
    expect(await read(cwd, 'btcp.config.ts')).toContain("  outDir: 'src/generated',\n");
    expect(await read(cwd, 'src/tools/list-scripts.ts')).not.toContain('import.meta');
    expect(await read(cwd, 'src/tools/list-scripts.test.ts')).toContain("from './list-scripts.js'");
    expect(await readJson(cwd, 'package.json')).toMatchObject({ scripts: { test: 'vitest run src' } });
    expect(await readJson(cwd, 'tsconfig.json')).toMatchObject({
      compilerOptions: { types: ['node', 'jest'] },
    });
  });

  it.each([
    ['node16', '{"name":"a"}', true],
    ['Node18', '{"name":"a","type":"commonjs"}', true],
    ['nodenext', '{"name":"a"}', false],
    ['node16', '{"name":"a","type":"module"}', false],
  ])('is told where its compiler refuses ES modules: %s of %s', async (module, fields, isTold) => {
    const cwd = await appWith({
      'package.json': fields,
      'tsconfig.json': JSON.stringify({ compilerOptions: { module, outDir: 'dist' } }),
    });
    const { out } = await init(cwd);
    expect(out.includes(`tsconfig.json has "module": "${module}"`)).toBe(isTold);
    expect(out.includes('Use "nodenext" and TypeScript 5.8 or later')).toBe(isTold);
    // What it compiles may be in dist/src.
    expect(await readJson(cwd, 'package.json')).toMatchObject({
      scripts: { test: 'vitest run src --exclude "dist/**"' },
    });
  });

  it('gets ES modules as its compiler takes them by default for a bundler', async () => {
    const cwd = await appWith({
      'package.json': '{"name":"a","type":"module"}',
      'tsconfig.json': '{ "compilerOptions": { "target": "ES2022", "moduleResolution": "Bundler" } }',
    });
    await init(cwd);
    expect(await readJson(cwd, 'tsconfig.json')).toMatchObject({ compilerOptions: { module: 'esnext' } });
  });

  it.each([
    ['@modelcontextprotocol/server', 'server.registerTool(tool.name, tool, mcpHandler(tool, server));'],
    // It takes only schemas of Zod.
    ['@modelcontextprotocol/sdk', 'server.registerTool(tool.name, { description, annotations, inputSchema }'],
  ])('that serves MCP by %s already gets a note about its tools', async (sdk, line) => {
    const cwd = await appWith({
      'package.json': `{"name":"a","type":"module","dependencies":{"${sdk}":"1","zod":"4"}}`,
    });
    const { out } = await init(cwd);
    expect(out).toContain('an MCP server in Node, with npm.\n');
    expect(out).toContain('  npx btcp import --from mcp-server --out src/tools -- ');
    // Without a type for all, the loop compiles only as long as there is one tool.
    expect(out).toContain('Object.values(standardTools(client, registration as Registration))');
    expect(out).toContain(line);
  });
});

describe('an app with Next', () => {
  const LAYOUT = `import './globals.css';

export default function RootLayout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en">
      <body>
        {children}
      </body>
    </html>
  );
}
`;
  const NEXT = {
    'package.json': '{"name":"a","dependencies":{"next":"16","react":"19"}}',
    'tsconfig.json': '{"compilerOptions":{"noEmit":true,"moduleResolution":"bundler"}}',
  };

  it.each([
    ['app', '../src/btcp'],
    ['src/app', '../btcp'],
  ])('gets a client component in %s', async (folder, glue) => {
    const cwd = await appWith({ ...NEXT, [`${folder}/layout.tsx`]: LAYOUT });
    await init(cwd);
    expect(await read(cwd, `${folder}/btcp-tools.tsx`)).toContain(`import('${glue}')`);
    expect(await read(cwd, `${folder}/layout.tsx`)).toBe(
      LAYOUT.replace("css';\n", "css';\nimport { BtcpTools } from './btcp-tools';\n").replace(
        '        {children}\n',
        '        {children}\n        <BtcpTools />\n',
      ),
    );
    expect((await init(cwd)).out).toBe('Next, with npm.\nNothing to do: everything is there.\n');
  });

  it('says what to paste where its layout has none', async () => {
    const cwd = await appWith({ ...NEXT, 'pages/index.tsx': 'export default () => null;\n' });
    expect((await init(cwd)).out).toContain(
      "Put the component of the tools into the body of the layout:\n\n  import { BtcpTools } from './btcp-tools';\n",
    );
  });
});

describe('an app with Angular', () => {
  const MAIN = `import { bootstrapApplication } from '@angular/platform-browser';
import { App } from './app/app';

bootstrapApplication(App);
`;
  const IMPORTING = MAIN.replace("app';\n", "app';\nimport './btcp';\n");
  const application = (options: object): object => ({
    projectType: 'application',
    architect: { build: { builder: '@angular/build:application', options } },
  });
  const angularWith = (projects: object, dependencies: object = {}): Readonly<Record<string, string>> => ({
    'package.json': JSON.stringify({
      name: 'board',
      scripts: { start: 'ng serve', build: 'ng build', test: 'ng test' },
      dependencies: { '@angular/core': '^21.2.0', ...dependencies },
    }),
    'angular.json': JSON.stringify({ version: 1, projects }),
    'tsconfig.json':
      '{ "compilerOptions": { "module": "preserve" }, "files": [], "references": [{ "path": "./tsconfig.app.json" }] }',
    'tsconfig.app.json':
      '{ "extends": "./tsconfig.json", "compilerOptions": { "types": [] }, "include": ["src/**/*.ts"] }',
    'src/main.ts': MAIN,
  });
  const ONE = { board: application({ browser: 'src/main.ts' }), ui: { projectType: 'library' } };

  it('gets tools of a page, which its first module imports', async () => {
    const cwd = await appWith(angularWith(ONE));
    const { out } = await init(cwd);
    expect(out).toContain('Angular, with npm.\n');
    expect(out).toMatch(
      /Next:\n\n {2}npm i +# the packages\n {2}npm run start +# the page with its tools\n$/,
    );
    expect(await read(cwd, 'src/main.ts')).toBe(IMPORTING);
    expect(await read(cwd, 'src/btcp.ts')).toContain("from '../generated/registration'");
    // `ng build` leaves out `*.spec.ts`, and `ng test` runs it.
    expect(await read(cwd, 'src/tools/read-page.spec.ts')).toContain("from './read-page'");
    expect(await read(cwd, 'btcp.config.ts')).toContain("  tsconfig: 'tsconfig.app.json',\n");
    expect(await readJson(cwd, 'tsconfig.app.json')).toMatchObject({ compilerOptions: { types: [] } });
    expect(await readJson(cwd, 'package.json')).toMatchObject({
      scripts: {
        prestart: 'btcp build',
        prebuild: 'btcp build',
        test: 'ng test',
        'test:tools': 'vitest run src/tools',
      },
      dependencies: { '@btcp/client': '^0.1.0' },
    });
    expect((await init(cwd)).out).toBe('Angular, with npm.\nNothing to do: everything is there.\n');
  });

  it('is told that Yarn runs no script before another', async () => {
    const cwd = await appWith({ ...angularWith(ONE), 'yarn.lock': '__metadata:\n  version: 8\n' });
    expect((await init(cwd)).out).toContain(
      '\nYarn 2 and later run no script such as "prestart": there, let the scripts that need the tools begin with `btcp build &&`.\n',
    );
    expect((await init(cwd)).out).toContain('Nothing to do: everything is there.\n');
  });

  it('of version 20 gets no test that Karma would run, and the Vitest that Angular takes', async () => {
    const cwd = await appWith(angularWith(ONE, { '@angular/core': '^20.3.0', karma: '~6.4.0' }));
    await init(cwd);
    expect(await read(cwd, 'src/tools/read-page.test.ts')).toContain("from './read-page'");
    expect(await readJson(cwd, 'package.json')).toMatchObject({ devDependencies: { vitest: '^3.2.4' } });
  });

  it('is told what to import where it has another application, until it does', async () => {
    const main = { 'projects/shop/src/main.ts': MAIN };
    const shop = application({ main: 'projects/shop/src/main.ts' });
    const cwd = await appWith({ ...angularWith({ shop, ...ONE }), ...main });
    const step = "Import the tools in the application's first module:\n\n  import '../../../src/btcp';\n";
    expect((await init(cwd)).out).toContain(step);
    expect((await init(cwd)).out).toContain(step);
    expect(await read(cwd, 'src/main.ts')).toBe(MAIN);
    await writeFiles(cwd, { 'projects/shop/src/main.ts': `import '../../../src/btcp';\n${MAIN}` });
    expect((await init(cwd)).out).toContain('Nothing to do: everything is there.\n');

    const alone = await appWith({ ...angularWith({ shop }), ...main });
    await init(alone);
    expect(await read(alone, 'projects/shop/src/main.ts')).toContain("\nimport '../../../src/btcp';\n");
  });
});

describe('an app of a framework that serves pages by files of its own', () => {
  it.each([
    [
      'SvelteKit',
      '@sveltejs/kit',
      { root: 'src/routes/+layout.svelte', line: "onMount(() => void import('../btcp'));" },
      { config: 'vite.config.ts', plugin: 'plugins: [btcp()]' },
    ],
    [
      'Nuxt',
      'nuxt',
      { root: 'app/app.vue', line: "onMounted(() => void import('~~/src/btcp'));" },
      {
        config: 'nuxt.config.ts',
        plugin:
          "Add the plugin to nuxt.config.ts:\n\n  import { btcp } from '@btcp/vite';\n  …\n    vite: { plugins: [btcp({ configFile: '../btcp.config.ts' })] },\n",
      },
    ],
    [
      'Astro',
      'astro',
      { root: 'src/pages/index.astro', line: "  import '../btcp';" },
      {
        config: 'astro.config.mjs',
        plugin:
          "Add the plugin to astro.config.mjs:\n\n  import { btcp } from '@btcp/vite';\n  …\n    vite: { plugins: [btcp()] },\n",
      },
    ],
    [
      'React Router',
      '@react-router/dev',
      { root: 'app/root.tsx', line: "useEffect(() => void import('../src/btcp'), []);" },
      { config: 'vite.config.ts', plugin: 'plugins: [btcp()]' },
    ],
    [
      'TanStack Start',
      '@tanstack/react-start',
      { root: 'src/routes/__root.tsx', line: "useEffect(() => void import('../btcp'), []);" },
      { config: 'vite.config.ts', plugin: 'plugins: [btcp()]' },
    ],
    [
      'SolidStart',
      '@solidjs/start',
      { root: 'src/entry-client.tsx', line: "import './btcp';" },
      { config: 'vite.config.ts', plugin: 'plugins: [btcp()]' },
    ],
    [
      'Vike',
      'vike',
      { root: 'pages/+client.ts', line: "import '../src/btcp';" },
      { config: 'vite.config.ts', plugin: 'plugins: [btcp()]' },
    ],
  ])('of %s gets tools of a page, and is told where to load them', async (...row) => {
    const [title, name, { root, line }, { config, plugin }] = row;
    const cwd = await appWith({
      'package.json': JSON.stringify({ name: 'a', type: 'module', devDependencies: { [name]: '7' } }),
      'tsconfig.json': '{ "extends": "./.framework/tsconfig.json" }',
      [config]: 'export default { plugins: [] };\n',
      [root]: '<h1>Orders</h1>\n',
    });
    const { out } = await init(cwd);
    expect(out).toContain(`${title}, with npm.\n`);
    expect(out).toContain(`Load the tools in ${root}, in the browser alone:\n\n`);
    expect(out).toContain(`  ${line}\n`);
    expect(await read(cwd, 'src/btcp.ts')).toContain("from '../generated/registration'");
    expect(await readJson(cwd, 'package.json')).toMatchObject({
      scripts: { prebuild: 'btcp build', test: 'vitest run src' },
      devDependencies: { '@btcp/vite': expect.any(String) as string },
    });
    // In Vite's own config it is added.
    expect(`${out}${await read(cwd, config)}`).toContain(plugin);
    expect(await read(cwd, 'tsconfig.json')).toBe('{ "extends": "./.framework/tsconfig.json" }');
    await writeFiles(cwd, { [root]: line, [config]: "import { btcp } from '@btcp/vite';\n" });
    expect((await init(cwd)).out).toBe(`${title}, with npm.\nNothing to do: everything is there.\n`);
  });
});

it('leaves the tsconfig that a framework writes, as Nuxt 4 does, to which that of the app refers', async () => {
  const own = '{ "compilerOptions": { "noEmit": true, "module": "preserve" } }';
  const cwd = await appWith({
    'package.json': '{ "name": "a", "type": "module", "devDependencies": { "nuxt": "^4.0.0" } }',
    'tsconfig.json': '{ "files": [], "references": [{ "path": "./.nuxt/tsconfig.app.json" }] }',
    '.nuxt/tsconfig.app.json': own,
    'nuxt.config.ts': 'export default defineNuxtConfig({});\n',
    'app/app.vue': '<template><NuxtPage /></template>\n',
  });
  await init(cwd);
  expect(await read(cwd, '.nuxt/tsconfig.app.json')).toBe(own);
  expect(await read(cwd, 'btcp.config.ts')).toContain("tsconfig: '.nuxt/tsconfig.app.json'");
});

it('takes the root component of Nuxt 3 beside its config, where the root of Vite is, too', async () => {
  const cwd = await appWith({
    'package.json':
      '{ "name": "a", "type": "module", "scripts": { "prepare": "nuxt prepare" }, "devDependencies": { "nuxt": "^3.15.0" } }',
    'tsconfig.json': '{ "extends": "./.nuxt/tsconfig.json" }',
    'nuxt.config.ts': 'export default defineNuxtConfig({});\n',
    'app.vue': '<template><NuxtPage /></template>\n',
  });
  const { out } = await init(cwd);
  expect(out).toContain('Load the tools in app.vue, in the browser alone:');
  expect(out).toContain('    vite: { plugins: [btcp()] },\n');
  expect(await read(cwd, 'package.json')).not.toContain('postinstall');
});

it.each([
  ['Vite 5', { '@sveltejs/kit': '^2.0.0', vite: '^5.4.0' }],
  ['Astro 4', { astro: '^4.12.0' }],
  ['Nuxt 3.14', { nuxt: '^3.14.1592' }],
])('builds tools beside a framework with %s, which has no plugin', async (_, devDependencies) => {
  const cwd = await appWith({
    'package.json': JSON.stringify({ name: 'a', type: 'module', devDependencies }),
  });
  const { out } = await init(cwd);
  expect(out).toContain('The plugin needs Vite 6;');
  expect(out).toContain('npx btcp build --watch');
  expect(await readJson(cwd, 'package.json')).toMatchObject({
    scripts: { predev: 'btcp build', prebuild: 'btcp build' },
  });
  expect(await read(cwd, 'package.json')).not.toContain('@btcp/vite');
});

describe('an app in JavaScript with a jsconfig.json', () => {
  const APP = {
    'package.json':
      '{ "name": "a", "type": "module", "devDependencies": { "@sveltejs/kit": "2", "vite": "7" } }',
    'vite.config.js': 'export default { plugins: [] };\n',
  };

  it('has the tools read what its framework generates for it', async () => {
    const cwd = await appWith({ ...APP, 'jsconfig.json': '{ "extends": "./.svelte-kit/tsconfig.json" }' });
    await init(cwd);
    const tsconfig = (await readJson(cwd, 'tsconfig.json')) as object;
    expect(tsconfig).toMatchObject({
      extends: './.svelte-kit/tsconfig.json',
      compilerOptions: { strict: true, allowJs: true, allowImportingTsExtensions: true },
    });
    expect(tsconfig).not.toHaveProperty('include');
    expect(await readJson(cwd, 'package.json')).toMatchObject({
      scripts: { prepare: "svelte-kit sync || echo ''" },
    });
  });

  it('gives the tools its aliases', async () => {
    const paths = { '@/*': ['./src/*'] };
    const cwd = await appWith({
      ...APP,
      'jsconfig.json': `{ /* of the editor */ "compilerOptions": { "paths": ${JSON.stringify(paths)} } }`,
    });
    await init(cwd);
    expect(await readJson(cwd, 'tsconfig.json')).toMatchObject({
      compilerOptions: { paths, allowJs: true },
      include: ['btcp.config.ts', 'src/tools', 'src/btcp.ts', 'generated'],
    });
  });
});

it('names the tools after the folder of an app without a name', async () => {
  const cwd = await appWith({ 'package.json': '{ "private": true, "type": "module" }' });
  await init(cwd);
  expect(await read(cwd, 'btcp.config.ts')).toMatch(/^ {2}name: 'btcp-init-[a-z0-9-]+',$/m);
});

it('asks for a Vitest that takes the types of Node 18, and says which TypeScript the types need', async () => {
  const devDependencies = { '@types/node': '18.16.9', typescript: '~5.2.2' };
  const cwd = await appWith({
    'package.json': JSON.stringify({ name: 'a', type: 'module', devDependencies }),
    'tsconfig.json': '{ "compilerOptions": { "module": "NodeNext" } }',
  });
  const { out } = await init(cwd);
  expect(out).toContain('The types of @btcp need TypeScript 5.5 or later, and package.json asks for ~5.2.2.');
  expect(await readJson(cwd, 'package.json')).toMatchObject({ devDependencies: { vitest: '^3.2.4' } });
});

describe("a workspace's package", () => {
  it('takes the package manager of the workspace', async () => {
    const root = await appWith({
      'package.json': '{"name":"root","workspaces":["packages/*"]}',
      'yarn.lock': '',
      'packages/a/package.json': '{"name":"a","type":"module"}',
    });
    const { out } = await init(join(root, 'packages/a'));
    expect(out).toContain(`Node, with yarn, in the workspace ${root}.\n`);
    expect(out).toContain('  yarn run btcp call listScripts');
    expect(await read(root, 'packages/a/src/tools/list-scripts.ts')).toContain('listScripts');
    expect(await read(root, 'package.json')).toBe('{"name":"root","workspaces":["packages/*"]}');
  });

  it("keeps what leads to its modules in the workspace's tsconfig", async () => {
    const root = await appWith({
      'package.json': '{"name":"root","workspaces":["packages/*"]}',
      'tsconfig.json': '{"compilerOptions":{"paths":{"~/*":["./packages/a/src/*"]}}}',
      'packages/a/package.json': '{"name":"a","type":"module"}',
    });
    const cwd = join(root, 'packages/a');
    await init(cwd);
    expect(await readJson(cwd, 'tsconfig.json')).toMatchObject({
      extends: '../../tsconfig.json',
      include: ['btcp.config.ts', 'src/tools', 'generated'],
    });
    expect((await init(cwd)).out).toContain('Nothing to do: everything is there.\n');
  });

  // pnpm and Yarn ignore those of other packages.
  it.each([
    ['pnpm', { 'pnpm-workspace.yaml': "packages: ['packages/*']\n", 'pnpm-lock.yaml': '' }],
    ['yarn', { 'package.json': '{"name":"root","workspaces":["packages/*"]}', 'yarn.lock': '' }],
  ])('says at the root of a workspace of %s where what is not released comes from', async (_, workspace) => {
    const names = ['core', 'schema', 'codegen', 'client', 'adapters', 'testing', 'vite', 'cli'];
    const packs = names.map((name) => [`packs/btcp-${name}-0.1.0.tgz`, '']);
    const own = '{"name":"a","type":"module"}';
    const root = await appWith({
      ...workspace,
      ...Object.fromEntries(packs),
      'packages/a/package.json': own,
    });
    const cwd = join(root, 'packages/a');
    const { out } = await init(cwd, '--packs', '../../packs');
    expect(out).toContain('../../package.json');
    expect(await readJson(root, 'package.json')).toMatchObject({
      resolutions: { '@btcp/core': 'file:packs/btcp-core-0.1.0.tgz' },
    });
    const changed = await readJson(root, 'packages/a/package.json');
    expect(changed).toMatchObject({ dependencies: { '@btcp/core': 'file:../../packs/btcp-core-0.1.0.tgz' } });
    expect(changed).not.toHaveProperty('resolutions');
    expect((await init(cwd, '--packs', '../../packs')).out).toContain(
      'Nothing to do: everything is there.\n',
    );
  });
});

describe('a folder', () => {
  it.each(['vite-react', 'vite', 'node-mcp'])('begins as %s', async (template) => {
    const cwd = await appWith({});
    const { code, out } = await init(cwd, 'My app', '--template', template);
    expect(code).toBe(0);
    expect(out).toContain('Next, in My app:\n\n  npm i');
    expect(await readJson(cwd, 'My app/package.json')).toMatchObject({ name: 'my-app', type: 'module' });
    expect((await init(cwd, 'My app')).out).toContain('Nothing to do: everything is there.\n');
  });

  it('that is not empty keeps its app', async () => {
    const cwd = await appWith({ 'notes.txt': '' });
    expect(await init(cwd, '--template', 'vite')).toMatchObject({
      code: 1,
      err: 'btcp: This folder is not empty, so it cannot begin as vite.\nhelp: Leave out --template to add tools to the app that is there, or name an empty folder.\n',
    });
    expect(await init(cwd)).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no package.json here.'),
    });
  });

  it('of packages has to have all of them', async () => {
    const cwd = await appWith({ 'package.json': '{"name":"a"}' });
    await mkdir(join(cwd, 'packs'));
    await writeFiles(cwd, { 'packs/btcp-core-0.1.0.tgz': '' });
    expect((await init(cwd, '--packs', 'packs')).err).toContain(
      '--packs packs has no tarball of @btcp/schema.',
    );
    expect((await init(cwd, '--packs', 'nowhere')).err).toContain('there is no such path');
  });
});

it.each([
  ['a link out of the folder among them', '{"name":"a"}', '.gitignore leads out of the current folder: '],
  [
    'scripts that are a list',
    '{"name":"a","scripts":["x"]}',
    '`scripts` is not an object, so "build:tools" ',
  ],
])('writes none of its files where there is %s', async (_, fields, message) => {
  const cwd = await appWith({ 'package.json': fields });
  await symlink(join(tmpdir(), 'nowhere'), join(cwd, '.gitignore'));
  const { code, err } = await init(cwd);
  expect([code, err]).toEqual([1, expect.stringContaining(`btcp: ${message}`)]);
  expect((await readdir(cwd)).sort()).toEqual(['.gitignore', 'package.json']);
});

it.each([
  ['{', 'package.json is not a JSON object.'],
  ['{"name":"a","devDependencies":{"vitest":"^1.6.0"}}', 'package.json asks for vitest ^1.6.0'],
])('refuses package.json %j', async (text, reason) => {
  const cwd = await appWith({ 'package.json': text });
  const { code, err } = await init(cwd);
  expect([code, err]).toEqual([1, expect.stringContaining(reason)]);
  expect(await read(cwd, 'package.json')).toBe(text);
});

it.each([
  ['.pnp.cjs', 'Write `nodeLinker: node-modules` into .yarnrc.yml'],
  ['deno.lock', 'Install it with npm, pnpm, Yarn or Bun'],
])('refuses an app with %s, and says what works', async (name, help) => {
  const cwd = await appWith({ 'package.json': '{}', [name]: '{}' });
  const { code, err } = await init(cwd);
  expect([code, err]).toEqual([1, expect.stringContaining(help)]);
  expect(await readdir(cwd)).toHaveLength(2);
});
