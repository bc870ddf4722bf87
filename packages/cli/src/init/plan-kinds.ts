import { readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { addImport, addVitePlugin, type VitePlugin } from '@btcp/codegen/internal';
import { isObject } from '@btcp/schema/internal';
import { InputError } from '../errors.ts';
import { ANGULAR_CONFIG, CONFIGS, VITE_CONFIGS } from './detect-app.ts';
import { extensionFor, type KindPlan, type Note, type Plan, type ProjectFiles } from './project-files.ts';
import { listScriptsOf, listScriptsTest } from './samples/node-samples.ts';
import { glueOf, nextComponentOf, nextGlueOf, READ_PAGE, readPageTest } from './samples/page-samples.ts';
import { isOlder, parseJson, textField } from '../system/read-package.ts';
import { type Site, siteOf } from './sites.ts';

export async function planVite(plan: Plan, outDir: string): Promise<KindPlan> {
  planPageTool(plan);
  const glue = planGlue(plan, outDir);
  await importGlue(plan, glue);
  const next = [{ script: 'dev', says: 'the page with its tools' }];
  if (isOlder(plan.app.dependencies['vite'], PLUGIN_VITE)) return { ...withoutPlugin(plan), next };
  await planVitePlugin(plan);
  return {
    // A compiler that runs before Vite, or beside it as in apps of create-vue, needs what is built.
    scripts: plan.app.isTypeScript ? { prebuild: 'btcp build' } : {},
    packages: [PLUGIN.from],
    next,
  };
}

/** The first version of Vite that the plugin takes. */
const PLUGIN_VITE = 6;

function withoutPlugin({ notes }: Plan): Omit<KindPlan, 'next'> {
  notes.push({
    text: `The plugin needs Vite ${PLUGIN_VITE}; with an older one, this builds the tools beside the page as they change:`,
    paste: 'npx btcp build --watch',
  });
  return { scripts: { predev: 'btcp build', prebuild: 'btcp build' } };
}

const PLUGIN: VitePlugin = { name: 'btcp', from: '@btcp/vite' };

/** Lets Vite build the tools. */
async function planVitePlugin({ files, notes }: Plan): Promise<void> {
  const config = files.find(VITE_CONFIGS) ?? 'vite.config.js';
  const text = files.read(config) ?? 'export default {};\n';
  if (text.includes(PLUGIN.from)) return;
  const added = await addVitePlugin(text, PLUGIN);
  if (added === undefined)
    notes.push({
      text: `Add the plugin to ${config}:`,
      paste: `import { ${PLUGIN.name} } from '${PLUGIN.from}';\n…\n  plugins: [${PLUGIN.name}()],`,
    });
  else if (files.has(config)) files.edit(config, added);
  else files.create(config, added);
}

/** @returns The module that registers the tools in the page. */
function planGlue(plan: Plan, outDir: string): string {
  const extension = extensionFor(plan.app);
  const path = 'src/btcp.ts';
  const folder = outDir.startsWith('src/') ? `./${outDir.slice('src/'.length)}` : `../${outDir}`;
  const sample = plan.app.kind === 'next' ? nextGlueOf : glueOf;
  plan.files.create(path, sample(`${folder}/registration${extension}`));
  return path;
}

/** Imports the module from the page's entry, which index.html names. */
async function importGlue({ app, files, notes }: Plan, glue: string): Promise<void> {
  const html = files.read('index.html') ?? '';
  const scripts = [...html.matchAll(/<script\b[^>]*\btype=["']module["'][^>]*>/gi)].flatMap(
    ([tag]) => /\bsrc=["']\.?\/([^"']+)["']/i.exec(tag)?.[1] ?? [],
  );
  const entry = scripts.find((path) => files.has(path));
  const stem = glue.replace(/\.ts$/, '');
  const extension = app.isTypeScript ? extensionFor(app) : '.ts';
  const inSource = entry?.startsWith('src/') === true && !entry.slice('src/'.length).includes('/');
  const statement = `import '${inSource ? './btcp' : `/${stem}`}${extension}'`;
  const text = entry === undefined ? undefined : files.read(entry);
  if (entry === undefined || text === undefined || !inSource)
    notes.push({ text: "Import the tools in the page's first module:", paste: `${statement};` });
  else if (!/\bimport\s[^;]*['"]\.\/btcp(\.[jt]s)?['"]/.test(text))
    files.edit(entry, await addImport(text, statement));
}

export async function planNext(plan: Plan, outDir: string): Promise<KindPlan> {
  if (!plan.app.isTypeScript)
    throw new InputError(
      'This app has no TypeScript, which tools are written in, and Next sets it up itself.',
      'Make an empty tsconfig.json, run `next dev` once, then run this command again.',
    );
  planPageTool(plan);
  await planComponent(plan, planGlue(plan, outDir));
  return {
    scripts: { predev: 'btcp build', prebuild: 'btcp build' },
    next: [{ script: 'dev', says: 'the page with its tools' }],
  };
}

export async function planAngular(plan: Plan, outDir: string): Promise<KindPlan> {
  // `ng build` leaves out `*.spec.ts`, and `ng test` runs them, which with Karma are in Jasmine.
  planPageTool(plan, Object.hasOwn(plan.app.dependencies, 'karma') ? 'test' : 'spec');
  await importInAngular(plan, planGlue(plan, outDir));
  return {
    scripts: { prestart: 'btcp build', prebuild: 'btcp build' },
    next: [{ script: 'start', says: 'the page with its tools' }],
  };
}

/** Imports the module from the application's entry; which one has tools, of many, is its author's to say. */
async function importInAngular({ app, files, notes }: Plan, glue: string): Promise<void> {
  const entries = angularEntries(files);
  const imports = /\bimport\s[^;]*['"][./]+(?:[\w-]+\/)*btcp(?:\.[jt]s)?['"]/;
  if (entries.some((entry) => imports.test(files.read(entry) ?? ''))) return;
  const [entry = 'src/main.ts'] = entries;
  const path = posix.relative(posix.dirname(entry), glue.replace(/\.ts$/, extensionFor(app)));
  const statement = `import '${path.startsWith('.') ? path : `./${path}`}'`;
  const text = files.read(entry);
  if (entries.length === 1 && text !== undefined) files.edit(entry, await addImport(text, statement));
  else notes.push({ text: `Import the tools in the application's first module:`, paste: `${statement};` });
}

/** The modules that the browser loads first, of each application in a workspace of Angular. */
function angularEntries(files: ProjectFiles): readonly string[] {
  const { projects } = parseJson(files.read(ANGULAR_CONFIG) ?? '{}', ANGULAR_CONFIG);
  return Object.values(objectOf(projects)).flatMap((project) => {
    const { projectType, architect, targets } = objectOf(project);
    const options = objectOf(objectOf(objectOf(architect ?? targets)['build'])['options']);
    // `browser` of the builder that bundles with esbuild, `main` of the one before it.
    const entry = textField(options, 'browser') ?? textField(options, 'main');
    return projectType === 'application' && entry !== undefined ? [entry] : [];
  });
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {});

/** Plans what the pages of another framework need; their author loads the tools in its root component. */
export async function planSite(plan: Plan, outDir: string): Promise<KindPlan> {
  planPageTool(plan);
  planGlue(plan, outDir);
  const { app, files, notes } = plan;
  const site = siteOf(app.dependencies) as Site; // of an app of this kind
  const root = files.find(site.roots) ?? site.roots[0];
  if (files.read(root)?.includes('/btcp') !== true)
    notes.push({ text: `Load the tools in ${root}, in the browser alone:`, paste: site.paste });
  const next = [{ script: 'dev', says: 'the page with its tools' }];
  const { vite, astro, nuxt } = app.dependencies;
  // The versions since which these bring Vite 6.
  const isOld = isOlder(vite, PLUGIN_VITE) || isOlder(astro, 5) || isOlder(nuxt, 3, 15);
  const { scripts, packages = [] } = isOld
    ? withoutPlugin(plan)
    : { scripts: { prebuild: 'btcp build' }, packages: [PLUGIN.from] };
  if (!isOld) await planSitePlugin(plan, site, root);
  return { scripts: { ...scripts, ...prepareScript(plan, site) }, packages, next };
}

/** The script without which the tools do not build after a clone: their tsconfig extends what it writes. */
function prepareScript({ app: { fields } }: Plan, { prepare }: Site): KindPlan['scripts'] {
  if (prepare === undefined) return {};
  const [script, command] = prepare;
  const [program = ''] = command.split(' ||');
  const isThere = Object.values(objectOf(fields['scripts'])).some((each) => String(each).includes(program));
  return isThere ? {} : { [script]: command };
}

/** Lets Vite build the tools, in its own config or in that of the framework. */
async function planSitePlugin(plan: Plan, { config: own }: Site, root: string): Promise<void> {
  const { files, notes } = plan;
  if (own === undefined) return planVitePlugin(plan);
  const config = files.find(own.files) ?? own.files[0] ?? '';
  if (files.read(config)?.includes(PLUGIN.from) !== true)
    notes.push({
      text: `Add the plugin to ${config}:`,
      paste: `import { ${PLUGIN.name} } from '${PLUGIN.from}';\n…\n  vite: { plugins: [${own.plugin(root)}] },`,
    });
}

/** Plans a client component, which only a browser runs, and puts it into the layout. */
async function planComponent({ app, files, notes }: Plan, glue: string): Promise<void> {
  const folder = ['src/app', 'app'].find((each) => files.hasFolder(each)) ?? 'src';
  const toGlue = { app: `../${glue}`, 'src/app': '../btcp.ts' }[folder] ?? './btcp.ts';
  const component = nextComponentOf(toGlue.replace('.ts', extensionFor(app)));
  files.create(`${folder}/btcp-tools.tsx`, component);
  const layout = files.find(['tsx', 'jsx', 'js'].map((each) => `${folder}/layout.${each}`));
  const text = layout === undefined ? undefined : files.read(layout);
  if (text?.includes('BtcpTools') === true) return;
  const [before = '', after, ...more] = text?.split('{children}') ?? [];
  if (layout === undefined || text === undefined || after === undefined || more.length > 0)
    notes.push({
      text: 'Put the component of the tools into the body of the layout:',
      paste: "import { BtcpTools } from './btcp-tools';\n…\n<BtcpTools />",
    });
  else {
    const indent = /(?:^|\n)([ \t]*)$/.exec(before)?.[1];
    const component = `${indent === undefined ? '' : `\n${indent}`}<BtcpTools />`;
    const imported = await addImport(text, "import { BtcpTools } from './btcp-tools'");
    files.edit(
      layout,
      imported.replace('{children}', () => `{children}${component}`),
    );
  }
}

/** Plans what a program in Node needs, so that MCP clients can call its tools. */
export async function planNode(plan: Plan): Promise<KindPlan> {
  const sample = { program: ['btcp', 'call', 'listScripts'], says: 'one call, as an agent makes it' };
  const next = hasTools(plan) ? [] : [sample];
  if (next.length > 0) notePage(plan);
  planNodeTool(plan);
  if (plan.app.kind === 'mcp-server') plan.notes.push(IMPORT_NOTE, offerNote(plan.app));
  return {
    scripts: { 'build:tools': 'btcp build', 'serve:tools': 'btcp serve' },
    next: [
      ...next,
      {
        program: ['btcp', 'serve', '--print-config', 'claude-code'],
        says: 'the lines for an MCP client; --write adds them to its file',
      },
    ],
  };
}

/** Says how else tools are used, where the app may be no program. */
function notePage({ app: { dependencies, fields }, files, notes }: Plan): void {
  const maker = Object.keys(dependencies).find((name) => PAGE_MAKER.test(name));
  if (fields['workspaces'] !== undefined || files.has('pnpm-workspace.yaml')) notes.push(ROOT_NOTE);
  if (files.has('index.html')) notes.push(PAGE_NOTE);
  else if (maker !== undefined) notes.push(noteOf(maker));
}

/** What makes pages, where it is not one of `sites.ts`. */
const PAGE_MAKER = /^(?:electron|jquery|lit|parcel|react|svelte|vite|vue|webpack|wxt)$/;

const noteOf = (maker: string): Note => ({
  text: `The app has ${maker}, but no index.html with Vite, so this tool is for a program. A page, a window of Electron or an extension (docs/frameworks.md of the toolkit) needs "DOM" in \`lib\` of tsconfig.json, \`btcp()\` of @btcp/vite where Vite builds it, and this in the browser alone, with @btcp/client and @btcp/adapters:`,
  paste: `const client = new BTCPClient({ grantLowRisk: true, onConsent: consentDialog() });
await client.use(registration).ready;
await bindWebMcp(client);`,
});

const ROOT_NOTE = {
  text: 'This is the root of a workspace. An app in it gets tools of its own by:',
  paste: 'npx btcp init <folder of the app>',
};

const PAGE_NOTE = {
  text: 'index.html is not built with Vite, so this tool is for a program. Tools of that page need "DOM" in `lib` of tsconfig.json, and get into it by <script src="webmcp.js" data-grant="dom:read">, of the file that this writes:',
  paste: 'npx btcp build && npx btcp publish --out public',
};

const IMPORT_NOTE = {
  text: 'The tools that this server has can become tools of btcp, whose `execute` you then write:',
  paste: 'npx btcp import --from mcp-server --out src/tools -- <the command that starts the server>',
};

/** The lines of docs/standard-schema.md: the MCP SDK 1 takes only schemas of Zod. */
function offerNote({ dependencies }: Plan['app']): Note {
  const lines = Object.hasOwn(dependencies, '@modelcontextprotocol/server')
    ? '  server.registerTool(tool.name, tool, mcpHandler(tool, server));'
    : `  const schema = tool.inputSchema['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
  const inputSchema = z.fromJSONSchema(schema); // of zod 4
  const { description, annotations } = tool;
  server.registerTool(tool.name, { description, annotations, inputSchema }, (input, extra) =>
    mcpHandler(tool, server)(input, { mcpReq: { ...extra, notify: extra.sendNotification } }),
  );`;
  return {
    text: 'The server can offer the tools of btcp beside its own, with @btcp/adapters and @btcp/client:',
    paste: `const client = new BTCPClient();
await client.registerManifest(registration);
// \`Registration\` is a type of @btcp/core.
for (const tool of Object.values(standardTools(client, registration as Registration))) {
${lines}
}`,
  };
}

const FOLDER = 'src/tools';

/** Plans a tool of a page, and its test, where there is no tool yet. */
function planPageTool(plan: Plan, test = 'test'): void {
  planTool(plan, 'read-page', READ_PAGE, { of: readPageTest, suffix: test });
}

/** Plans a tool of a program in Node, and its test, where there is no tool yet. */
function planNodeTool(plan: Plan): void {
  const { isTypeScript, isModule, compilerOptions } = plan.app;
  const module = textField(compilerOptions, 'module') ?? '';
  const hasMeta =
    !isTypeScript || /^(es|preserve)/i.test(module) || (isModule && !/^commonjs$/i.test(module));
  planTool(plan, 'list-scripts', listScriptsOf(hasMeta), { of: listScriptsTest, suffix: 'test' });
}

function planTool(
  plan: Plan,
  name: string,
  tool: string,
  test: { readonly of: (specifier: string) => string; readonly suffix: string },
): void {
  if (hasTools(plan)) return;
  plan.files.create(`${FOLDER}/${name}.ts`, tool);
  plan.files.create(`${FOLDER}/${name}.${test.suffix}.ts`, test.of(`./${name}${extensionFor(plan.app)}`));
}

/**
 * Whether there are tools already, so that a project gets no sample of one. Without a config, an app may keep something else in
 * a folder of that name.
 */
export function hasTools({ files }: Plan): boolean {
  const isOurs = files.find(CONFIGS) !== undefined;
  return (
    files.hasFolder(FOLDER) &&
    readdirSync(join(files.root, FOLDER), { recursive: true })
      .map(String)
      .some(
        (path) =>
          /\.[jt]sx?$/.test(path) &&
          (isOurs || files.read(posix.join(FOLDER, path))?.includes('@btcp/core') === true),
      )
  );
}
