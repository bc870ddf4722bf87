import { addImport, addVitePlugin, type VitePlugin } from '@btcp/codegen';
import { isObject } from '@btcp/schema';
import { textField } from '../system/read-package.ts';
import { VITE_CONFIGS } from './detect-app.ts';
import { extensionFor, type KindPlan, type Plan } from './plan.ts';
import { glueOf } from './samples/page-samples.ts';
import { planPageTool } from './plan-tool.ts';

/** Plans what a page that Vite builds needs. */
export async function planVite(plan: Plan, outDir: string): Promise<KindPlan> {
  planPageTool(plan);
  const glue = planGlue(plan, outDir);
  await importGlue(plan, glue);
  await planVitePlugin(plan);
  return {
    // The compiler runs before Vite, and needs what is built.
    scripts: /\btsc\b/.test(buildScript(plan)) ? { prebuild: 'btcp build' } : {},
    packages: [PLUGIN.from],
    next: [{ script: 'dev', says: 'the page with its tools' }],
  };
}

const PLUGIN: VitePlugin = { name: 'btcp', from: '@btcp/vite' };

function buildScript({ app: { fields } }: Plan): string {
  const { scripts } = fields;
  return (isObject(scripts) && textField(scripts, 'build')) || '';
}

/** Lets Vite build the tools. */
async function planVitePlugin({ files, notes }: Plan): Promise<void> {
  const config = files.find(VITE_CONFIGS) ?? 'vite.config.js';
  const text = files.read(config) ?? 'export default {};\n';
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
export function planGlue(plan: Plan, outDir: string): string {
  const extension = extensionFor(plan.app);
  const path = 'src/btcp.ts';
  const folder = outDir.startsWith('src/') ? `./${outDir.slice('src/'.length)}` : `../${outDir}`;
  plan.files.create(path, glueOf(`${folder}/registration${extension}`));
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
