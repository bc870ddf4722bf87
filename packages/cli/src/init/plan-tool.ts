import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { textField } from '../system/read-package.ts';
import { extensionFor, type Plan } from './plan.ts';
import { listScriptsOf, listScriptsTest } from './samples/node-samples.ts';
import { READ_PAGE, readPageTest } from './samples/page-samples.ts';

const FOLDER = 'src/tools';

/** Plans a tool of a page, and its test, where there is no tool yet. */
export function planPageTool(plan: Plan): void {
  planTool(plan, 'read-page', READ_PAGE, readPageTest);
}

/** Plans a tool of a program in Node, and its test, where there is no tool yet. */
export function planNodeTool(plan: Plan): void {
  const { isTypeScript, isModule, compilerOptions } = plan.app;
  const module = textField(compilerOptions, 'module') ?? '';
  const hasMeta =
    !isTypeScript || /^(es|preserve)/i.test(module) || (isModule && !/^commonjs$/i.test(module));
  planTool(plan, 'list-scripts', listScriptsOf(hasMeta), listScriptsTest);
}

function planTool(plan: Plan, name: string, tool: string, test: (specifier: string) => string): void {
  if (hasTools(plan)) return;
  plan.files.create(`${FOLDER}/${name}.ts`, tool);
  plan.files.create(`${FOLDER}/${name}.test.ts`, test(`./${name}${extensionFor(plan.app)}`));
}

function hasTools({ files }: Plan): boolean {
  return (
    files.hasFolder(FOLDER) &&
    readdirSync(join(files.root, FOLDER), { recursive: true }).some((path) => String(path).endsWith('.ts'))
  );
}
