import { basename } from 'node:path';
import type { Plan } from './project-files.ts';

/** Says what else the settings of ESLint and tsc have to know of what is written. */
export function noteOthers(plan: Plan, outDir: string): void {
  noteLint(plan, outDir);
  noteEmit(plan, outDir);
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

function noteEmit({ app, notes }: Plan, outDir: string): void {
  const { allowJs, noEmit, outDir: emitted } = app.compilerOptions;
  if (app.isPage || app.isExtended || emitted === undefined || noEmit === true) return;
  // A path, or a glob that begins with one.
  const isIncluded = app.include.some((each) => `${outDir}/`.startsWith(each.replace(/^\.\/|\*.*$/g, '')));
  const steps = [
    ...(allowJs === true ? [] : ['Set "allowJs": true']),
    ...(isIncluded ? [] : [`Add "${outDir}" to \`include\``]),
  ];
  if (steps.length > 0)
    notes.push({
      text: `${steps.join(', and ').replace(', and Add', ', and add')} in ${app.tsconfig ?? 'tsconfig.json'} where tsc compiles what registers the tools: a build writes the validators in JavaScript, which it leaves behind otherwise.`,
    });
}
