import { addImport } from '@btcp/codegen';
import { InputError } from '../errors.ts';
import { planPageTool } from './plan-tool.ts';
import { planGlue } from './plan-vite.ts';
import { extensionFor, type KindPlan, type Plan } from './plan.ts';
import { nextComponentOf } from './samples/page-samples.ts';

/** Plans what a page that Next renders needs. */
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
