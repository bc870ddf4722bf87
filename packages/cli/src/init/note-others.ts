import { basename } from 'node:path';
import type { Plan } from './project-files.ts';

/** Says what else the settings of ESLint and tsc have to know of what is written. */
export function noteOthers(plan: Plan, outDir: string): void {
  noteLint(plan, outDir);
  noteEmit(plan);
}

const ESLINT_CONFIGS = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].map(
  (extension) => `eslint.config.${extension}`,
);

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
