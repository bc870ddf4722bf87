import { planNext, planNode, planVite } from './plan-kinds.ts';
import { planDependencies, planScripts, planTsconfig, testScript } from './plan-package.ts';
import type { NextCommand, Plan } from './plan.ts';
import { tsconfigForJavaScript } from './samples/page-samples.ts';
import { textField } from '../system/read-package.ts';

/** Plans everything; returns the commands that come next. */
export async function planInit(plan: Plan): Promise<readonly NextCommand[]> {
  const { app, files } = plan;
  const test = testScript(plan);
  const outDir = outDirOf(plan);
  const kinds = { vite: planVite, next: planNext, node: planNode, 'mcp-server': planNode };
  const { scripts, packages = [], next } = await kinds[app.kind](plan, outDir);
  planConfig(plan, outDir);
  planScripts(plan, { ...scripts, [test.name]: test.command });
  planDependencies(plan, packages);
  planTsconfig(plan);
  if (!app.isTypeScript) files.create('tsconfig.json', tsconfigForJavaScript(app.isPage, outDir));
  planGitignore(plan, outDir);
  return [...next, { script: test.name, says: "the tool's test" }].slice(0, 2);
}

const CONFIGS = ['btcp.config.ts', 'btcp.config.mts', 'btcp.config.js', 'btcp.config.mjs'];

function planConfig({ app, files }: Plan, outDir: string): void {
  if (files.find(CONFIGS) !== undefined) return;
  const { version, description } = app.fields;
  const rows = [
    ...(typeof version === 'string' ? [] : ["version: '0.1.0'"]),
    ...(typeof description === 'string' && description.trim() !== ''
      ? []
      : [`description: 'Tools of ${app.isPage ? 'this page' : 'this project'}.'`]),
    "tools: ['src/tools/**/*.ts']",
    ...(outDir === 'generated' ? [] : [`outDir: '${outDir}'`]),
    ...(app.tsconfig === undefined || app.tsconfig === 'tsconfig.json'
      ? []
      : [`tsconfig: '${app.tsconfig}'`]),
  ];
  const text = `import { defineConfig } from '@btcp/core';

export default defineConfig({
${rows.map((row) => `  ${row},\n`).join('')}});
`;
  files.create('btcp.config.ts', text);
}

/** Where the build writes: beside `src`, unless the compiler takes `src` alone, or the folder is another's. */
function outDirOf({ app: { compilerOptions }, files }: Plan): string {
  const current = CONFIGS.map((path) => files.read(path)).find((text) => text !== undefined);
  const configured = /\boutDir:\s*['"]([^'"]+)['"]/.exec(current ?? '')?.[1];
  if (configured !== undefined) return configured;
  const isOwn = !files.hasFolder('generated') || files.has('generated/manifest.json');
  const isSourceAlone = /^(\.\/)?src\/?$/.test(textField(compilerOptions, 'rootDir') ?? '');
  return isOwn && !isSourceAlone ? 'generated' : 'src/generated';
}

function planGitignore({ files }: Plan, outDir: string): void {
  const wanted = ['node_modules/', `${outDir}/`];
  const text = files.read('.gitignore');
  const present = new Set((text ?? '').split(/\r?\n/).map((each) => each.replace(/^\/|\/$/g, '').trim()));
  const missing = wanted.filter((each) => !present.has(each.slice(0, -1)));
  if (missing.length === 0) return;
  if (text === undefined) files.create('.gitignore', missing.map((each) => `${each}\n`).join(''));
  else {
    const end = text === '' || text.endsWith('\n') ? '' : '\n';
    files.edit('.gitignore', `${text}${end}${missing.map((each) => `${each}\n`).join('')}`);
  }
}
