import { textField } from '../system/read-package.ts';
import { setJson } from '../system/edit-json.ts';
import type { Plan } from './plan.ts';

/** Adds compiler options that tools need, where they are missing; none that changes how other code is checked. */
export function planTsconfig({ app, files, notes }: Plan): void {
  const { tsconfig, compilerOptions: options, isExtended } = app;
  if (tsconfig === undefined) return;
  const set = (name: string, value: unknown): void =>
    files.edit(tsconfig, setJson(files.read(tsconfig) ?? '{}', ['compilerOptions', name], value));
  if (isResolutionOld(options))
    notes.push({
      text: `${tsconfig} has "moduleResolution": "${textField(options, 'moduleResolution') ?? 'node'}", by which TypeScript does not find all modules of @btcp. Use "bundler" or "nodenext".`,
    });
  // What it extends may have them.
  if (isExtended) return;
  const { lib, types } = options;
  if (app.isPage && isList(lib) && !lib.some((each) => each.toLowerCase() === 'dom'))
    set('lib', [...lib, 'DOM']);
  if (!app.isPage && !(isList(types) && types.includes('node')))
    set('types', isList(types) ? [...types, 'node'] : globalTypes(app.dependencies));
  if (options['noEmit'] === true && options['allowImportingTsExtensions'] === undefined && app.isPage)
    set('allowImportingTsExtensions', true);
}

const isList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

function isResolutionOld(options: Readonly<Record<string, unknown>>): boolean {
  const resolution = textField(options, 'moduleResolution');
  return resolution === undefined
    ? /^(commonjs|amd|umd|system)$/i.test(textField(options, 'module') ?? '')
    : /^(node|node10|classic)$/i.test(resolution);
}

/** What TypeScript 5 takes where no `types` are given, and later versions do not. */
function globalTypes(dependencies: Readonly<Record<string, string>>): readonly string[] {
  const installed = Object.keys(dependencies)
    .filter((name) => name.startsWith('@types/') && !name.includes('__'))
    .map((name) => name.slice('@types/'.length));
  return [...new Set(['node', ...installed])];
}
