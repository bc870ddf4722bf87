import { basename } from 'node:path';
import { VITE_CONFIGS } from './detect-app.ts';
import type { Plan } from './project-files.ts';

/** Says what else the settings of ESLint, tsc and Vitest have to know of what is written. */
export function noteOthers(plan: Plan, outDir: string): void {
  noteLint(plan, outDir);
  noteEmit(plan);
  noteTests(plan);
}

const EXTENSIONS = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'];
const ESLINT_CONFIGS = EXTENSIONS.map((extension) => `eslint.config.${extension}`);
const VITEST_CONFIGS = EXTENSIONS.map((extension) => `vitest.config.${extension}`);

function noteLint({ files, notes }: Plan, outDir: string): void {
  const config = files.find(ESLINT_CONFIGS);
  const text = config === undefined ? undefined : files.read(config);
  if (text === undefined || text.includes(basename(outDir))) return;
  notes.push({
    text: `ESLint reads what a build writes, too. Leave it out in ${String(config)}:`,
    paste: `{ ignores: ['${outDir}/'] },`,
  });
}

function noteEmit({ app, notes }: Plan): void {
  const { allowJs, noEmit, outDir } = app.compilerOptions;
  if (app.isPage || app.isExtended || outDir === undefined || noEmit === true || allowJs === true) return;
  notes.push({
    text: `Set "allowJs": true in ${app.tsconfig ?? 'tsconfig.json'} where tsc compiles what registers the tools: a build writes the validators in JavaScript, which it leaves behind otherwise.`,
  });
}

function noteTests({ files, notes }: Plan): void {
  const config = files.find([...VITEST_CONFIGS, ...VITE_CONFIGS]);
  const text = (config === undefined ? undefined : files.read(config)) ?? '';
  const [, listed = ''] = /\btest\s*:\s*\{[^}]*?\binclude\s*:\s*\[([^\]]*)\]/.exec(text) ?? [];
  const globs = [...listed.matchAll(/(['"`])(.+?)\1/g)].map(([, , glob = '']) => glob);
  if (globs.length === 0 || globs.some(mayBeOfTools)) return;
  notes.push({
    text: `Vitest runs only what \`include\` of ${String(config)} matches. Add the tests of the tools:`,
    paste: "'src/tools/**/*.test.ts',",
  });
}

/** Whether a glob may match `src/tools/<name>.test.ts`. */
const mayBeOfTools = (glob: string): boolean =>
  /^(?:\.\/)?(?:src\/(?:tools|\*|\{)|[*{])/.test(glob) && /test|\*\.[^.]*$|\*$/.test(basename(glob));
